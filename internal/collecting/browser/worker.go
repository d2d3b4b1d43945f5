package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/base/seats"
)

// MaxDuration bounds a collection with its wait for the browser: it ends by
// itself before the job that asked for it does.
const MaxDuration = 14 * time.Minute

// Limits of a collection.
const (
	maxFile      = 50 << 20
	maxDocuments = 1000
)

// Options are those of the process.
type Options struct {
	Guard *egress.Guard
	// Executable is the path of Chromium; it is searched for when empty.
	Executable string
	// Folder holds the profiles while they live; the system's when empty.
	Folder string
	// Step bounds one step, from a click to what it leads to; 30 seconds when
	// zero: the first access of such a site is slow.
	Step time.Duration
	// WithoutSandbox gives up Chromium's own sandbox, which needs a user who is
	// not root. It is for containers that are one themselves.
	WithoutSandbox bool
	// Random names the questions that are put to a person in another process.
	Random io.Reader

	beforeFetch func(*visit) // in tests: what happens beside a collection
}

// Job is one collection.
type Job struct {
	URL                string
	Hosts              []string // that the browser may reach, and no other
	Username, Password string
	Known              map[string]bool // remote ids that are not fetched again
	// Listed is told of every paper that the visit is to have, Missed of each that
	// cannot be had, with the reason in French. Both may be nil.
	Listed func(ctx context.Context, all []Paper) error
	Missed func(ctx context.Context, paper Paper, reason string) error
	// Ask asks a person what the site asks; nil where nobody can be asked.
	Ask predate.AskPerson
}

// Paper is a document as the site names it.
type Paper struct {
	ID, Title, Category string
	Space               string       // owner or building
	Date                predate.Date // zero when not said
	MediaType           string       // sniffed from the bytes
}

// Keep takes a document as it arrives; its error stops the collection.
type Keep = func(ctx context.Context, paper Paper, r io.Reader) error

// Worker collects, one job after the other, the accounts in turn: two browsers are too much for a
// small machine, and two sessions of one person end one another. Beside it only those go
// on that a person answered, of which there are few.
type Worker struct {
	options Options
	turn    *seats.Pool
	held    chan struct{} // a place for each session that waits, or waited, for a person
}

// New makes a Worker.
func New(o Options) *Worker {
	if o.Step <= 0 {
		o.Step = 30 * time.Second
	}
	return &Worker{options: o, turn: seats.New(seats.Options{Seats: 1}), held: make(chan struct{}, mostHeld)}
}

// Collect runs a job and says how many documents were kept. The error is a
// *predate.Failure when the site or the credentials are the cause.
func (w *Worker) Collect(ctx context.Context, job Job, keep Keep) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, MaxDuration)
	defer cancel()
	up, err := w.turn.Take(ctx, seats.HolderOf(ctx))
	if err != nil {
		return 0, fmt.Errorf("collect by browser: %w", err)
	}
	defer func() { up() }()
	ask, end := patiently(job.Ask)
	defer end()
	job.Ask = ask
	v, leave, err := w.open(ctx, job)
	if err != nil {
		return 0, err
	}
	defer leave()
	v.aside = w.asideOf(&up)
	return v.run(keep)
}

// asideOf waits for a person with the turn given up, where there is room for one more
// session that does. It goes on as soon as he has answered, beside whoever has the turn:
// a code is good for minutes, another collection may take more. Its place is kept to the
// end, so that never more than mostHeld browsers are open beside the one whose turn it
// is; up gives up what is held by then.
func (w *Worker) asideOf(up *func()) func(wait func() error) error {
	placed := false
	return func(wait func() error) error {
		if placed {
			return wait()
		}
		select {
		case w.held <- struct{}{}:
		default:
			return errNobody
		}
		placed = true
		(*up)()
		*up = func() { <-w.held }
		return wait()
	}
}

// visit is a browser on its way through a site.
type visit struct {
	ctx     context.Context
	options Options
	job     Job
	folder  string // where downloads arrive
	frame   string // of the page itself, not of what it frames
	home    string // the page that the login led to
	stage   predate.Stage
	sent    bool // the password left
	// aside waits for a person while the next collection has its turn; typed is what
	// persons typed.
	aside func(wait func() error) error
	typed []string

	mu       sync.Mutex
	status   int    // of the last page
	download string // the one that is waited for; "?" before it has a name
	events   chan event
}

// event is what a click led to: a page, or a file.
type event struct {
	page   bool   // of HTML
	file   string // its path, when it is whole
	broken bool
	large  bool
	guid   string // of the download
}

