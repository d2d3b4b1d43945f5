package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"time"

	"predate/internal/extranetsim"
)

// extranetSimCommand serves a dossier as a simulated extranet, for trials.
type extranetSimCommand struct {
	Listen   string `help:"Address to listen on." default:"127.0.0.1:8090" placeholder:"ADDR"`
	Dossier  string `help:"Folder with extranet.json and files/." required:"" type:"existingdir" placeholder:"DIR"`
	Username string `help:"The only username that may log in (default: any)."`
	Password string `help:"The only password that may log in (default: any)."`
	Trouble  string `help:"What is wrong with the site; \"list\" names all that can be." placeholder:"NAME"`
}

// Run serves until it is told to stop.
func (e extranetSimCommand) Run(c *commandContext) error {
	if e.Trouble == "list" {
		for _, trouble := range extranetsim.Troubles() {
			c.say("%s", trouble)
		}
		return nil
	}
	trouble := extranetsim.Trouble(e.Trouble)
	if trouble != "" && !slices.Contains(extranetsim.Troubles(), trouble) {
		return fmt.Errorf("--trouble %s: unknown; --trouble list names them", e.Trouble)
	}
	site, err := extranetsim.New(os.DirFS(e.Dossier), extranetsim.Options{Username: e.Username, Password: e.Password, Trouble: trouble})
	if err != nil {
		return fmt.Errorf("open dossier %s: %w", e.Dossier, err)
	}
	listener, err := net.Listen("tcp", e.Listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", e.Listen, err)
	}
	c.say("the simulated extranet is ready at http://%s/", listener.Addr())
	return serveUntil(c, listener, site)
}

// serveUntil answers until the context ends.
func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
