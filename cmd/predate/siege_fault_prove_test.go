//go:build prove

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A disabled account's orders are not worked on and nothing is sent; enabled
// again, all of it goes on.
func TestProveDisabledAccounts(t *testing.T) {
	a := besieged(t)
	received := make(chan string, 100)
	a.call("POST", "/account/webhooks", map[string]any{"url": receiving(t, func(order string) { received <- order })})
	disable := func(undo ...string) {
		t.Helper()
		if status, _, complaint := a.run(append([]string{"account", "disable", "--email", a.email}, undo...)...); status != 0 {
			t.Fatal(complaint)
		}
		time.Sleep(3 * time.Second) // what was under way ends
	}
	const orders = 12
	for range orders {
		a.place(testOrder("test-done"))
	}
	disable()
	worked, sent := strings.Count(a.log.String(), "msg=step"), len(received)
	time.Sleep(5 * time.Second)
	if now := strings.Count(a.log.String(), "msg=step"); now != worked || len(received) != sent {
		t.Errorf("%d steps and %d events of a disabled account", now-worked, len(received)-sent)
	}
	disable("--undo")
	until(t, "its orders are done", func() bool { return strings.Count(a.log.String(), "step=issue") == orders })
	until(t, "its events are sent", func() bool { return len(received) == orders })
}

// A database with pages that were overwritten is not worked on.
func TestProveADamagedDatabase(t *testing.T) {
	a := besieged(t)
	for range 90 {
		a.place(plainOrder())
	}
	time.Sleep(2 * time.Second)
	a.terminate()
	path := filepath.Join(a.data, "predate.db")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	hurt := bytes.Clone(whole)
	copy(hurt[len(hurt)/2/4096*4096:], bytes.Repeat([]byte{0xa5}, 10*4096))
	if err := os.WriteFile(path, hurt, 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, complaint := a.run("serve", "--dev", "--listen", "127.0.0.1:0", "--admin-listen", "none")
	if status != 1 || !strings.Contains(complaint, "restore a copy of it") {
		t.Errorf("%d %s", status, complaint)
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	a.start()
	if got := a.call("GET", "/order/", nil); got.status != 200 {
		t.Errorf("with a whole copy: %d %s", got.status, got.message)
	}
}

// On a disk that is full writes are refused with a time to come again, on both
// addresses the server is not ready, and what was acknowledged is there. The disk
// is one of 24 MiB in memory, in a namespace of the server's own.
func TestProveAFullDisk(t *testing.T) {
	f, proof := proven(t, "a full disk")
	a := f.account("a@example.com")
	small := t.TempDir()
	f.startBy(func(serve *exec.Cmd) *exec.Cmd {
		script := `mount -t tmpfs -o size=24m tmpfs "$1" && cp -r "$2/." "$1" && shift 2 && exec "$@"`
		for i, arg := range serve.Args {
			if arg == f.data {
				serve.Args[i] = small
			}
		}
		args := append([]string{"--map-root-user", "--mount", "sh", "-c", script, "sh", small, f.data}, serve.Args...)
		inside := exec.Command("unshare", args...)
		inside.Env = serve.Env
		return inside
	})
	a.login()
	seen, order := map[int]int{}, plainOrder()
	var kept []string
	for n := range 70 {
		paper := append([]byte("%PDF-1.4\n"), bytes.Repeat(fmt.Appendf(nil, "%06d", n), 70_000)...)
		order["documents"] = []any{map[string]any{"filename": "a.pdf", "content": base64.StdEncoding.EncodeToString(paper)}}
		got := a.call("POST", "/order/", order)
		if seen[got.status]++; got.status == 200 {
			kept = append(kept, textOf(t, got, "orderid"))
		} else if got.header.Get("Retry-After") == "" {
			t.Errorf("%d %s without a time to come again", got.status, got.message)
		}
	}
	if seen[200] < 5 || seen[503] < 5 || seen[200]+seen[503] != 70 {
		t.Errorf("answers %v", seen)
	}
	for name, at := range map[string]*attacker{"public": a, "operators'": {fort: &fort{t: t, base: f.admin}, header: a.header}} {
		if got, err := at.try("GET", "/readyz", nil); err != nil || got.status != 503 {
			t.Errorf("the %s address is %d while the disk is full, %v", name, got.status, err)
		}
	}
	for _, id := range kept {
		if got := a.call("GET", "/order/"+id, nil); got.status != 200 {
			proof.Lost++
			t.Errorf("an acknowledged order is lost: %d %s", got.status, got.message)
		}
	}
	proof.Runs, proof.Orders = seen[503], len(kept)
}
