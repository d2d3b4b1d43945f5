package serving

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"

	"predate/internal/doors/console"
	"predate/internal/orders/auth"
	"predate/internal/orders/pipeline"
)

// AdminFlags say where operators reach the server.
type AdminFlags struct {
	AdminListen string `name:"admin-listen" help:"Address for operators: the console, metrics, details of readiness; «none» opens none." default:"127.0.0.1:8081" placeholder:"ADDR"`
	AdminURL    string `name:"admin-url" help:"Address under which operators’ browsers reach the console, when a TLS proxy stands before it. Passkeys hold for its host." placeholder:"URL"`
}

// ConsoleURL is where operators reach the console that listens at an address: on
// this machine by its name, for which browsers keep passkeys.
func (f AdminFlags) ConsoleURL(listen string) (*url.URL, error) {
	if f.AdminURL != "" {
		u, err := url.Parse(f.AdminURL)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.Path != "" && u.Path != "/" {
			return nil, fmt.Errorf("admin-url %q: want a URL without a path, like https://console.example.fr", f.AdminURL)
		}
		return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("admin-listen %q: want host:port: %w", listen, err)
	}
	if address, err := netip.ParseAddr(host); host == "" || err == nil && (address.IsLoopback() || address.IsUnspecified()) {
		host = "localhost"
	}
	return &url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}, nil
}

// People opens the operators, for whom the console is at an address.
func (c *Cellar) People(at *url.URL) (*auth.People, error) {
	return auth.NewPeople(auth.PeopleOptions{DB: c.DB, Safe: c.Safe, Now: c.Now, Random: c.Random, URL: at.String()})
}

// OpenConsole opens the operators' pages on the address that was opened for them.
// Without one there are none.
func (h *House) OpenConsole(s ServerFlags, listener net.Listener) (*url.URL, error) {
	if listener == nil {
		return nil, nil
	}
	at, err := s.ConsoleURL(listener.Addr().String())
	if err != nil {
		return nil, err
	}
	people, err := h.People(at)
	if err != nil {
		return nil, err
	}
	sample, err := SampleOrder()
	if err != nil {
		return nil, err
	}
	issuer, err := s.ReadIssuer()
	if err != nil {
		return nil, err
	}
	recipes := pipeline.Recipes{Desk: h.Desk, Warden: h.Warden, AtWork: RecipesAtWork(h.Shelf)}
	replay := pipeline.Replay{Desk: h.Desk, Reader: h.reading, Blobs: h.Blobs, Sample: sample}
	pages, err := console.New(console.Options{
		Desk: h.Desk, Auth: people, Dossiers: h.Pipeline, Reader: h.reading, Blobs: h.Blobs, Engine: h.Engine, Pages: h.Engine, Drawings: h.derived.drawings,
		Links:    h.Front.Links,
		Accounts: h.Auth, Bodies: h.Pipeline, Recipes: recipes, Replay: replay,
		Issuer: issuer, Origin: at, OpenCredentials: h.secrets(), Now: h.Now, Random: h.Random, Log: h.Log,
	})
	if err == nil {
		pages.TrustedProxies, err = s.trusted()
	}
	if err != nil {
		return nil, err
	}
	h.Admin, h.drain, h.Tidy = h.adminHandler(pages), pages.Drain, func(ctx context.Context) {
		h.tidyCache(ctx)
		pages.TidyDrawings(ctx)
	}
	return at, nil
}
