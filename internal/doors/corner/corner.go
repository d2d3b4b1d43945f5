package corner

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/delivering/link"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
)

// Options is all that the corner needs from the house.
type Options struct {
	Desk  *desk.Desk
	Links *link.Signer
	Now   func() time.Time
	Log   *slog.Logger
}

// Corner answers the browsers of clients. It is safe for concurrent use.
type Corner struct {
	Options
	pages  pageSet
	assets web.Assets
	seats  *seats.Pool // for uploads, by account
	serve  http.Handler
	zone   *time.Location // of the days that clients read
}

// How many uploads are taken in at once, and how many of one account.
const (
	uploadsAtOnce  = 4
	uploadsOfOne   = 2
	uploadsWaiting = 8
	seatWait       = 15 * time.Second
)

// New makes a corner. An error is a fault of a page, which a test finds.
func New(o Options) (*Corner, error) {
	c := &Corner{Options: o, seats: seats.New(seats.Options{Seats: uploadsAtOnce, Each: uploadsOfOne, Line: uploadsWaiting})}
	var err error
	if c.zone, err = time.LoadLocation("Europe/Paris"); err != nil {
		return nil, fmt.Errorf("load the zone of days: %w", err)
	}
	if c.assets, err = web.LoadAssets(files, "/corner/assets/"); err != nil {
		return nil, err
	}
	if c.pages, err = loadPages(c.assets); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /corner/assets/{version}/{name}", c.assets.Serve)
	mux.HandleFunc("GET /corner/{order}/{generation}", c.handler(c.show))
	mux.HandleFunc("POST /corner/{order}/{generation}", c.handler(c.take))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { c.refuse(w, errUnknown) })
	c.serve = guard(mux)
	return c, nil
}

// ServeHTTP answers any request under /corner/.
func (c *Corner) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.serve.ServeHTTP(w, r) }

// visit is one request with a good address.
type visit struct {
	*http.Request
	list desk.Checklist
}

// handler opens the corner that an address names, and has it answered.
func (c *Corner) handler(answer func(http.ResponseWriter, *visit) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := c.open(r)
		if err == nil {
			err = answer(w, v)
		}
		if err != nil {
			c.fail(w, r, err)
		}
	}
}

// Why an address opens nothing.
var (
	errUnknown = errors.New("no corner has this address")
	errClosed  = errors.New("the address holds no more")
)

// open checks an address and reads what it opens.
func (c *Corner) open(r *http.Request) (*visit, error) {
	err := c.Links.Check(r.URL, c.Now())
	if errors.Is(err, link.ErrExpired) {
		return nil, errClosed
	}
	id, unreadable := predate.ParseOrderID(r.PathValue("order"))
	generation, unnumbered := strconv.Atoi(r.PathValue("generation"))
	if errors.Join(err, unreadable, unnumbered) != nil {
		return nil, errUnknown
	}
	list, err := c.Desk.Corner(r.Context(), id, generation)
	if refused := (*predate.Error)(nil); errors.As(err, &refused) && refused.Code == predate.CodeNotFound {
		return nil, errUnknown
	}
	if errors.Is(err, desk.ErrCornerClosed) {
		return nil, errClosed
	}
	return &visit{r, list}, err
}
