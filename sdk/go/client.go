package predate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Version of the library, told to the server in User-Agent.
const Version = "1.0.0"

// Config is what a Client needs. The last four may be left out.
type Config struct {
	BaseURL  string // the installation's public address
	APIKey   string // prd_live_… or prd_test_…
	Email    string // of the key's account
	Password string

	HTTP        *http.Client  // by default one with a timeout of two minutes
	MaxAttempts int           // of one call, the first included; by default 5
	MaxWait     time.Duration // the longest wait before a further attempt; by default one minute
	UserAgent   string        // put before the library's own
}

// Client speaks to the API for one account. It may be used by many goroutines.
type Client struct {
	config Config

	renewing sync.Mutex
	token    string
	until    time.Time // when the token is renewed
}

// New makes a client. It asks for nothing yet: the first call authenticates.
func New(config Config) (*Client, error) {
	if config.BaseURL == "" || config.APIKey == "" {
		return nil, errors.New("predate: BaseURL and APIKey are required")
	}
	config.BaseURL = strings.TrimRight(config.BaseURL, "/")
	if config.HTTP == nil {
		config.HTTP = &http.Client{Timeout: 2 * time.Minute}
	}
	if config.MaxAttempts <= 0 {
		config.MaxAttempts = 5
	}
	if config.MaxWait <= 0 {
		config.MaxWait = time.Minute
	}
	config.UserAgent = strings.TrimSpace(config.UserAgent + " predate-go/" + Version)
	return &Client{config: config}, nil
}

// Option changes one call.
type Option func(*call)

// WithHeader adds a header, such as If-None-Match, Range or traceparent.
func WithHeader(name, value string) Option {
	return func(c *call) { c.header.Set(name, value) }
}

// WithIdempotencyKey names the request for good: the same again, even from
// another process within 30 days, gets the same answer. Without it every call
// draws a key of its own, which its further attempts bear. It is for the calls
// that the API lets bear one, and ignored by the others.
func WithIdempotencyKey(key string) Option {
	return func(c *call) { c.key = key }
}

type credentials int

const (
	noneCredentials credentials = iota
	keyCredentials
	allCredentials
)

type shape int

const (
	inEnvelope shape = iota
	bare
	asBytes
)

// call is one request of a method, before it is sent.
type call struct {
	method, path string
	shape        shape
	credentials  credentials
	body, query  any
	keyed        bool
	key          string
	header       http.Header

	written []byte // the body
}

// mayRepeat reports whether a further attempt can do no harm: it reads, asks for
// a token, or bears an idempotency key.
func (c call) mayRepeat() bool {
	return c.method == http.MethodGet || c.credentials == keyCredentials || c.key != ""
}

// do sends a call until it has an answer or may not go on, and reads it.
func (c *Client) do(ctx context.Context, what call, into any, options []Option) error {
	what.header = http.Header{}
	for _, option := range options {
		option(&what)
	}
	if !what.keyed {
		what.key = ""
	} else if what.key == "" {
		what.key = randomKey()
	}
	if what.body != nil {
		written, err := json.Marshal(what.body)
		if err != nil {
			return fmt.Errorf("predate: write the request: %w", err)
		}
		what.written = written
	}
	renewed := false
	for attempt := 1; ; attempt++ {
		token := ""
		if what.credentials == allCredentials {
			var err error
			if token, err = c.accessToken(ctx); err != nil {
				return err
			}
		}
		answer, err := c.send(ctx, what, token)
		if err == nil {
			return read(answer, what.shape, into)
		}
		var refused *Error
		if errors.As(err, &refused) && refused.Code == "invalid_access_token" && token != "" && !renewed {
			renewed = true // refused before anything was done: once more with another token
			c.forget(token)
			attempt--
			continue
		}
		wait, goOn := c.pause(what, err, attempt)
		if !goOn || ctx.Err() != nil {
			return err
		}
		if !sleep(ctx, wait) {
			return errors.Join(ctx.Err(), err)
		}
	}
}

// pause tells how long to wait before another attempt, or that there is none.
func (c *Client) pause(what call, err error, attempt int) (time.Duration, bool) {
	if attempt >= c.config.MaxAttempts || !what.mayRepeat() {
		return 0, false
	}
	wait := min(500*time.Millisecond<<(attempt-1), 8*time.Second)
	wait = wait/2 + time.Duration(rand.Int64N(int64(wait/2)+1))
	var refused *Error
	if !errors.As(err, &refused) { // no answer came
		return wait, true
	}
	if !refused.Temporary() {
		return 0, false
	}
	if refused.retryAfterGiven {
		wait = refused.RetryAfter
	}
	return wait, wait <= c.config.MaxWait
}

func (c *Client) send(ctx context.Context, what call, token string) ([]byte, error) {
	address := c.config.BaseURL + what.path
	if query := encoded(what.query); query != "" {
		address += "?" + query
	}
	request, err := http.NewRequestWithContext(ctx, what.method, address, bytes.NewReader(what.written))
	if err != nil {
		return nil, fmt.Errorf("predate: %w", err)
	}
	request.Header = what.header.Clone()
	request.Header.Set("User-Agent", c.config.UserAgent)
	if what.written != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if what.credentials != noneCredentials {
		request.Header.Set("X-Auth-Key", c.config.APIKey)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if what.key != "" {
		request.Header.Set("Idempotency-Key", what.key)
	}
	return c.exchange(request)
}

// exchange sends a request and gives the body of a success.
func (c *Client) exchange(request *http.Request) ([]byte, error) {
	response, err := c.config.HTTP.Do(request)
	if err != nil {
		return nil, fmt.Errorf("predate: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("predate: read the answer: %w", err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, refusal(response, body)
	}
	return body, nil
}

func read(body []byte, as shape, into any) error {
	if as == asBytes {
		if out, ok := into.(*[]byte); ok {
			*out = body
		}
		return nil
	}
	given := json.RawMessage(body)
	if as == inEnvelope {
		var envelope struct {
			Payload json.RawMessage `json:"payload"`
		}
		if err := json.Unmarshal(body, &envelope); err != nil {
			return fmt.Errorf("predate: the answer is not that of the API: %w", err)
		}
		given = envelope.Payload
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(given, into); err != nil {
		return fmt.Errorf("predate: the answer is not that of the API: %w", err)
	}
	return nil
}

func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
