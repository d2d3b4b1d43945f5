package load

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"predate"
	"predate/internal/base/bench"
	"predate/internal/collecting/child"
	"predate/internal/commands/remote"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
)

// Server serves for predate bench, until what it reads ends: when whoever
// started it is gone, so is it.
type Server struct {
	serving.ServerFlags
	Idle bool `help:"Work no jobs."`
}

// Run serves.
func (b Server) Run(c *terminal.Context) error {
	ctx, cancel := context.WithCancel(c)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, c.Stdin) // it ends either way
		cancel()
	}()
	b.ServerFlags.Idle = b.Idle
	within := *c
	within.Context = ctx
	return b.run(&within)
}

func (b Server) run(c *terminal.Context) error {
	return serving.ServeCommand{ServerFlags: b.ServerFlags}.ServeLogging(c, b.Logger(c))
}

// benchTarget is a server that is measured.
type benchTarget struct {
	name   string
	run    *benchRun
	client remote.Client
	folder string // of its data; empty for a running server
	dead   <-chan struct{}
	server *child.Process
	ends   []func() error

	mu     sync.Mutex
	placed []predate.OrderID
	feed   *benchFeed
	hook   *benchHook // nil where the server does not reach this machine
}

// The account of a server of its own, and its password, which lives as long.
const (
	benchAccount  = "banc@predate.example"
	benchPassword = "a measurement, nothing more"
)

// open starts a server of its own, with an account.
func (r *benchRun) open(name string, idle bool) (*benchTarget, error) {
	r.opened++
	t := &benchTarget{name: name, run: r, folder: filepath.Join(r.folder, fmt.Sprintf("server-%d", r.opened))}
	r.say("starting a %s", name)
	if err := t.start(idle); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

func (t *benchTarget) start(idle bool) error {
	database, err := t.database()
	if err != nil {
		return err
	}
	key, err := t.account(serving.StoreFlags{Data: t.folder, Database: database, Dev: true})
	if err != nil {
		return err
	}
	address, err := unusedPort()
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	args := []string{
		program, "bench-server", "--dev", "--data", t.folder, "--cache", filepath.Join(t.run.folder, "cache"), "--listen", address, "--admin-listen", serving.NoAdmin,
		"--rate-limit", "1000000000", "--usernames-a-day", "1000000000", "--token-life", "24h", "--log-level", "warn",
	}
	if idle {
		args = append(args, "--idle")
	}
	env := bare(t.run.c.Environ())
	if database != "" { // which has a password, that others would see among the arguments
		env = append(env, terminal.EnvPrefix+"DATABASE="+database)
	}
	if t.server, err = child.Start(child.Options{Path: program, Args: args, Env: env, Dir: t.folder}); err != nil {
		return err
	}
	t.dead = t.server.Ended()
	t.ends = append(t.ends, func() error { t.server.Stop(serving.StopTime + serving.StopPatience); return nil })
	t.client = remote.Client{Base: "http://" + address, Http: t.run.http(), Key: key, Email: benchAccount, Password: benchPassword}
	if err := t.run.answers(t.client.Base+"/readyz", t.server); err != nil {
		return err
	}
	return t.renew()
}

// database makes a database of its own on a PostgreSQL server; SQLite wants none.
func (t *benchTarget) database() (string, error) {
	if t.run.Database == "" {
		return "", nil
	}
	var drawn [4]byte
	if _, err := io.ReadFull(t.run.c.Random, drawn[:]); err != nil {
		return "", err
	}
	at, drop, err := store.Scratch(t.run.c, t.run.Database, "predate_bench_"+hex.EncodeToString(drawn[:]))
	if err != nil {
		return "", fmt.Errorf("%w: look at --database, whose user must be allowed to make databases", err)
	}
	t.ends = append(t.ends, func() error { return drop(t.run.calm()) })
	return at, nil
}

// account opens the account under which a server of its own is measured.
func (t *benchTarget) account(at serving.StoreFlags) (predate.Secret, error) {
	quiet := *t.run.c
	quiet.Stderr = &bytes.Buffer{} // migrations are no news here
	house, authority, err := serving.OpenAuthority(&quiet, at)
	if err != nil {
		return "", err
	}
	defer house.Close()
	_, keys, err := authority.CreateAccount(quiet, auth.NewAccount{Email: benchAccount, Kind: predate.Premium, Password: benchPassword})
	return keys.Live, err
}

// join opens a server that runs.
func (r *benchRun) join() (*benchTarget, error) {
	flags := remote.ClientFlags{Server: r.Server, APIKey: r.APIKey, Email: r.Email, Password: r.Password}
	client, err := flags.Open(r.c)
	if err != nil {
		return nil, err
	}
	client.Http = r.http()
	return &benchTarget{name: "running server", run: r, client: *client}, nil
}

// http makes a client that keeps all connections of the load open.
func (r *benchRun) http() *http.Client {
	most := r.plan().Most() + 8
	return &http.Client{
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConns: 2 * most, MaxIdleConnsPerHost: most, IdleConnTimeout: time.Minute},
		Timeout:   remote.ClientTimeout,
	}
}

