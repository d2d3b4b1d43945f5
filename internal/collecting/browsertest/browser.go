package browsertest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// patience bounds every wait: a page that takes longer has failed.
const patience = 20 * time.Second

// Tab is one tab of a browser that lives as long as its test.
type Tab struct {
	t   testing.TB
	ctx context.Context
	// prefers is what the person prefers, as the browser was last told.
	prefers []*emulation.MediaFeature

	mu       sync.Mutex
	hosts    map[string]bool
	received map[string]int64 // bytes by request
	kinds    map[string]string
}

// headlessShell is Chromium without the windows that nobody sees: it takes less than
// half of the processor time. Where it is not installed, the whole Chromium does the same.
const headlessShell = "chromium-headless-shell"

// Open starts a browser with one tab of 1440 by 900. Letters are as wide in each
// Chromium, so that lines break at the same words.
func Open(t testing.TB) *Tab {
	t.Helper()
	folder := t.TempDir()
	flags := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	flags = append(flags, chromedp.UserDataDir(filepath.Join(folder, "profile")), chromedp.Flag("disable-gpu", true), chromedp.Flag("lang", "fr-FR"),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true), chromedp.Flag("font-render-hinting", "none"))
	if os.Geteuid() == 0 {
		flags = append(flags, chromedp.NoSandbox)
	}
	if shell, err := exec.LookPath(headlessShell); err == nil {
		flags = append(flags, chromedp.ExecPath(shell))
	}
	allocated, release := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, closeTab := chromedp.NewContext(allocated)
	tab := &Tab{t: t, ctx: ctx, hosts: map[string]bool{}, received: map[string]int64{}, kinds: map[string]string{}}
	t.Cleanup(func() {
		closeTab()
		release()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	if err := chromedp.Listen(ctx, tab.note); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	tab.Size(1440, 900)
	return tab
}

// note runs in the loop of the browser's messages.
func (tab *Tab) note(message any) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	switch m := message.(type) {
	case *network.EventRequestWillBeSent:
		if at, err := url.Parse(m.Request.URL); err == nil && at.Host != "" {
			tab.hosts[at.Host] = true
		}
	case *network.EventResponseReceived:
		tab.kinds[string(m.RequestID)] = string(m.Type)
	case *network.EventLoadingFinished:
		tab.received[string(m.RequestID)] = int64(m.EncodedDataLength)
	}
}

// do carries out an action in time, again where the page was just being replaced.
func (tab *Tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	for {
		err := chromedp.Do(ctx, actions...)
		if err == nil {
			return
		}
		if !replaced(err) {
			tab.fatal("drive the browser", err)
		}
	}
}

// replaced reports whether an element went, with the page or a part of it, between being
// found and being used, before anything was done to it, or whether a page that loaded
// itself again cut off the way to another: a person would not notice.
func replaced(err error) bool {
	return strings.Contains(err.Error(), "Could not find node with given id") || strings.Contains(err.Error(), "net::ERR_ABORTED")
}

// fatal ends the test, with the page as it is where a folder asks for it.
func (tab *Tab) fatal(what string, err error) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	shown, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("location.href + '\\n' + document.body.innerText.slice(0, 3000)"))
	if dir := os.Getenv("PREDATE_SHOTS"); dir != "" && shown != "" {
		tab.Shot(filepath.Join(dir, "failed.png"))
	}
	tab.t.Fatalf("%s: %v\n%s", what, err, shown)
}

// Go opens an address and waits until its scripts have run.
func (tab *Tab) Go(address string) {
	tab.t.Helper()
	tab.do(chromedp.Navigate(address))
}

// Press types keys, one after the other, to whatever has the focus.
func (tab *Tab) Press(keys string) {
	tab.t.Helper()
	tab.do(chromedp.KeyEvent(keys))
}

// Click clicks the first element that a selector finds.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	tab.do(chromedp.Click(chromedp.CSS(selector)))
}

// Type types a text into an element.
func (tab *Tab) Type(selector, text string) {
	tab.t.Helper()
	tab.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// Give puts files into an element that takes some. The browser has another working
// folder: it is given whole paths.
func (tab *Tab) Give(selector string, files ...string) {
	tab.t.Helper()
	for i, file := range files {
		whole, err := filepath.Abs(file)
		if err != nil {
			tab.fatal("give "+file, err)
		}
		files[i] = whole
	}
	tab.do(chromedp.SetUploadFiles(chromedp.CSS(selector), files))
}

// Size changes the size of the page's window, in CSS pixels.
func (tab *Tab) Size(width, height int64) {
	tab.t.Helper()
	tab.do(chromedp.EmulateViewport(width, height))
}

// Dark sets whether the person prefers dark pages.
func (tab *Tab) Dark(dark bool) {
	tab.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	tab.prefer("prefers-color-scheme", scheme)
}

// prefer sets one preference of the person, and leaves the others as they are: the
// browser takes all of them at once.
func (tab *Tab) prefer(name, value string) {
	tab.t.Helper()
	others := slices.DeleteFunc(tab.prefers, func(f *emulation.MediaFeature) bool { return f.Name == name })
	tab.prefers = append(others, &emulation.MediaFeature{Name: name, Value: value})
	if _, err := chromedp.Call(tab.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: tab.prefers}); err != nil {
		tab.fatal(name+": "+value, err)
	}
}

// Eval returns what a script gives; a promise is awaited.
func Eval[T any](tab *Tab, script string) T {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		tab.fatal("evaluate "+script, err)
	}
	return got
}

// Wait waits until a script gives true.
func (tab *Tab) Wait(script string) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if got, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+script+")")); err == nil && got {
			return
		} else if time.Now().After(deadline) {
			tab.fatal("wait for "+script, errors.Join(err, fmt.Errorf("never in %s", patience)))
		}
	}
}

// Text returns the words of the first element that a selector finds.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	return Eval[string](tab, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// Hosts lists the hosts that pages asked since the tab was opened.
func (tab *Tab) Hosts() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	var all []string
	for host := range tab.hosts {
		all = append(all, host)
	}
	return all
}

// Bytes returns how many bytes came over the network since the last call, without images.
func (tab *Tab) Bytes() int64 {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	var sum int64
	for id, n := range tab.received {
		if tab.kinds[id] != string(network.ResourceTypeImage) {
			sum += n
		}
	}
	clear(tab.received)
	return sum
}

// Cookie gives the browser a cookie of a site.
func (tab *Tab) Cookie(site, name, value string) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, network.SetCookie, network.SetCookieParams{Name: name, Value: value, URL: site}); err != nil {
		tab.fatal("set a cookie", err)
	}
}
