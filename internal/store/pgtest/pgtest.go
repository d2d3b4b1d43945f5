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
	"os/user"
	"path/filepath"
	"strconv"
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

	dir    string
	keeper *exec.Cmd
	line   io.WriteCloser // the keeper ends when it closes
}

// Database creates an empty database that lasts as long as the test, and gives
// its URL. It fails the test when there is no PostgreSQL.
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	c.once.Do(c.start)
	if c.err != nil {
		t.Fatalf("PostgreSQL for the tests: %v", c.err)
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), c.number.Add(1))
	if err := c.admin("CREATE DATABASE " + name); err != nil {
		t.Fatalf("create database %s: %v", name, err)
	}
	t.Cleanup(func() {
		if err := c.admin("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop database %s: %v", name, err)
		}
	})
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
// needs nothing.
func (c *Cluster) Stop() {
	if c.keeper == nil {
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
	bin, err := binaries()
	if err != nil {
		return err
	}
	as, err := unprivileged()
	if err != nil {
		return err
	}
	// A socket's path must stay short: not the test's own directory.
	if c.dir, err = os.MkdirTemp("", "pg"); err != nil {
		return err
	}
	if as != nil {
		if err := os.Chown(c.dir, int(as.Uid), int(as.Gid)); err != nil {
			return err
		}
	}
	if err := c.initialise(bin, as); err != nil {
		return errors.Join(err, os.RemoveAll(c.dir))
	}
	if err := c.serve(bin, as); err != nil {
		return errors.Join(err, os.RemoveAll(c.dir))
	}
	c.server = &url.URL{
		Scheme: "postgres", User: url.User("predate"), Path: "/postgres",
		RawQuery: url.Values{"host": {c.dir}}.Encode(),
	}
	return c.awaken()
}

func (c *Cluster) initialise(bin string, as *syscall.Credential) error {
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(c.dir, "data"), "-U", "predate",
		"-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
	initdb.Dir = c.dir
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// serve runs the server under a shell that outlives neither it nor us: when
// our end of its input closes, be it because we were killed, it stops the
// server and removes the files.
func (c *Cluster) serve(bin string, as *syscall.Credential) error {
	const keep = `dir=$1; shift; "$@" >"$dir/log" 2>&1 & cat >/dev/null; kill -QUIT $!; wait $!; rm -rf "$dir"`
	c.keeper = exec.Command("sh", "-c", keep, "keeper", c.dir,
		filepath.Join(bin, "postgres"), "-D", filepath.Join(c.dir, "data"), "-k", c.dir,
		"-c", "listen_addresses=", "-c", "max_connections=200", "-c", "shared_buffers=32MB",
		"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	c.keeper.Dir = c.dir
	// In a group of its own: Ctrl-C reaches us and, by the closed input, it.
	c.keeper.SysProcAttr = &syscall.SysProcAttr{Credential: as, Setpgid: true}
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

// binaries finds the newest PostgreSQL of the machine.
func binaries() (dir string, err error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), "postgres")); err == nil {
				return filepath.Dir(path), nil
			}
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil {
		return "", err
	}
	newest := 0
	for _, path := range found {
		version, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		if err == nil && version > newest {
			newest, dir = version, filepath.Dir(path)
		}
	}
	if dir == "" {
		return "", errors.New("no PostgreSQL server found: install the package postgresql, or set " + ServerVariable)
	}
	return dir, nil
}

// unprivileged gives the user to run the server as; nil means as ourselves.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(account.Uid, 10, 32)
		if err != nil {
			continue
		}
		gid, err := strconv.ParseUint(account.Gid, 10, 32)
		if err != nil {
			continue
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("PostgreSQL refuses to run as root, and there is no user postgres or nobody")
}