// renew gets another token, so that none expires while a row is measured.
func (t *benchTarget) renew() error {
	select {
	case <-t.dead:
		return fmt.Errorf("the %s has ended by itself: %s", t.name, t.server.Said())
	default:
	}
	return t.client.Authenticate(t.run.calm())
}

// call speaks to the server; an interrupt does not cut it.
func (t *benchTarget) call(method, path string, body, payload any) error {
	return t.client.Call(t.run.calm(), method, path, body, payload)
}

// peak is the most memory that the server has had.
func (t *benchTarget) peak() bench.Memory { return peakOf(t.name, t.server) }

func peakOf(name string, server *child.Process) bench.Memory {
	peak, err := server.Peak()
	if err != nil {
		return bench.Memory{Server: name}
	}
	return bench.Memory{Server: name, Peak: peak}
}

// still halts the server until over is called. A running server is nobody's to halt, and
// is measured beside nothing.
func (t *benchTarget) still() (over func()) {
	if err := t.server.Halt(); err != nil {
		t.run.report.Note("The %s goes on in the turns of others: %v.", t.name, err)
	}
	return t.server.Resume
}

// close ends the server and removes what it made.
func (t *benchTarget) close() error {
	var all error
	for i := len(t.ends) - 1; i >= 0; i-- {
		all = errors.Join(all, t.ends[i]())
	}
	t.ends = nil
	if t.folder != "" {
		all = errors.Join(all, os.RemoveAll(t.folder))
	}
	return all
}

// startWithin bounds the start of a server on a slow machine.
const startWithin = time.Minute

// answers waits until a server that was started answers at an address.
func (r *benchRun) answers(address string, server *child.Process) error {
	if _, err := url.Parse(address); err != nil {
		return fmt.Errorf("the address %s: %w", address, err)
	}
	client := &http.Client{Timeout: time.Second}
	for deadline := r.c.Now().Add(startWithin); ; {
		request, err := http.NewRequestWithContext(r.c, http.MethodGet, address, http.NoBody)
		if err != nil {
			return fmt.Errorf("make the request: %w", err)
		}
		if response, err := client.Do(request); err == nil {
			_ = response.Body.Close() // nothing is read of it
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-server.Ended():
			return fmt.Errorf("a server did not start: %s", server.Said())
		case <-r.c.Done():
			return r.c.Err()
		case <-time.After(25 * time.Millisecond):
		}
		if r.c.Now().After(deadline) {
			return fmt.Errorf("a server does not answer after %s: %s", startWithin, server.Said())
		}
	}
}

// unusedPort finds a port of this machine that nobody listens on.
func unusedPort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listen: %w", err)
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}
