package lookstest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestRewritten reads a public dossier whose papers another program wrote anew,
// as printers to PDF do: the same pages with other fonts, operators and orders
// of drawing say the same.
func TestRewritten(t *testing.T) {
	program, err := exec.LookPath("pdftocairo")
	if err != nil {
		t.Fatal("pdftocairo is needed to write papers anew: apt-get install poppler-utils")
	}
	const source = "../../testdata/corpus/d06"
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
			return exec.CommandContext(t.Context(), program, "-pdf", path, to).Run()
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
