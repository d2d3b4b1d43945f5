package main

import (
	"crypto/rand"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"predate/internal/commands/terminal"
	"predate/internal/reading/pdftext/enginetest"
)

// meansOf are the clock and chance of this machine, with a log.
func meansOf(log *slog.Logger) terminal.Means {
	return terminal.Means{Now: time.Now, Random: rand.Reader, Log: log}
}

// emptyCache returns a cache that holds no pages, but the compiled engine of all tests.
func emptyCache(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(enginetest.Folder(t), filepath.Join(dir, "engine")); err != nil {
		t.Fatal(err)
	}
	return dir
}
