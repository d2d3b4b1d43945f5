package connectortest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"predate"
	"predate/connectors"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/recipe"
)

// Host is the host under which the site is known to the recipe.
const Host = "agence.site.test:8443"

// Origin is the address of the site.
const Origin = "https://" + Host

// The credentials that a run uses; both are odd enough to be found in any text
// that should not repeat them.
const (
	Username = "Z9Q8X7-login"
	Password = `p4&ss"w<ord é`
)

// Kept is one document that a run kept.
type Kept struct {
	connector.Remote
	Data []byte
}

// Run is a collection to make, and what came of it.
type Run struct {
	Recipes []recipe.Recipe // the built-in ones when nil
	Recipe  string          // id that Host is bound to; empty where URL names a known host
	// Family are the hosts that the run may reach beside Host.
	Family    []string
	Transport http.RoundTripper // carries the requests to the site
	URL       string            // Origin when empty
	Username  string            // Username when empty
	Password  predate.Secret    // Password when empty
	Request   connector.Request // what else is asked for
	Options   connector.Options // what else the installation says
	Known     map[string]bool
	Keep      connector.Keep // called before the document is written down; may be nil

	mu       sync.Mutex
	Kept     []Kept
	N        int
	Err      error
	Requests []string // "POST /authenticate"
	Sent     []string // bodies
	Outside  []string // URLs on any other host: must stay empty
	Hosts    []string // what the client was allowed
	Pauses   []time.Duration
}

// Collect makes the run. It fails only when the recipes do not load.
func (r *Run) Collect(ctx context.Context) error {
	recipes := r.Recipes
	if recipes == nil {
		var err error
		if recipes, err = recipe.Load(connectors.Files()); err != nil {
			return fmt.Errorf("load recipes: %w", err)
		}
	}
	request := r.Request
	request.URL, request.Username, request.Password, request.Known = r.URL, r.Username, Password, r.Known
	if r.Password != "" {
		request.Password = r.Password
	}
	if request.URL == "" {
		request.URL = Origin + "/connexion/"
	}
	if request.Username == "" {
		request.Username = Username
	}
	o := r.Options
	o.Random = odd{}
	if o.Now == nil {
		o.Now = func() time.Time { return time.Date(2026, 5, 18, 10, 0, 0, 0, time.UTC) }
	}
	if o.Pause == nil {
		o.Pause = r.pause
	}
	if r.Recipe != "" {
		o.DevHosts = map[string]string{Host: r.Recipe}
	}
	c := connector.New(recipes, r.client, o)
	r.N, r.Err = c.Collect(ctx, request, r.keep)
	return nil
}

// pause is short, and long enough for a server to notice that we went away.
func (r *Run) pause(ctx context.Context, d time.Duration) error {
	if d >= time.Second {
		time.Sleep(5 * time.Millisecond)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Pauses = append(r.Pauses, d)
	return ctx.Err()
}

func (r *Run) keep(ctx context.Context, doc connector.Remote, body io.Reader) error {
	if r.Keep != nil {
		if err := r.Keep(ctx, doc, body); err != nil {
			return err
		}
	}
	data, err := io.ReadAll(body)
	if err != nil {
		return fmt.Errorf("keep: %w", err)
	}
	r.Kept = append(r.Kept, Kept{doc, data})
	return nil
}

func (r *Run) client(hosts []string) *http.Client {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Hosts = append(r.Hosts, hosts...)
	return &http.Client{Transport: recorder{r}}
}

// odd gives bytes that are the same in every run.
type odd struct{}

// Read fills p.
func (odd) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(i*37 + 11)
	}
	return len(p), nil
}

// recorder writes every request down and lets only those of Host pass.
type recorder struct{ run *Run }

// RoundTrip passes the request on.
func (t recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r := t.run
	r.mu.Lock()
	r.Requests = append(r.Requests, req.Method+" "+req.URL.RequestURI())
	if req.Body != nil && req.GetBody != nil {
		if body, err := req.GetBody(); err == nil {
			text, _ := io.ReadAll(body) // of memory
			r.Sent = append(r.Sent, string(text))
		}
	}
	if req.URL.Host != Host && !slices.Contains(r.Family, req.URL.Host) {
		r.Outside = append(r.Outside, req.URL.String())
		r.mu.Unlock()
		return nil, fmt.Errorf("%s is outside", req.URL.Host)
	}
	r.mu.Unlock()
	return r.Transport.RoundTrip(req)
}

// Failure gives the failure of the run; nil when it had none.
func (r *Run) Failure() *predate.Failure {
	var failure *predate.Failure
	errors.As(r.Err, &failure)
	return failure
}

// Logins counts the login attempts.
func (r *Run) Logins() int {
	n := 0
	for _, request := range r.Requests {
		if strings.HasPrefix(request, "POST ") {
			n++
		}
	}
	return n
}

// PasswordsSent counts the bodies that hold the password.
func (r *Run) PasswordsSent() int {
	n := 0
	for _, body := range r.Sent {
		if strings.Contains(body, "p4%26ss") || strings.Contains(body, `p4\u0026ss`) {
			n++
		}
	}
	return n
}

// IDs gives the remote ids that were kept, sorted.
func (r *Run) IDs() []string {
	var ids []string
	for _, k := range r.Kept {
		ids = append(ids, k.ID)
	}
	slices.Sort(ids)
	return ids
}

// Leaks gives every text of the failure that repeats a credential.
func (r *Run) Leaks() []string {
	if r.Err == nil {
		return nil
	}
	var leaks []string
	texts := []string{r.Err.Error(), fmt.Sprintf("%+v", r.Err), fmt.Sprintf("%#v", r.Err)}
	if failure := r.Failure(); failure != nil {
		texts = append(texts, failure.Message, failure.Page)
	}
	for _, text := range texts {
		for _, secret := range []string{Username, Password, "p4&ss", "p4%26ss", "p4&amp;ss", `p4\u0026ss`} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(secret)) {
				leaks = append(leaks, text)
			}
		}
	}
	return leaks
}