// open starts a browser with a profile of its own and no way out but the proxy.
func (w *Worker) open(ctx context.Context, job Job) (v *visit, leave func(), err error) {
	folder, err := os.MkdirTemp(w.options.Folder, "predate-browser-")
	if err != nil {
		return nil, nil, fmt.Errorf("make a profile: %w", err)
	}
	var ends []func()
	leave = func() {
		for i := len(ends) - 1; i >= 0; i-- {
			ends[i]()
		}
	}
	ends = append(ends, func() { _ = os.RemoveAll(folder) })
	defer func() {
		if err != nil {
			leave()
		}
	}()
	address, stop, err := startProxy(w.options.Guard, job.Hosts)
	if err != nil {
		return nil, nil, err
	}
	ends = append(ends, stop)
	if err := prepareProfile(folder); err != nil {
		return nil, nil, err
	}
	allocated, release := chromedp.NewExecAllocator(ctx, w.flags(folder, address)...)
	ends = append(ends, release)
	tab, closeTab := chromedp.NewContext(allocated)
	ends = append(ends, closeTab)
	v = &visit{ctx: tab, options: w.options, job: job, folder: filepath.Join(folder, "downloads"), stage: predate.StageLogin, events: make(chan event, 64)}
	if err := v.listen(); err != nil {
		return nil, nil, fmt.Errorf("start the browser: %w", err)
	}
	return v, leave, nil
}

// prepareProfile has PDFs downloaded, not shown.
func prepareProfile(folder string) error {
	for _, name := range []string{"downloads", "profile/Default"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			return fmt.Errorf("make a profile: %w", err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "profile/Default/Preferences"), []byte(`{"plugins":{"always_open_pdf_externally":true}}`), 0o600); err != nil {
		return fmt.Errorf("make a profile: %w", err)
	}
	return nil
}

// flags starts Chromium without anything of ours in its environment, and with
// every name left to the proxy: loopback is no exception, no name is looked up
// by the browser, and nothing goes out beside HTTP.
func (w *Worker) flags(folder, proxy string) []chromedp.ExecAllocatorOption {
	flags := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	flags = append(flags,
		chromedp.NoInheritEnv, chromedp.Env("HOME="+folder, "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=fr_FR.UTF-8"),
		chromedp.UserDataDir(filepath.Join(folder, "profile")), chromedp.ProxyServer("http://"+proxy),
		chromedp.Flag("proxy-bypass-list", "<-loopback>"), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.Flag("force-webrtc-ip-handling-policy", "disable_non_proxied_udp"), chromedp.Flag("disable-quic", true),
		chromedp.Flag("lang", "fr-FR"), chromedp.Flag("disable-gpu", true),
	)
	if w.options.Executable != "" {
		flags = append(flags, chromedp.ExecPath(w.options.Executable))
	}
	if w.options.WithoutSandbox {
		flags = append(flags, chromedp.NoSandbox)
	}
	return flags
}

// listen notes what the browser gets.
func (v *visit) listen() error {
	if err := chromedp.Do(v.ctx); err != nil { // opens the tab
		return err
	}
	v.frame = string(chromedp.FromContext(v.ctx).Target.TargetID)
	if err := chromedp.Listen(v.ctx, v.note); err != nil {
		return err
	}
	events := true
	_, err := chromedp.Call(v.ctx, cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{
		Behavior: cdp.SetDownloadBehaviorBehaviorAllowAndName, DownloadPath: v.folder, EventsEnabled: &events,
	})
	return err
}

// note runs in the loop of the browser's messages: it does nothing slow.
func (v *visit) note(message any) {
	var e event
	switch m := message.(type) {
	case *network.EventResponseReceived:
		if m.Type != network.ResourceTypeDocument || m.Response == nil || string(m.FrameID) != v.frame {
			return
		}
		v.mu.Lock()
		v.status = int(m.Response.Status)
		v.mu.Unlock()
		if m.Response.MimeType != "text/html" {
			return
		}
		e.page = true
	case *cdp.EventDownloadWillBegin:
		v.mu.Lock()
		if v.download == "?" {
			v.download = m.GUID
		}
		v.mu.Unlock()
		return
	case *cdp.EventDownloadProgress:
		if !v.awaited(m.GUID) {
			return
		}
		e.guid = m.GUID
		switch {
		case m.ReceivedBytes > maxFile || m.TotalBytes > maxFile:
			e.large = true
		case m.State == cdp.DownloadProgressStateCompleted:
			e.file = filepath.Join(v.folder, m.GUID)
		case m.State == cdp.DownloadProgressStateCanceled:
			e.broken = true
		default:
			return
		}
	default:
		return
	}
	select {
	case v.events <- e:
	default: // nobody waits for so many
	}
}

// awaited says whether a download is the one that is waited for.
func (v *visit) awaited(guid string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.download == guid
}

// await forgets what came before, and waits for a download that has no name yet.
func (v *visit) await(download string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.download = download
	for len(v.events) > 0 {
		<-v.events
	}
}

// lastStatus is the status of the last page.
func (v *visit) lastStatus() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.status
}

// fail makes a failure of the stage that the visit is in.
func (v *visit) fail(code predate.FailureCode, why string) *predate.Failure {
	unsettled := v.sent && v.stage == predate.StageLogin && (code == predate.SiteChanged || code == predate.SiteUnavailable)
	return &predate.Failure{Code: code, Stage: v.stage, Err: errors.New(why), Unsettled: unsettled}
}

// step does something within the time of a step.
func (v *visit) step(actions ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(v.ctx, v.options.Step)
	defer cancel()
	return chromedp.Do(ctx, actions...)
}

// lead does what leads to another page, and waits until it is there.
func (v *visit) lead(actions ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(v.ctx, v.options.Step)
	defer cancel()
	_, err := chromedp.RunResponse(ctx, actions...)
	return err
}
