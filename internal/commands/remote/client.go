package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/base/egress"
)

// ClientFlags are what a command needs to speak to a server as a client of its
// API.
type ClientFlags struct {
	Server   string `help:"Address of the server." default:"http://127.0.0.1:8080" placeholder:"URL"`
	APIKey   string `name:"api-key" help:"API key of the account; better in PREDATE_API_KEY or PREDATE_API_KEY_FILE." required:"" secret:"" placeholder:"KEY"`
	Email    string `help:"E-mail of the account." required:""`
	Password string `help:"Its password; better in PREDATE_PASSWORD or PREDATE_PASSWORD_FILE." required:"" secret:"" placeholder:"PASSWORD"`
}

// ClientTimeout bounds one request, the longest wait for events included.
const ClientTimeout = 90 * time.Second

// Open authenticates.
func (f ClientFlags) Open(ctx context.Context) (*Client, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	return client, client.Authenticate(ctx)
}

// client makes a client that has no token yet. Keys and passwords go over http to this
// machine only.
func (f ClientFlags) client() (*Client, error) {
	u, err := url.Parse(f.Server)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("server %q: want an absolute URL like https://predate.example.fr", f.Server)
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !thisMachine(u.Hostname())) {
		return nil, fmt.Errorf("server %q: only https may carry keys, but to this machine itself", f.Server)
	}
	return &Client{
		Base: strings.TrimRight(f.Server, "/"), Http: egress.Direct(ClientTimeout), Key: predate.Secret(f.APIKey),
		Email: f.Email, Password: predate.Secret(f.Password),
	}, nil
}

func thisMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// Client speaks the contract's HTTP as a client's system does.
type Client struct {
	Base       string
	Http       *http.Client
	Key, Token predate.Secret
	Email      string
	Password   predate.Secret
}

// Refusal is a refusal of the server.
type Refusal struct {
	Status  int
	Code    string
	Message string
	// Wait is when to ask again, if the server named a time.
	Wait time.Duration
}

// RefusalOf returns the refusal that a response of the server is.
func RefusalOf(response *http.Response, message string) *Refusal {
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")) // zero where there is none
	return &Refusal{response.StatusCode, response.Header.Get("predate-error"), message, time.Duration(seconds) * time.Second}
}

// Error tells the server's own sentence.
func (e *Refusal) Error() string {
	return fmt.Sprintf("the server answers %d: %s", e.Status, e.Message)
}

// Authenticate gets an access token.
func (a *Client) Authenticate(ctx context.Context) error {
	var token struct {
		Token predate.Secret `json:"access_token"`
	}
	a.Token = ""
	err := a.Call(ctx, http.MethodPost, "/account/auth", map[string]string{"email": a.Email, "password": a.Password.Reveal()}, &token)
	a.Token = token.Token
	return err
}

// Again is call, with a new token where the old one has expired.
func (a *Client) Again(ctx context.Context, method, path string, body, payload any) error {
	err := a.Call(ctx, method, path, body, payload)
	if refused := (*Refusal)(nil); errors.As(err, &refused) && refused.Status == http.StatusUnauthorized {
		if err := a.Authenticate(ctx); err != nil {
			return err
		}
		return a.Call(ctx, method, path, body, payload)
	}
	return err
}

// Call sends a request and reads the payload of the envelope. A refusal is an
// *apiError.
func (a *Client) Call(ctx context.Context, method, path string, body, payload any) error {
	var sent io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("encode the request: %w", err)
		}
		sent = bytes.NewReader(encoded)
	}
	request, err := a.request(ctx, method, path, sent)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := a.send(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	envelope := struct {
		Message string `json:"message"`
		Payload any    `json:"payload"`
	}{Payload: payload}
	err = json.NewDecoder(response.Body).Decode(&envelope)
	if response.StatusCode != http.StatusOK {
		return RefusalOf(response, envelope.Message)
	}
	if err != nil {
		return fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return nil
}

// request makes a request with the credentials.
func (a *Client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, a.Base+path, body)
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("X-Auth-Key", a.Key.Reveal())
	if a.Token != "" {
		request.Header.Set("Authorization", "Bearer "+a.Token.Reveal())
	}
	return request, nil
}

func (a *Client) send(request *http.Request) (*http.Response, error) {
	response, err := a.Http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", request.URL.Path, err)
	}
	return response, nil
}
