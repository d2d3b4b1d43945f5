package connector

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"predate"
	"predate/internal/collecting/recipe"
)

// Request is one collection to make.
type Request struct {
	URL string // of the extranet, as the client gave it
	// Recipe is the hash of the recipe that was looked up for the address; where
	// another is at work by now, nothing is begun: ErrReplaced. Empty takes any.
	Recipe   string
	Username string
	Password predate.Secret
	// Address, Owners and Lots tell the account apart where one login opens
	// several.
	Address predate.Address
	Owners  []predate.Owner
	Lots    string
	// Known are the remote ids that the order already holds: they are listed
	// and not fetched again.
	Known map[string]bool
	// Deposits are handed in after the collection, in the same session;
	// Deposited is told at once of each, and its error stops the run.
	Deposits  []Deposit
	Deposited func(ctx context.Context, d Deposit, r Receipt) error
	// Listed is told of every document that the run is to have, before any is
	// fetched; Missed of each that cannot be had, with the reason in French. An
	// error of theirs stops the run; both may be nil.
	Listed func(ctx context.Context, all []Remote) error
	Missed func(ctx context.Context, doc Remote, reason string) error
	// Slowed is told each time that the site asks for patience and gets it; it
	// may be nil.
	Slowed func()
	// Ask asks a person of ours what the site asks in the middle of the login; nil
	// where nobody can be asked. Recipes over HTTP ask nobody.
	Ask predate.AskPerson
}

// Remote is a document of an extranet, as the extranet names it.
type Remote struct {
	ID        string // made of all that the extranet says of it: unique, and the same at the next visit
	Title     string
	Category  string          // the folders above it: "Immeuble / Divers"
	Space     string          // SpaceOwner or SpaceBuilding
	Date      predate.Date    // when it was put there; zero when not said
	Filename  string          // for display only
	MediaType string          // sniffed from the bytes
	Hint      predate.DocType // what the category suggests; zero for nothing
}

// Keep takes a document as it arrives. It reads r to its end before it
// succeeds; when r fails it drops what it has and gives the error back, and may
// then be called again for the same document. Its own errors stop the run.
type Keep = func(ctx context.Context, doc Remote, r io.Reader) error

// Options are those of the installation.
type Options struct {
	Now func() time.Time
	// DevHosts binds development hosts, "127.0.0.1:8090" or "127.0.0.1" for any
	// port, to the id of a recipe; they may be reached over http. "dupont.files" binds
	// one to the host that the recipe dupont calls files.
	DevHosts map[string]string
	// Hosts binds hosts that no recipe names to the id of one: an operator
	// looked at them and answers for them.
	Hosts map[string]string
	// Settings are the installation's own values that some recipes need.
	Settings map[string]string
	// Random is where recipes get what nobody may guess.
	Random io.Reader
	// Pause waits between requests; nil really waits. NoPause is for a site of
	// our own.
	Pause func(ctx context.Context, d time.Duration) error
	// Probe reads the landing page of an unknown host, once and without the
	// credentials, to tell an operator which family it looks like.
	Probe bool
	// Trace is shown every answer; nil for nobody.
	Trace func(Exchange)
}

// ErrReplaced says that another recipe is at work for an address than the one that
// was looked up.
var ErrReplaced = errors.New("the recipe was replaced a moment ago")

// Collector runs recipes. It is safe for concurrent use; two collections of
// one identity at one host wait for each other, for two sessions of the same
// person may end one another.
type Collector struct {
	recipes atomic.Pointer[[]recipe.Recipe]
	client  func(hosts []string) *http.Client
	options Options

	mu   sync.Mutex
	busy map[string]chan struct{}
}

// New makes a Collector. The client it is given for the hosts of a run must
// reach no other host, redirects included.
func New(recipes []recipe.Recipe, client func(hosts []string) *http.Client, o Options) *Collector {
	if o.Pause == nil {
		o.Pause = wait
	}
	if o.Random == nil {
		o.Random = noChance{}
	}
	c := &Collector{client: client, options: o, busy: map[string]chan struct{}{}}
	c.Use(recipes)
	return c
}

// Use puts other recipes to work. What is being collected goes on with its own.
func (c *Collector) Use(recipes []recipe.Recipe) { c.recipes.Store(&recipes) }

// atWork are the recipes that a new collection may follow.
func (c *Collector) atWork() []recipe.Recipe { return *c.recipes.Load() }

// noChance fails the recipes that need what nobody may guess.
type noChance struct{}

// Read gives nothing.
func (noChance) Read([]byte) (int, error) { return 0, errors.New("no source of chance was given") }

