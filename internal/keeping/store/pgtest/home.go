package pgtest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// home is where one server lives: its files and its socket, and the user that it
// runs as.
type home struct {
	dir, bin string
	as       *syscall.Credential // nil means as ourselves
}

// newHome makes an empty folder for a server.
func newHome() (h home, err error) {
	if h.bin, err = binaries(); err != nil {
		return h, err
	}
	if h.as, err = unprivileged(); err != nil {
		return h, err
	}
	// A socket's path must stay short: not the test's own directory.
	if h.dir, err = os.MkdirTemp("", "pg"); err != nil {
		return h, err
	}
	if h.as != nil {
		err = os.Chown(h.dir, int(h.as.Uid), int(h.as.Gid))
	}
	return h, err
}

func (h home) data() string { return filepath.Join(h.dir, "data") }

// url names a database of the server, by its socket.
func (h home) url(database string) *url.URL {
	return &url.URL{
		Scheme: "postgres", User: url.User("predate"), Path: "/" + database,
		RawQuery: url.Values{"host": {h.dir}}.Encode(),
	}
}

// run runs one of the server's programs to its end.
func (h home) run(program string, args ...string) error {
	command := exec.Command(filepath.Join(h.bin, program), args...)
	command.Dir = h.dir
	command.SysProcAttr = &syscall.SysProcAttr{Credential: h.as}
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

func (h home) initialise() error {
	return h.run("initdb", "-D", h.data(), "-U", "predate", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
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

// unprivileged returns the user to run the server as; nil means as ourselves.
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
