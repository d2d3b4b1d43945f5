package main

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

// clientFlags are what a command needs to speak to a server as a client of its
// API.
type clientFlags struct {
	Server   string `help:"Address of the server." default:"http://127.0.0.1:8080" placeholder:"URL"`
	APIKey   string `name:"api-key" help:"API key of the account; better in PREDATE_API_KEY or PREDATE_API_KEY_FILE." required:"" secret:"" placeholder:"KEY"`
	Email    string `help:"E-mail of the account." required:""`
	Password string `help:"Its password; better in PREDATE_PASSWORD or PREDATE_PASSWORD_FILE." required:"" secret:"" placeholder:"PASSWORD"`
}

// clientTimeout bounds one request, the longest wait for events included.
const clientTimeout = 90 * time.Second

// open authenticates.
func (f clientFlags) open(ctx context.Context) (*apiClient, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	return client, client.authenticate(ctx)
}

// client makes a client that has no token yet. Keys and passwords go over http to this
// machine only.
func (f clientFlags) client() (*apiClient, error) {
	u, err := url.Parse(f.Server)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("server %q: want an absolute URL like https://predate.example.fr", f.Server)
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !thisMachine(u.Hostname())) {
		return nil, fmt.Errorf("server %q: only https may carry keys, but to this machine itself", f.Server)
	}
	return &apiClient{
		base: strings.TrimRight(f.Server, "/"), http: egress.Direct(clientTimeout), key: predate.Secret(f.APIKey),
		email: f.Email, password: predate.Secret(f.Password),
	}, nil
}

func thisMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// apiClient speaks the contract's HTTP as a client's system does.
type apiClient struct {
	base       string
	http       *http.Client
	key, token predate.Secret
	email      string
	password   predate.Secret
}

// apiError is a refusal of the server.
type apiError struct {
	status  int
	code    string
	message string
	// wait is when to ask again, if the server named a time.
	wait time.Duration
}

// refusal reads what the server answered instead of doing what it was asked.
func refusal(response *http.Response, message string) *apiError {
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")) // zero where there is none
	return &apiError{response.StatusCode, response.Header.Get("predate-error"), message, time.Duration(seconds) * time.Second}
}

// Error tells the server's own sentence.
func (e *apiError) Error() string {
	return fmt.Sprintf("the server answers %d: %s", e.status, e.message)
}

// authenticate gets an access token.
func (a *apiClient) authenticate(ctx context.Context) error {
	var token struct {
		Token predate.Secret `json:"access_token"`
	}
	a.token = ""
	err := a.call(ctx, http.MethodPost, "/account/auth", map[string]string{"email": a.email, "password": a.password.Reveal()}, &token)
	a.token = token.Token
	return err
}

// again is call, with a new token where the old one has expired.
func (a *apiClient) again(ctx context.Context, method, path string, body, payload any) error {
	err := a.call(ctx, method, path, body, payload)
	if refused := (*apiError)(nil); errors.As(err, &refused) && refused.status == http.StatusUnauthorized {
		if err := a.authenticate(ctx); err != nil {
			return err
		}
		return a.call(ctx, method, path, body, payload)
	}
	return err
}

// call sends a request and reads the payload of the envelope. A refusal is an
// *apiError.
func (a *apiClient) call(ctx context.Context, method, path string, body, payload any) error {
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
		return refusal(response, envelope.Message)
	}
	if err != nil {
		return fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return nil
}

// request makes a request with the credentials.
func (a *apiClient) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, a.base+path, body)
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("X-Auth-Key", a.key.Reveal())
	if a.token != "" {
		request.Header.Set("Authorization", "Bearer "+a.token.Reveal())
	}
	return request, nil
}

func (a *apiClient) send(request *http.Request) (*http.Response, error) {
	response, err := a.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", request.URL.Path, err)
	}
	return response, nil
}