// Recipe gives the recipe for an address; false when no recipe knows its host,
// and a collection would fail with predate.UnsupportedExtranet.
func (c *Collector) Recipe(address string) (recipe.Family, bool) {
	_, found, err := c.resolve(address)
	if err != nil {
		return recipe.Family{}, false
	}
	return found.Family(), true
}

// Collect fetches the documents of the owner and of the building, calls keep
// for each, and says how many were kept. The error is a *predate.Failure when
// the extranet or the credentials are the cause; what was kept before stays
// good, and a later run with Known goes on from there. Any other error is the
// caller's own: its context, or its keep.
func (c *Collector) Collect(ctx context.Context, request Request, keep Keep) (n int, err error) {
	err = c.within(ctx, request, func(ctx context.Context, s *session) error {
		n, err = s.run(ctx, keep)
		return err
	})
	return n, err
}

// within opens a session for a request, alone of its identity, and leaves it.
func (c *Collector) within(ctx context.Context, request Request, use func(context.Context, *session) error) error {
	origin, recipe, err := c.resolve(request.URL)
	if request.Recipe != "" && (err != nil || recipe.Family().Hash != request.Recipe) {
		return ErrReplaced
	}
	if err != nil {
		return c.advised(ctx, err, request.URL)
	}
	s, err := c.open(origin, recipe, request)
	if err != nil {
		return err
	}
	release, err := c.reserve(ctx, origin.Host+" "+strings.ToLower(request.Username))
	if err != nil {
		return err
	}
	defer release()
	limited, cancel := context.WithTimeout(ctx, MaxDuration)
	defer cancel()
	err = use(limited, s)
	s.show(err)
	s.logout(ctx)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("collect: %w", ctx.Err())
	}
	return err
}

// resolve finds the recipe of an address, before anything is sent.
func (c *Collector) resolve(address string) (*url.URL, *recipe.Recipe, error) {
	failure := func(code predate.FailureCode, why string) error {
		return &predate.Failure{Code: code, Stage: predate.StageResolve, Err: errors.New(why)}
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" {
		return nil, nil, failure(predate.UnsupportedExtranet, "the address cannot be read")
	}
	origin := &url.URL{Scheme: strings.ToLower(u.Scheme), Host: strings.ToLower(u.Host)}
	if u.User != nil {
		return nil, nil, failure(predate.PolicyRefused, "user information in the address")
	}
	if id := c.bound(origin); id != "" {
		if recipe := c.named(id); recipe != nil {
			return origin, recipe, nil
		}
		return nil, nil, failure(predate.UnsupportedExtranet, "the host is bound to no recipe")
	}
	if host, port, err := net.SplitHostPort(origin.Host); err == nil && port == "443" {
		origin.Host = host
	}
	recipe := c.known(strings.TrimSuffix(origin.Hostname(), "."))
	switch {
	case recipe == nil:
		return nil, nil, failure(predate.UnsupportedExtranet, "no recipe for this host")
	case origin.Scheme != "https" || origin.Port() != "" || strings.HasSuffix(origin.Host, "."):
		return nil, nil, failure(predate.PolicyRefused, "the address of a known extranet is https, without port")
	}
	return origin, recipe, nil
}

// known gives the recipe for a host: the operator's word goes first, then the
// recipe that names the host most exactly.
func (c *Collector) known(host string) *recipe.Recipe {
	if recipe := c.named(c.options.Hosts[host]); recipe != nil {
		return recipe
	}
	recipes, best, length := c.atWork(), -1, 0
	for i := range recipes {
		if n := recipes[i].Matches(host); n > length {
			best, length = i, n
		}
	}
	if best < 0 {
		return nil
	}
	return &recipes[best]
}

func (c *Collector) named(id string) *recipe.Recipe {
	recipes := c.atWork()
	for i := range recipes {
		if recipes[i].ID == id {
			return &recipes[i]
		}
	}
	return nil
}

// bound gives the id of the recipe that the installation binds an address to.
func (c *Collector) bound(origin *url.URL) string {
	if id, ok := c.options.DevHosts[origin.Host]; ok {
		return id
	}
	return c.options.DevHosts[origin.Hostname()]
}

// reserve waits until nobody else uses the identity.
func (c *Collector) reserve(ctx context.Context, identity string) (release func(), err error) {
	for {
		c.mu.Lock()
		other, taken := c.busy[identity]
		if !taken {
			mine := make(chan struct{})
			c.busy[identity] = mine
			c.mu.Unlock()
			return func() {
				c.mu.Lock()
				delete(c.busy, identity)
				c.mu.Unlock()
				close(mine)
			}, nil
		}
		c.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, fmt.Errorf("collect: %w", ctx.Err())
		}
	}
}
