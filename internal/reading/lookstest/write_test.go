package lookstest

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var (
	out  = flag.String("write", "", "folder in which to write the dossiers")
	only = flag.String("only", "", "identifiers of the dossiers to write; empty for all")
)

// TestWrite draws every dossier again, where asked.
func TestWrite(t *testing.T) {
	if *out == "" {
		return
	}
	for _, e := range slices.Concat(editions(), others(), newcomers()) {
		if *only != "" && !strings.Contains(*only, e.ID) {
			continue
		}
		look := e.Look
		switch {
		case e.Drawn != "":
			look = drawn{e.Drawn, e.Style, t.TempDir()}
		case e.Typed.Deep > 0:
			look = printed{e.Typed, t.TempDir()}
		case e.Ledger.Width > 0:
			look = spooled{e.Ledger, t.TempDir()}
		}
		if e.Scans != "" {
			look = scanned{look, e.Scans, t.TempDir()}
		}
		write(t, Invent(e.Settings), look, filepath.Join(*out, e.ID))
	}
}

func write(t *testing.T, d *Dossier, look Look, dir string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, "files")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "files"), 0o755); err != nil {
		t.Fatal(err)
	}
	pages := object{}
	for _, p := range d.Papers() {
		data, counts, err := look.Draw(p.drawer(d), p)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "files", p.File), data, 0o644); err != nil {
			t.Fatal(err)
		}
		pages[p.ID] = pagesOf(p, counts)
	}
	for name, value := range map[string]any{"truth.json": d.Truth(), "pages.json": pages, "order.json": d.OrderBody()} {
		data, err := json.MarshalIndent(value, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// pagesOf tells a file's pages, and which are those of its parts.
func pagesOf(p Paper, counts []int) object {
	total, parts := 0, object{}
	for i, n := range counts {
		parts["p"+itoa(i+1)] = []int{total + 1, total + n}
		total += n
	}
	about := object{"file": p.File, "pages": total}
	if len(counts) > 1 {
		about["parts"] = parts
	}
	return about
}
