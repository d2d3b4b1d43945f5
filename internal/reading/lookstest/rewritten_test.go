package lookstest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestRewritten reads a public dossier whose papers another program wrote again,
// as printers to PDF do: the same pages with other fonts, operators and orders
// of drawing say the same.
func TestRewritten(t *testing.T) {
	tryRewritten(t, "pdftocairo", func(from, to string) []string { return []string{"-pdf", from, to} })
}

// tryRewritten reads the dossier as a program writes its papers.
func tryRewritten(t *testing.T, program string, arguments func(from, to string) []string) {
	t.Helper()
	program, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("%v: apt-get install poppler-utils qpdf ghostscript mupdf-tools", err)
	}
	const source = "../../../testdata/corpus/d05"
	dir := t.TempDir()
	err = filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		within, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, within)
		switch {
		case entry.IsDir():
			return os.MkdirAll(to, 0o700)
		case filepath.Ext(path) == ".pdf":
			return exec.CommandContext(t.Context(), program, arguments(path, to)...).Run()
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	score := scoreDossier(t, newReader(t), dir)
	t.Log(score)
	if score.wrong > 0 || score.omitted > 0 || !score.outcome || score.kinds < score.parts {
		t.Errorf("%d wrong, %d omitted, outcome right: %v", score.wrong, score.omitted, score.outcome)
	}
}
