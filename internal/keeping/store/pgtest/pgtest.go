package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// ServerVariable names the environment variable that holds the URL of a server
// to use instead of a private cluster; its user must be able to create
// databases.
const ServerVariable = "PREDATE_TEST_POSTGRES"

// Cluster is a PostgreSQL that starts with the first database asked of it. The
// zero value is ready; a test binary keeps one and stops it in TestMain.
type Cluster struct {
	once   sync.Once
	server *url.URL
	err    error
	number atomic.Int64
	models sync.Map // of func() error that makes one, by its database

	dir    string
	keeper *exec.Cmd
	line   io.WriteCloser // the keeper ends when it closes
}

// Database creates an empty database that lasts as long as the test, and gives
// its URL. It fails the test when there is no PostgreSQL.
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	return c.create(t, "template1")
}

// Copy creates a database as Database does, which is a copy of a model. The first call
// for a model creates it and has fill fill it; fill must close its connections.
func (c *Cluster) Copy(t testing.TB, model string, fill func(url string) error) string {
	t.Helper()
	c.ready(t)
	name := fmt.Sprintf("model_%d_%x", os.Getpid(), crc32.ChecksumIEEE([]byte(model)))
	made, _ := c.models.LoadOrStore(name, sync.OnceValue(func() error {
		if err := c.admin("CREATE DATABASE " + name); err != nil {
			return err
		}
		return fill(c.database(name))
	}))
	if err := made.(func() error)(); err != nil {
		t.Fatalf("fill database %s: %v", name, err)
	}
	return c.create(t, name)
}

// ready starts the server, if it is not started yet.
func (c *Cluster) ready(t testing.TB) {
	t.Helper()
	c.once.Do(c.start)
	if c.err != nil {
		t.Fatalf("PostgreSQL for the tests: %v", c.err)
	}
}

// create creates a database like another one and drops it when the test ends.
func (c *Cluster) create(t testing.TB, like string) string {
	t.Helper()
	c.ready(t)
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), c.number.Add(1))
	if err := c.admin("CREATE DATABASE " + name + " TEMPLATE " + like); err != nil {
		t.Fatalf("create database %s: %v", name, err)
	}
	t.Cleanup(func() {
		if err := c.admin("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop database %s: %v", name, err)
		}
	})
	return c.database(name)
}

// database returns the URL of a database.
func (c *Cluster) database(name string) string {
	database := *c.server
	database.Path = "/" + name
	return database.String()
}

// Program finds a program that comes with PostgreSQL, such as pg_dump, of the version
// of the server.
func Program(t testing.TB, name string) string {
	t.Helper()
	bin, err := binaries()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(bin, name)
}

// Stop ends the cluster and removes its files; a cluster that never started
// needs nothing. On a server that was given it drops the models.
func (c *Cluster) Stop() {
	if c.keeper == nil {
		c.models.Range(func(name, _ any) bool {
			_ = c.admin("DROP DATABASE " + name.(string)) // the server is another's to keep tidy
			return true
		})
		return
	}
	_ = c.line.Close()
	_ = c.keeper.Wait()
}

func (c *Cluster) admin(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.server.String())
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

func (c *Cluster) start() {
	if given := os.Getenv(ServerVariable); given != "" {
		c.server, c.err = url.Parse(given)
		return
	}
	if c.err = c.launch(); c.err != nil {
		c.Stop()
	}
}

func (c *Cluster) launch() error {
	h, err := newHome()
	if err != nil {
		return err
	}
	c.dir = h.dir
	if err := h.initialise(); err != nil {
		return errors.Join(err, os.RemoveAll(c.dir))
	}
	if err := c.serve(h); err != nil {
		return errors.Join(err, os.RemoveAll(c.dir))
	}
	c.server = h.url("postgres")
	return c.awaken()
}

// serve runs the server under a shell that outlives neither it nor us: when
// our end of its input closes, be it because we were killed, it stops the
// server and removes the files.
func (c *Cluster) serve(h home) error {
	const keep = `dir=$1; shift; "$@" >"$dir/log" 2>&1 & cat >/dev/null; kill -QUIT $!; wait $!; rm -rf "$dir"`
	c.keeper = exec.Command("sh", "-c", keep, "keeper", c.dir,
		filepath.Join(h.bin, "postgres"), "-D", h.data(), "-k", c.dir,
		"-c", "listen_addresses=", "-c", "max_connections=200", "-c", "shared_buffers=32MB",
		"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	c.keeper.Dir = c.dir
	// In a group of its own: Ctrl-C reaches us and, by the closed input, it.
	c.keeper.SysProcAttr = &syscall.SysProcAttr{Credential: h.as, Setpgid: true}
	var err error
	if c.line, err = c.keeper.StdinPipe(); err != nil {
		return err
	}
	if err := c.keeper.Start(); err != nil {
		c.keeper = nil
		return err
	}
	return nil
}

// awaken waits until the server answers.
func (c *Cluster) awaken() error {
	var err error
	for range 300 {
		if err = c.admin("SELECT 1"); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
	return fmt.Errorf("postgres does not answer: %w\n%s", err, bytes.TrimSpace(log))
}
