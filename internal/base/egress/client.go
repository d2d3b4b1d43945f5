package egress

import (
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// Client makes a client that keeps to the policy. A refusal is a *Refused
// inside the *url.Error that net/http returns; find it with errors.As. The
// caller may set its cookie jar.
func (g *Guard) Client(p Policy) *http.Client {
	timeout := p.Timeout
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	return &http.Client{
		Transport:     guarded{g, p},
		CheckRedirect: p.checkRedirect,
		Timeout:       timeout,
	}
}

// InProcess makes a client that reaches nothing but what answers in process:
// the simulated extranet of test mode. There is no connection to guard.
func InProcess(t http.RoundTripper) *http.Client {
	return &http.Client{Transport: t, Timeout: DefaultTimeout}
}

// Direct makes a client for an address that the person at the terminal typed,
// on that person's own machine and network: no address is refused there, and
// the proxy of the environment is that person's own. It follows no redirect.
func Direct(timeout time.Duration) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: ConnectTimeout}).DialContext,
			ForceAttemptHTTP2:      true,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    ConnectTimeout,
			MaxResponseHeaderBytes: MaxHeaderBytes,
		},
		CheckRedirect: Policy{}.checkRedirect,
		Timeout:       timeout,
	}
}

// Own makes a client that asks a server of this machine how it is. Over TLS it asks for
// a name, for which the server has a certificate, and does not judge that: it belongs
// to the public address and not to this machine, and nothing secret is sent.
func Own(timeout time.Duration, name string) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            (&net.Dialer{Timeout: ConnectTimeout}).DialContext,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, ServerName: name, InsecureSkipVerify: true},
			TLSHandshakeTimeout:    ConnectTimeout,
			MaxResponseHeaderBytes: MaxHeaderBytes,
		},
		CheckRedirect: Policy{}.checkRedirect,
		Timeout:       timeout,
	}
}

// guarded checks the URL of every request, the hops of a redirect included.
type guarded struct {
	guard  *Guard
	policy Policy
}

// RoundTrip refuses or sends the request.
func (t guarded) RoundTrip(req *http.Request) (*http.Response, error) {
	if _, err := t.guard.checkParsed(t.policy, req.URL); err != nil {
		closeBody(req)
		return nil, err
	}
	if req.Host != "" && req.Host != req.URL.Host {
		closeBody(req)
		return nil, refuse("host header %q for host %q", req.Host, req.URL.Host)
	}
	return t.guard.transport.RoundTrip(req)
}

// CloseIdleConnections lets http.Client.CloseIdleConnections work.
func (t guarded) CloseIdleConnections() { t.guard.CloseIdle() }

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close() // nothing was sent; there is nobody to tell
	}
}

// checkRedirect lets a hop pass when it is within the count, does not leave
// https and repeats no body; RoundTrip then checks its URL. What authenticates
// us to one host is taken off before another.
func (p Policy) checkRedirect(req *http.Request, via []*http.Request) error {
	if p.MaxRedirects == 0 {
		return http.ErrUseLastResponse
	}
	if len(via) > p.MaxRedirects {
		return refuse("more than %d redirects", p.MaxRedirects)
	}
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return refuse("redirect that repeats a %s", req.Method)
	}
	moved := false
	for _, earlier := range via {
		if earlier.URL.Scheme == "https" && req.URL.Scheme != "https" {
			return refuse("redirect from https to %s", req.URL.Scheme)
		}
		moved = moved || earlier.URL.Host != req.URL.Host
	}
	if moved {
		for _, name := range []string{"Authorization", "Proxy-Authorization", "Cookie", "Referer"} {
			req.Header.Del(name)
		}
	}
	return nil
}
