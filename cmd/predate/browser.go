package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/browser"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/recipe"
	"predate/internal/orders/pipeline"
)

// browserCommand drives a browser for a server, in a process of its own.
type browserCommand struct {
	Listen         string `help:"Address to listen on; only the server should reach it." default:"127.0.0.1:8095" placeholder:"ADDR"`
	BrowserKey     string `name:"browser-key" help:"Key that the server shows; better in PREDATE_BROWSER_KEY or PREDATE_BROWSER_KEY_FILE." required:"" secret:"" placeholder:"KEY"`
	Chromium       string `help:"Path of Chromium (default: searched for)." placeholder:"FILE"`
	WithoutSandbox bool   `name:"without-sandbox" help:"Give up Chromium's own sandbox: for a container that is one, run as root."`
	Dev            bool   `help:"Development: allow http and loopback addresses."`
}

// Run serves collections until it is told to stop.
func (b browserCommand) Run(c *commandContext) error {
	options := egress.Options{}
	if b.Dev {
		options.DevHosts = devHosts()
	}
	worker := browser.New(browser.Options{Guard: egress.New(options), Executable: b.Chromium, WithoutSandbox: b.WithoutSandbox, Random: rand.Reader})
	listener, err := net.Listen("tcp", b.Listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", b.Listen, err)
	}
	c.say("the browser is ready at http://%s", listener.Addr())
	return serveUntil(c, listener, browser.Handler(worker, predate.Secret(b.BrowserKey)))
}

// browserFlags say which extranets go to the browser; none do by default.
type browserFlags struct {
	Browser      string   `help:"Address of the process of «predate browser», for extranets that only a browser can drive." placeholder:"URL"`
	BrowserKey   string   `name:"browser-key" help:"Key that it asks for; better in PREDATE_BROWSER_KEY or PREDATE_BROWSER_KEY_FILE." secret:"" placeholder:"KEY"`
	BrowserHosts []string `name:"browser-host" help:"Host of an extranet of WebDev that goes to the browser; an operator has seen it." placeholder:"HOST"`
}

// browserFamily names what the browser drives, as the recipes are named.
func browserFamily() recipe.Family {
	return recipe.Family{ID: "webdev", Version: 1, Title: "WebDev (PC SOFT), par un navigateur"}
}

// check refuses half a configuration.
func (f browserFlags) check() error {
	if len(f.BrowserHosts) > 0 && (f.Browser == "" || f.BrowserKey == "") {
		return errors.New("--browser-host needs --browser and --browser-key")
	}
	return nil
}

// mine says whether an address is of a host that goes to the browser.
func (f browserFlags) mine(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && u.User == nil && (slices.Contains(f.BrowserHosts, strings.ToLower(u.Host)) || u.Port() == "443" && slices.Contains(f.BrowserHosts, strings.ToLower(u.Hostname())))
}

// recipeOf names what collects from an address.
func (f browserFlags) recipeOf(otherwise func(string) (recipe.Family, bool)) func(string) (recipe.Family, bool) {
	return func(address string) (recipe.Family, bool) {
		if f.mine(address) {
			return browserFamily(), true
		}
		return otherwise(address)
	}
}

// collector sends to the browser what is the browser's.
func (f browserFlags) collector(otherwise pipeline.Collector) pipeline.Collector {
	if len(f.BrowserHosts) == 0 {
		return otherwise
	}
	const patience = 30 * time.Minute // longer than any collection
	return byBrowser{otherwise, f, browser.Client{URL: f.Browser, Key: predate.Secret(f.BrowserKey), HTTP: egress.Direct(patience)}}
}

// byBrowser collects by the browser from its hosts, and otherwise from others.
type byBrowser struct {
	pipeline.Collector
	flags  browserFlags
	client browser.Client
}

// Collect fetches the papers of one order.
func (b byBrowser) Collect(ctx context.Context, r connector.Request, keep connector.Keep) (int, error) {
	if !b.flags.mine(r.URL) {
		return b.Collector.Collect(ctx, r, keep)
	}
	u, err := url.Parse(strings.TrimSpace(r.URL))
	if err != nil { // it was read before
		return 0, fmt.Errorf("read the address of the extranet: %w", err)
	}
	job := browser.Job{URL: u.String(), Hosts: []string{strings.ToLower(u.Host)}, Username: r.Username, Password: r.Password.Reveal(), Known: r.Known, Ask: r.Ask}
	if r.Listed != nil {
		job.Listed = func(ctx context.Context, all []browser.Paper) error {
			remotes := make([]connector.Remote, 0, len(all))
			for _, p := range all {
				remotes = append(remotes, remoteOf(p))
			}
			return r.Listed(ctx, remotes)
		}
	}
	if r.Missed != nil {
		job.Missed = func(ctx context.Context, p browser.Paper, reason string) error {
			return r.Missed(ctx, remoteOf(p), reason)
		}
	}
	return b.client.Collect(ctx, job, func(ctx context.Context, p browser.Paper, body io.Reader) error { return keep(ctx, remoteOf(p), body) })
}

// remoteOf is a paper of the browser's as the collection names it.
func remoteOf(p browser.Paper) connector.Remote {
	return connector.Remote{
		ID: p.ID, Title: p.Title, Category: p.Category, Space: p.Space, Date: p.Date, Filename: p.Title + ".pdf", MediaType: p.MediaType,
	}
}
