package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// withPaper is an order that brings one paper.
func withPaper(content string) map[string]any {
	order := plainOrder()
	order["documents"] = []any{map[string]any{"filename": "a.pdf", "content": base64.StdEncoding.EncodeToString([]byte("%PDF-1.4 " + content))}}
	return order
}

// paperOf returns the address of the first paper of an order.
func (a *attacker) paperOf(id string) string {
	a.t.Helper()
	var view struct{ Documents []struct{ URL string } }
	if got := a.call("GET", "/order/"+id, nil); json.Unmarshal(got.payload, &view) != nil || len(view.Documents) != 1 {
		a.t.Fatalf("order %s: %s", id, got.payload)
	}
	return strings.TrimPrefix(view.Documents[0].URL, a.base)
}

// until waits for something that other processes show.
func until(t *testing.T, what string, shown func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !shown(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// A paper that is damaged while the server runs is an alarm and a clear answer,
// for its own order alone; the order waits with an operator's reason, and all is
// well once the paper is restored.
func TestDamageWhileServing(t *testing.T) {
	f := newFort(t)
	a := f.account("a@example.com")
	f.start("--cache", "none")
	a.login()
	hurt, sound := a.place(withPaper("hurt")), a.place(withPaper("sound"))
	address, other := a.paperOf(hurt), a.paperOf(sound)
	until(t, "both are read", func() bool { return strings.Count(f.log.String(), "step=read") >= 2 })
	var path string
	var whole []byte
	blobs, err := filepath.Glob(filepath.Join(f.data, "blobs", "??", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range blobs {
		if content, err := os.ReadFile(one); err == nil && string(content) == "%PDF-1.4 hurt" {
			path, whole = one, content
		}
	}
	for name, damage := range map[string]func() error{
		"other bytes": func() error { return os.WriteFile(path, []byte("%PDF-1.4 hunt"), 0o600) },
		"lost":        func() error { return os.Remove(path) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		got := a.call("GET", address, nil)
		if got.status != 500 || got.header.Get("predate-error") != "data_damaged" || !strings.Contains(got.message, "damaged or lost on our side") {
			t.Errorf("%s: %d %s", name, got.status, got.message)
		}
	}
	if got := a.call("GET", other, nil); got.status != 200 {
		t.Errorf("another order's paper: %d %s", got.status, got.message)
	}
	if got := a.call("GET", "/readyz", nil); got.status != 200 {
		t.Errorf("/readyz: %d", got.status)
	}
	if _, out, _ := f.run("connector", "health"); !strings.Contains(out, "ALARME file_lost "+filepath.Base(path)) || !strings.Contains(out, hurt) {
		t.Errorf("the alarms are:\n%s", out)
	}
	more := map[string]any{"documents": withPaper("more")["documents"]}
	for _, id := range []string{hurt, sound} {
		if got := a.call("POST", "/order/"+id+"/documents", more); got.status != 200 {
			t.Fatalf("%d %s", got.status, got.message)
		}
	}
	reason := func() string {
		_, out, _ := f.run("review", "list")
		return out
	}
	until(t, "an operator's reason", func() bool { return strings.Contains(reason(), "perdu ou abîmé") })
	if out := reason(); strings.Contains(out, sound) || !strings.Contains(out, hurt) {
		t.Errorf("operators see\n%s", out)
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	until(t, "read again once it is restored", func() bool { return !strings.Contains(reason(), "perdu ou abîmé") })
	if got := a.call("GET", address, nil); got.status != 200 {
		t.Errorf("restored: %d %s", got.status, got.message)
	}
}
