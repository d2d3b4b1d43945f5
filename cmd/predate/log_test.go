package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/commands/terminal"
)

// Durations are milliseconds whatever their size, what is empty is left out, and a long
// text keeps both its ends.
func TestLinesOfTheLog(t *testing.T) {
	var out bytes.Buffer
	log := terminal.NewLog(&out, "text", slog.LevelInfo)
	var none error
	log.Info("step", "took", 1234567*time.Nanosecond, "wait", 90*time.Minute, "error", none, "why", "", "since", time.Time{})
	if line := after(out.String(), "level="); line != "INFO msg=step took_ms=1.235 wait_ms=5400000\n" {
		t.Errorf("the line is %q", line)
	}
	out.Reset()
	long := errors.New("began" + strings.Repeat("x", 1<<20) + "ended")
	log.Warn("fails", "error", long, "path", "/"+strings.Repeat("y", 1<<20), "password", predate.Secret("hunter2"))
	line := out.String()
	if len(line) > 10<<10 || !strings.Contains(line, "began") || !strings.Contains(line, "ended") || !strings.Contains(line, "path=") || strings.Contains(line, "hunter2") {
		t.Errorf("a line of %d bytes: %.200q", len(line), line)
	}
}

// In the form for programs every line is an object, from the first to the reason why
// the server does not run.
func TestEveryLineIsAnObject(t *testing.T) {
	t.Parallel()
	c, out := command(t, "serve", "--data", t.TempDir(), "--log-format", "json", "--listen", "127.0.0.1:0", "--admin-listen", "nowhere")
	if status := run(t.Context(), c); status != 1 {
		t.Fatalf("exit %d: %s", status, out)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for _, line := range lines {
		var record struct{ Time, Level, Msg, Error string }
		if err := json.Unmarshal([]byte(line), &record); err != nil || record.Time == "" || record.Msg == "" {
			t.Errorf("%q: %v", line, err)
		}
	}
	if last := lines[len(lines)-1]; !strings.Contains(last, "admin-listen") || !strings.Contains(last, `"level":"ERROR"`) {
		t.Errorf("the last line is %s", last)
	}
}

// command is a command line whose two outputs are one.
func command(t *testing.T, args ...string) (terminal.World, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	return terminal.World{
		Args: args, Env: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
	}, &out
}

func after(text, mark string) string {
	_, rest, _ := strings.Cut(text, mark)
	return rest
}
