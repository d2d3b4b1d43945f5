package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"predate/internal/collecting/warden"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/desk"
)

// keeping runs "predate config" and gives what is kept how long, or the complaint.
func keeping(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	status := run(t.Context(), terminal.World{
		Args: append([]string{"config"}, args...), Env: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
	})
	return out.String(), status
}

// What the settings say without being set is what the rooms below keep by themselves.
func TestTheUsualTimes(t *testing.T) {
	usual, _ := keeping(t)
	f := serving.KeepFlags{}
	for _, one := range append(f.Retention().Lives(), desk.Life{Class: "refusals", For: f.Memory().Refusals}, desk.Life{Class: "logins", For: f.Memory().Logins}) {
		want := serving.Span(one.For)
		if one.For == 0 {
			want = serving.Forever
		}
		_, line, found := strings.Cut(usual, "keep-"+one.Class+" ")
		if fields := strings.Fields(line); !found || fields[0] != want.String() {
			t.Errorf("--keep-%s is %q, want %s", one.Class, fields, want)
		}
	}
	if f.Retention() != desk.DefaultRetention() || f.Memory() != warden.DefaultMemory() {
		t.Errorf("unset: %+v, %+v", f.Retention(), f.Memory())
	}
}

// A time that the product does not allow is refused before anything is opened, with one
// sentence that names the setting, the bound and why.
func TestTimesThatAreRefused(t *testing.T) {
	for setting, want := range map[string]string{
		"--keep-credentials=100h":      "keep-credentials: 100h is too long, 72h is the most: a password is kept no longer than its order may take",
		"--keep-kept-credentials=400d": "keep-kept-credentials: 400d is too long, 366d is the most: ",
		"--keep-papers=7d":             "keep-papers: 7d is too short, 30d is the least: addresses",
		"--keep-papers=forever":        "keep-papers: forever is too long, 3660d is the most: ",
		"--keep-audit=24h":             "keep-audit: 24h is too short, 30d is the least: ",
		"--keep-events=a month":        `"a month" is no time to keep something: write days as 30d, hours as 72h, or forever`,
		"--keep-events=-3d":            `"-3d" is no time to keep something`,
	} {
		data := t.TempDir()
		var out bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // one that is taken would serve for ever
		status := run(ctx, terminal.World{
			Args: []string{"serve", "--data", data, "--admin-listen", "none", setting},
			Env:  func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
		})
		cancel()
		if status == 0 || !strings.Contains(out.String(), want) {
			t.Errorf("%s: status %d, %s", setting, status, out.String())
		}
	}
	good := serving.KeepFlags{Papers: 90 * serving.ADay, Statements: serving.Forever, Credentials: serving.Span(time.Hour)}
	if kept := good.Retention(); good.Check() != nil || kept.Documents != 90*24*time.Hour || kept.Statements != 0 || kept.Credentials != time.Hour {
		t.Errorf("%+v: %v", kept, good.Check())
	}
}
