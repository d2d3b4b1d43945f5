package portal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/delivering/webhook"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
)

// Bodies makes the body of a delivery, the same bytes each time; the pipeline does.
type Bodies interface {
	Body(ctx context.Context, of desk.Contents) (*webhook.Body, error)
}

// Accounts reads an account, or predate.ErrNotFound.
type Accounts interface {
	AccountByID(ctx context.Context, id predate.AccountID) (predate.Account, error)
}

// Options is all that the portal needs from the house.
type Options struct {
	Desk     *desk.Desk
	Accounts Accounts
	Bodies   Bodies
	Links    *link.Signer
	Now      func() time.Time
	Log      *slog.Logger
}

// Portal answers the browsers of a client's support. It is safe for concurrent use.
type Portal struct {
	Options
	pages  pageSet
	assets web.Assets
	serve  http.Handler
	zone   *time.Location // of the instants that people read
}

// base is the part of every address that is signed.
const base = "/portal/{account}/{tokens}/{scope}/{frame}"

// New makes a portal. An error is a fault of a page, which a test finds.
func New(o Options) (*Portal, error) {
	p := &Portal{Options: o}
	var err error
	if p.zone, err = time.LoadLocation("Europe/Paris"); err != nil {
		return nil, fmt.Errorf("load the zone of days: %w", err)
	}
	if p.assets, err = web.LoadAssets(files, "/portal/assets/"); err != nil {
		return nil, err
	}
	if p.pages, err = loadPages(p.assets); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /portal/assets/{version}/{name}", p.assets.Serve)
	mux.HandleFunc("GET "+base, p.handler(p.list))
	mux.HandleFunc("GET "+base+"/endpoints/{endpoint}", p.handler(p.endpoint))
	mux.HandleFunc("POST "+base+"/endpoints/{endpoint}", p.handler(p.change))
	mux.HandleFunc("GET "+base+"/deliveries/{delivery}", p.handler(p.delivery))
	mux.HandleFunc("POST "+base+"/deliveries/{delivery}", p.handler(p.resend))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { p.fail(w, r, errUnknown) })
	p.serve = guard(mux)
	return p, nil
}

// ServeHTTP answers any request under /portal/.
func (p *Portal) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.serve.ServeHTTP(w, r) }

// guard sets the headers of every answer, and refuses what another site sends. The
// address is the key: it goes to no other site, and search engines keep away.
func guard(inner http.Handler) http.Handler {
	own := http.NewCrossOriginProtection().Handler(inner)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		web.ProtectPage(h, contentPolicy("'none'"))
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		own.ServeHTTP(w, r)
	})
}

// contentPolicy lets a page load what this origin serves, and nothing else; framed says
// whose pages may hold it in a frame.
func contentPolicy(framed string) string {
	return "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors " + framed
}

// visit is one request with a good address.
type visit struct {
	*http.Request
	account predate.Account
	test    bool // the endpoints for tests are shown, else the live ones
	at      address
}

// address makes the addresses of the pages that a visitor may see.
type address struct{ path, query string }

// To is the address of a page: its path below the signed one, and more of a query.
func (a address) To(sub string, more url.Values) string {
	query := a.query
	if len(more) > 0 {
		query += "&" + more.Encode()
	}
	return a.path + sub + "?" + query
}

// handler opens what an address names, and has it answered.
func (p *Portal) handler(answer func(http.ResponseWriter, *visit) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := p.open(r)
		if err == nil {
			if origin := v.frame(); origin != "" {
				w.Header().Set("Content-Security-Policy", contentPolicy(origin))
				w.Header().Del("X-Frame-Options") // it knows no origins; the policy says who may
			}
			err = answer(w, v)
		}
		if err != nil {
			p.fail(w, r, err)
		}
	}
}

// Why an address opens nothing.
var (
	errUnknown = errors.New("no portal has this address")
	errClosed  = errors.New("the address holds no more")
)

// open checks an address and reads whose it is.
func (p *Portal) open(r *http.Request) (*visit, error) {
	named, err := p.Links.CheckPortal(link.Portal{
		Account: predate.AccountID(r.PathValue("account")), Tokens: r.PathValue("tokens"), Scope: r.PathValue("scope"), Frame: r.PathValue("frame"),
	}, r.URL.Query(), p.Now())
	if errors.Is(err, link.ErrExpired) {
		return nil, errClosed
	}
	if err != nil {
		return nil, errUnknown
	}
	account, err := p.Accounts.AccountByID(r.Context(), predate.AccountID(r.PathValue("account")))
	if errors.Is(err, predate.ErrNotFound) {
		return nil, errUnknown
	}
	if err != nil {
		return nil, err
	}
	if account.Disabled || !account.Erased.IsZero() || !link.SameTokens(r.PathValue("tokens"), account.Tokens) {
		return nil, errClosed
	}
	query := url.Values{"expires": r.URL.Query()["expires"], "signature": r.URL.Query()["signature"]}
	return &visit{Request: r, account: account, test: r.PathValue("scope") == link.ScopeTest, at: address{named, query.Encode()}}, nil
}

// frame is the origin that may hold the page in a frame; empty for none.
func (v *visit) frame() string {
	origin, err := link.FrameOf(v.PathValue("frame"))
	if err != nil {
		return ""
	}
	return origin
}

// fail says in French why something was refused. What is no refusal is our own fault: it
// is logged, and the visitor is told no more than that.
func (p *Portal) fail(w http.ResponseWriter, r *http.Request, err error) {
	refused := (*predate.Error)(nil)
	status := 0
	switch {
	case errors.Is(err, errUnknown):
		refused = predate.Refuse(predate.CodeNotFound, "Ce lien n’est pas complet : ouvrez-le de nouveau depuis votre logiciel.")
	case errors.Is(err, errClosed):
		refused, status = predate.Refuse(predate.CodeNotFound, "Ce lien n’est plus valable : demandez-en un autre depuis votre logiciel."), http.StatusGone
	case errors.As(err, &refused):
	case errors.Is(err, predate.ErrNotFound):
		refused = predate.Refuse(predate.CodeNotFound, "Il n’y a rien à cette adresse.")
	case errors.Is(err, predate.ErrAway), errors.Is(err, predate.ErrBusy), errors.Is(err, predate.ErrStale), errors.Is(err, context.DeadlineExceeded):
		w.Header().Set("Retry-After", "2")
		refused = predate.Refuse(predate.CodeUnavailable, "Le service est très demandé : réessayez dans un instant.")
	default:
		if r.Context().Err() == nil {
			p.Log.ErrorContext(r.Context(), "a page of the portal failed", "route", r.Pattern, "error", err)
		}
		refused = &predate.Error{Message: "L’incident est noté ; réessayez."}
	}
	if status == 0 {
		status, _ = web.StatusOf(refused.Code)
	}
	if err := p.draw(w, status, p.pages.refused, refused.Message); err != nil {
		p.Log.ErrorContext(r.Context(), "draw the page of an error", "error", err)
		http.Error(w, refused.Message, status)
	}
}

// draw writes a page, whole or not at all.
func (p *Portal) draw(w http.ResponseWriter, status int, page *pageTemplate, view any) error {
	var drawn bytes.Buffer
	if err := page.Execute(&drawn, view); err != nil {
		return fmt.Errorf("draw a page of the portal: %w", err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(drawn.Bytes()) // who asked is gone
	return nil
}
