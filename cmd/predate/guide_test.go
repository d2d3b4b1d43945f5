package main

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"predate/internal/commands/office"
	"predate/internal/doors/guide"

	"github.com/google/go-cmp/cmp"
)

// guided is a server as a reader of the guide has it before him.
type guided struct {
	t        *testing.T
	base     string
	folder   string
	testKey  string
	liveKey  string
	commands string // the folder of the program, for bash
}

// serveGuided starts the real program, with an account as the guide supposes it.
func serveGuided(t *testing.T, flags ...string) *guided {
	t.Helper()
	program, err := exec.LookPath("predate")
	if err != nil {
		t.Fatal(err)
	}
	g := &guided{t: t, folder: t.TempDir(), commands: filepath.Dir(program)}
	address, admin := anyAddress(t), anyAddress(t)
	g.base = "http://" + address
	said := &lockedBuffer{}
	server := exec.Command(program, append([]string{"serve", "--dev", "--data", "data", "--listen", address, "--admin-listen", admin}, flags...)...)
	server.Dir, server.Stdout, server.Stderr = g.folder, said, said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(server) })
	for deadline := time.Now().Add(time.Minute); !strings.Contains(said.String(), "predate is ready"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the server is not ready:\n%s", said)
		}
	}
	create := exec.Command(program, "account", "create", "--email", "etude@example.fr", "--kind", "premium", "--password", storyPassword, "--dev", "--data", "data", "--json")
	create.Dir = g.folder
	out, err := create.Output()
	if err != nil {
		t.Fatal(err)
	}
	var account office.Opened
	if err := json.Unmarshal(out, &account); err != nil {
		t.Fatal(err)
	}
	g.testKey, g.liveKey = account.TestAPIKey, account.APIKey
	return g
}

// anyAddress is one of this machine that nobody listens on.
func anyAddress(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// TestGuideCommands runs every command of the guide in one session, as a reader does,
// against a real server: each must answer what the page prints under it. With
// PREDATE_GUIDE=write the answers are written down instead.
func TestGuideCommands(t *testing.T) {
	blocks, err := guide.Blocks()
	if err != nil {
		t.Fatal(err)
	}
	if len(blocks) < 30 {
		t.Errorf("the guide has only %d commands", len(blocks))
	}
	g := serveGuided(t)
	answers := g.session(blocks)
	for i, block := range blocks {
		got := asPrinted(answers[i], g.base)
		file := filepath.Join("..", "..", "internal", "doors", "guide", "pages", "blocks", filepath.FromSlash(block.Name)+".answer")
		if os.Getenv("PREDATE_GUIDE") == "write" {
			if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			if got != "" {
				lay(t, file, []byte(got))
			}
			continue
		}
		if diff := cmp.Diff(inForm(block.Answer), inForm(got)); diff != "" {
			t.Errorf("%s answers otherwise than the guide says (-guide +server):\n%s", block.Name, diff)
		}
	}
}

// session runs commands one after the other in one bash, and gives what each prints.
func (g *guided) session(blocks []guide.Block) []string {
	g.t.Helper()
	const mark = "@@next@@"
	script := &strings.Builder{}
	script.WriteString("set -eo pipefail\n")
	for _, block := range blocks {
		command := strings.NewReplacer("{{base}}", g.base, "prd_test_replace_me", g.testKey).Replace(block.Command)
		script.WriteString("echo; echo " + mark + block.Name + "\n" + command)
	}
	work := g.t.TempDir()
	lay(g.t, filepath.Join(work, "session.sh"), []byte(script.String()))
	bash := exec.CommandContext(g.t.Context(), "timeout", "200", "bash", "session.sh")
	bash.Dir = work
	bash.Env = append(os.Environ(), "PATH="+g.commands+string(os.PathListSeparator)+os.Getenv("PATH"), "LC_ALL=C.UTF-8")
	var failed bytes.Buffer
	bash.Stderr = &failed
	out, err := bash.Output()
	if err != nil {
		g.t.Fatalf("the session of the guide ends with %v:\n%s\n%s", err, last(out), &failed)
	}
	if failed.Len() > 0 {
		g.t.Errorf("the session of the guide complains:\n%s", &failed)
	}
	answers := strings.Split(string(out), "\n"+mark)[1:]
	if len(answers) != len(blocks) {
		g.t.Fatalf("%d of %d commands were run", len(answers), len(blocks))
	}
	for i := range answers {
		_, answers[i], _ = strings.Cut(answers[i], "\n")
	}
	return answers
}

// last is the end of an output, for who must see why a session ended.
func last(out []byte) string { return string(out[max(0, len(out)-1500):]) }

// asPrinted is an answer as the guide prints it: without the address of this server, and
// with what is secret or long cut short.
func asPrinted(answer, base string) string {
	answer = strings.ReplaceAll(strings.ReplaceAll(answer, base, "{{base}}"), "\r", "")
	answer = regexp.MustCompile(`(signature=[\w-]{6})[\w-]+`).ReplaceAllString(answer, "$1…")
	answer = strings.TrimRight(answer, "\n")
	if answer == "" {
		return ""
	}
	return answer + "\n"
}

// inForm returns an answer with placeholders for the values that differ between runs:
// instants, identifiers, secrets, hashes.
func inForm(answer string) string {
	for _, volatile := range []struct{ pattern, kind string }{
		{`[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT`, "INSTANT"},
		{`\b(req|dlv|evt|whe|run|msg|sig)_[0-9a-z]+`, "${1}_ID"},
		{`whsec_[\w+/=]+`, "SECRET"},
		{`\b[0-9a-f]{64}\b`, "HASH"},
		{`expires=\d+&signature=[\w-]+…`, "SIGNED"},
		{`("orderid": |corner/|statements/|proofs/)("?)[A-Z0-9]{6}\b`, "${1}${2}ORDER"},
		{`r=\d+;t=\d+`, "LEFT"},
		{`("next"|"position"|"document"): \d+`, "$1: NUMBER"},
	} {
		answer = regexp.MustCompile(volatile.pattern).ReplaceAllString(answer, volatile.kind)
	}
	return answer
}

// TestGuideCanBeSwitchedOff: a server that shows no documentation has none.
func TestGuideCanBeSwitchedOff(t *testing.T) {
	for _, flag := range []string{"--no-docs", "--docs=false"} {
		g := serveGuided(t, flag)
		for _, path := range []string{"/docs", "/docs/en/webhooks", "/llms.txt"} {
			got, err := http.Get(g.base + path)
			if err != nil {
				t.Fatal(err)
			}
			got.Body.Close()
			if got.StatusCode != http.StatusNotFound {
				t.Errorf("%s of a server with %s answers %d", path, flag, got.StatusCode)
			}
		}
	}
}
