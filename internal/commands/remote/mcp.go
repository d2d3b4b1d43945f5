package remote

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"

	"predate/internal/commands/terminal"

	"predate"
	"predate/internal/doors/mcp"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// McpCommand gives an assistant the orders of an account.
type McpCommand struct {
	ClientFlags
	Secret string `help:"Secret (whsec_…) or public key (whpk_…) of the endpoint whose deliveries are to be verified; better in PREDATE_SECRET or PREDATE_SECRET_FILE." secret:"" placeholder:"SECRET"`
	Write  bool   `help:"Let the assistant place test orders too; nothing lets it place a real one."`
}

// Run speaks to the assistant on standard input and output until it hangs up. The server
// is called when a tool needs it, not before.
func (m McpCommand) Run(c *terminal.Context) error {
	client, err := m.client()
	if err != nil {
		return err
	}
	version, _, _ := terminal.Built()
	return mcp.Serve(c, mcp.Options{
		API: assistantAPI{&sync.Mutex{}, client}, Version: version, Secret: predate.Secret(m.Secret), Write: m.Write, Now: c.Now,
	}, &sdk.IOTransport{Reader: io.NopCloser(c.Stdin), Writer: unclosed{c.Stdout}})
}

// unclosed is a writer that stays open when the conversation ends.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// assistantAPI is the client of the API as the tools have it: one request after the other,
// for they share a token.
type assistantAPI struct {
	mu     *sync.Mutex
	client *Client
}

// Call sends a request, with another token where the last one has expired.
func (a assistantAPI) Call(ctx context.Context, method, path string, body, payload any) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.client.Again(ctx, method, path, body, payload)
}

// largestReport is more than any report.
const largestReport = 64 << 20

// Get reads an answer that is no envelope.
func (a assistantAPI) Get(ctx context.Context, path string) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.client.Token == "" {
		if err := a.client.Authenticate(ctx); err != nil {
			return nil, err
		}
	}
	answer, err := a.read(ctx, path)
	if answer != nil && answer.StatusCode == http.StatusUnauthorized {
		answer.Body.Close()
		if err := a.client.Authenticate(ctx); err != nil {
			return nil, err
		}
		answer, err = a.read(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, RefusalOf(answer, http.StatusText(answer.StatusCode)+" ("+answer.Header.Get("predate-error")+")")
	}
	raw, err := io.ReadAll(io.LimitReader(answer.Body, largestReport))
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return raw, nil
}

func (a assistantAPI) read(ctx context.Context, path string) (*http.Response, error) {
	request, err := a.client.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	return a.client.send(request)
}
