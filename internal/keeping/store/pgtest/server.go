package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL of one test, which stops it, starts it again and makes
// another take its place. What it has acknowledged survives each of these: only
// the machine must not lose its power.
type Server struct {
	t testing.TB
	home
	keeper *exec.Cmd
	line   io.WriteCloser
}

// NewServer starts an empty server that lasts as long as the test.
func NewServer(t testing.TB) *Server {
	t.Helper()
	s := newServer(t)
	s.must(s.initialise())
	s.Start()
	return s
}

// NewStandby starts a server that follows another, which acknowledges nothing
// from then on before the standby has it.
func NewStandby(t testing.TB, primary *Server) *Server {
	t.Helper()
	s := newServer(t)
	s.Follow(primary)
	return s
}

func newServer(t testing.TB) *Server {
	t.Helper()
	h, err := newHome()
	s := &Server{t: t, home: h}
	t.Cleanup(func() {
		s.Crash()
		if err := os.RemoveAll(h.dir); err != nil {
			t.Error(err)
		}
	})
	s.must(err)
	return s
}

func (s *Server) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("PostgreSQL for the test: %v", err)
	}
}

// Database creates an empty database and gives its URL.
func (s *Server) Database(name string) string {
	s.t.Helper()
	s.must(s.exec("CREATE DATABASE " + name))
	return s.url(name).String()
}

// Either is the URL of a database that lies on one of two servers: the one that
// takes writes.
func Either(one, other *Server, database string) string {
	hosts := url.Values{"host": {one.dir + "," + other.dir}, "target_session_attrs": {"read-write"}}
	either := url.URL{Scheme: "postgres", User: url.User("predate"), Path: "/" + database, RawQuery: hosts.Encode()}
	return either.String()
}

// Socket is the path of the socket on which the server listens.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// Start starts the server on its files, and waits until it answers.
func (s *Server) Start() {
	s.t.Helper()
	// A word on its input is the signal that ends it; a closed one is a crash.
	const keep = `"$@" >>"$0/log" 2>&1 & read -r how || how=QUIT; kill -$how $!; wait $!`
	s.keeper = exec.Command("sh", "-c", keep, s.dir, filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.dir,
		"-c", "listen_addresses=", "-c", "max_connections=200", "-c", "shared_buffers=32MB", "-c", "fsync=off", "-c", "full_page_writes=off")
	s.keeper.Dir = s.dir
	s.keeper.SysProcAttr = &syscall.SysProcAttr{Credential: s.as, Setpgid: true}
	var err error
	s.line, err = s.keeper.StdinPipe()
	s.must(err)
	s.must(s.keeper.Start())
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if err = s.exec("SELECT 1"); err == nil {
			return
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			s.must(fmt.Errorf("it does not answer: %w\n%s", err, bytes.TrimSpace(log)))
		}
	}
}

// Shut stops the server in good order: it breaks all connections.
func (s *Server) Shut() {
	if s.line != nil {
		_, _ = io.WriteString(s.line, "INT\n") // without a reader it has ended
	}
	s.Crash()
}

// Crash ends the server at once, in the midst of what it does.
func (s *Server) Crash() {
	if s.keeper == nil || s.keeper.Process == nil {
		return
	}
	_ = s.line.Close()
	_ = s.keeper.Wait() // the status is that of a signal
	s.keeper, s.line = nil, nil
}

// Promote makes a standby take writes.
func (s *Server) Promote() {
	s.t.Helper()
	s.must(s.exec("SELECT pg_promote(true, 60)"))
}

// Follow deletes what the server has, which has been stopped, and starts it as
// the standby of another.
func (s *Server) Follow(primary *Server) {
	s.t.Helper()
	s.must(os.RemoveAll(s.data()))
	s.must(s.run("pg_basebackup", "-h", primary.dir, "-U", "predate", "-D", s.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync"))
	s.Start()
	s.must(primary.exec("ALTER SYSTEM SET synchronous_standby_names = '*'"))
	s.must(primary.exec("SELECT pg_reload_conf()"))
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var following bool
		err := primary.query("SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync')", &following)
		if err == nil && following {
			return
		}
		if time.Now().After(deadline) {
			s.must(errors.Join(err, errors.New("the standby does not follow")))
		}
	}
}

func (s *Server) exec(statement string) error {
	return s.ask(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, statement)
		return err
	})
}

func (s *Server) query(question string, answer any) error {
	return s.ask(func(ctx context.Context, conn *pgx.Conn) error { return conn.QueryRow(ctx, question).Scan(answer) })
}

func (s *Server) ask(do func(context.Context, *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url("postgres").String())
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, conn), conn.Close(ctx))
}
