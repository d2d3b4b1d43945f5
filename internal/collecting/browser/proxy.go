package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"predate/internal/base/egress"
)

// proxy is the only way out of the browser. What it refuses is not asked for.
type proxy struct {
	guard  *egress.Guard
	policy egress.Policy
	client *http.Client
}

// startProxy serves the proxy of one collection on this machine and gives its
// address.
func startProxy(guard *egress.Guard, hosts []string) (address string, stop func(), err error) {
	policy := egress.Policy{Hosts: hosts, Timeout: time.Minute}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("listen for the browser: %w", err)
	}
	server := &http.Server{
		Handler:           &proxy{guard: guard, policy: policy, client: guard.Client(policy)},
		ReadHeaderTimeout: 10 * time.Second,
	}
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), func() { _ = server.Close() }, nil
}

// ServeHTTP tunnels what is encrypted and forwards what is not.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		p.tunnel(w, r)
		return
	}
	p.forward(w, r)
}

func (p *proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	far, err := p.guard.Tunnel(r.Context(), p.policy, r.Host)
	if err != nil {
		refuse(w, err)
		return
	}
	defer func() { _ = far.Close() }()
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		http.Error(w, "no tunnel", http.StatusNotImplemented)
		return
	}
	near, buffered, err := hijacker.Hijack()
	if err != nil {
		return
	}
	defer func() { _ = near.Close() }()
	if _, err := io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	done := make(chan struct{}, 2)
	pipe := func(to net.Conn, from io.Reader) {
		_, _ = io.Copy(to, from) // either end may go away
		done <- struct{}{}
	}
	go pipe(far, buffered)
	go pipe(near, far)
	<-done
}

func (p *proxy) forward(w http.ResponseWriter, r *http.Request) {
	onward := r.Clone(context.WithoutCancel(r.Context()))
	onward.RequestURI = ""
	for _, name := range []string{"Proxy-Connection", "Proxy-Authorization", "Connection", "Keep-Alive", "Te", "Trailer", "Upgrade"} {
		onward.Header.Del(name)
	}
	if r.ContentLength == 0 {
		onward.Body = nil
	}
	resp, err := p.client.Do(onward)
	if err != nil {
		refuse(w, err)
		return
	}
	defer func() { _ = resp.Body.Close() }()
	for name, values := range resp.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body) // the browser went away
}

// refuse tells the browser that there is nothing there, and no more.
func refuse(w http.ResponseWriter, err error) {
	status := http.StatusBadGateway
	if refused := (*egress.Refused)(nil); errors.As(err, &refused) {
		status = http.StatusForbidden
	}
	http.Error(w, http.StatusText(status), status)
}
