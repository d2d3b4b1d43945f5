package console

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/doors/web"
	"predate/internal/keeping/blob"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
	"predate/internal/reading"
	"predate/internal/statement/bundle"
)

// Options is all that the console needs from the house.
type Options struct {
	Desk *desk.Desk
	// People knows whose session is whose; nil is Auth.
	People People
	// Auth is how operators sign in, and what administrators do of them.
	Auth *auth.People
	// Accounts are the clients of the API, for those who administer.
	Accounts *auth.Authority
	Bodies   Bodies
	Recipes  pipeline.Recipes
	Replay   pipeline.Replay // of looks
	Reader   *reading.Reader
	Blobs    blob.Store
	Engine   Engine // draws pages of papers
	// Pages makes the one PDF of an order’s papers; nil makes none.
	Pages bundle.Engine
	// Drawings is the folder that keeps drawn pages; empty keeps none.
	Drawings string
	// Dossiers says what a case is read from; the pipeline does, so that the console
	// reads what the pipeline reads.
	Dossiers Dossiers
	Links    *link.Signer // makes the address of a client's page
	// Issuer answers for the statements, and for the projects that operators look at.
	Issuer predate.Issuer
	// Origin is the address under which operators reach the console, such as
	// https://console.example.fr. Only under https is the cookie a __Host- one.
	Origin *url.URL
	// OpenCredentials opens what the desk sealed; nil in a process without that key,
	// which shows no password to anybody.
	OpenCredentials desk.OpenSecret
	// TrustedProxies are the networks of the proxies whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	Now            func() time.Time
	Random         io.Reader
	Log            *slog.Logger
}

// People knows the operators and their sessions; auth does.
type People interface {
	// Session returns whose session a token opens, and the session's name. A token
	// that opens none is predate.ErrNotFound: he must sign in.
	Session(ctx context.Context, token predate.Secret) (predate.Operator, string, error)
}

// Dossiers gives what a case is read from.
type Dossiers interface {
	Dossier(desk.Case) reading.Dossier
}

// Console answers operators' browsers. It is safe for concurrent use.
type Console struct {
	Options
	pages  pageSet
	assets web.Assets
	live   *live
	drawer *drawer
	index  *index
	drafts *printer
	serve  http.Handler
	kept   *explanations
	zone   *time.Location // of the days and hours that operators read
}

// New makes a console. An error is a fault of a page, which a test finds.
func New(o Options) (*Console, error) {
	if o.People == nil && o.Auth != nil {
		o.People = o.Auth
	}
	c := &Console{Options: o, kept: &explanations{}}
	var err error
	if c.zone, err = time.LoadLocation("Europe/Paris"); err != nil {
		return nil, fmt.Errorf("load the zone of days: %w", err)
	}
	if c.assets, err = web.LoadAssets(assetFiles, "/assets/"); err != nil {
		return nil, err
	}
	if c.pages, err = loadPages(c.assets); err != nil {
		return nil, err
	}
	c.live = newLive(o)
	c.openPapers()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /assets/{version}/{name}", c.assets.Serve)
	for _, one := range routes() {
		mux.Handle(one.method+" "+one.pattern, c.handler(one))
	}
	mux.Handle("/", c.handler(route{least: open, handle: unknownPage}))
	c.serve = guard(mux, c.Origin)
	return c, nil
}

// ServeHTTP answers any request.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.serve.ServeHTTP(w, r) }
