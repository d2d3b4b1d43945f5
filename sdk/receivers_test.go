package sdk

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiver is how the receiver of a README becomes a program: what stands around it, and how
// it is run on a port.
type receiver struct {
	language, file, before, after string
	run                           func(t *testing.T, dir, address string) []string
}

func receivers() []receiver {
	return []receiver{
		{
			language: "go", file: "main.go",
			before: "package main\n\nimport (\"io\"; \"log\"; \"net/http\"; \"os\"; \"strings\"; \"predate.example/predate\")\n\nfunc keep(string, int, predate.WebhookEvent) {}\n\nfunc main() {\n",
			after:  "\nlog.Fatal(http.ListenAndServe(os.Getenv(\"ADDRESS\"), nil))\n}\n",
			run: func(t *testing.T, dir, _ string) []string {
				module := "module example\n\ngo 1.24\n\nrequire predate.example/predate v1.0.0\n\nreplace predate.example/predate => " + repositoryFor(t, "go") + "/sdk/go\n"
				write(t, filepath.Join(dir, "go.mod"), module)
				command(t, dir, "go", "build", "-o", "receiver", ".")
				return []string{filepath.Join(dir, "receiver")}
			},
		},
		{
			language: "python", file: "receiver.py",
			before: "import os\nimport predate\nfrom http.server import BaseHTTPRequestHandler, HTTPServer\n\ndef keep(*_):\n    pass\n\n",
			after:  "\nHTTPServer((\"127.0.0.1\", int(os.environ[\"PORT\"])), Receiver).serve_forever()\n",
			run:    func(*testing.T, string, string) []string { return []string{"python3", "receiver.py"} },
		},
		{
			language: "php", file: "receiver.php",
			run: func(t *testing.T, dir, address string) []string {
				if err := os.Symlink(filepath.Join(repositoryFor(t, "php"), "sdk", "php"), filepath.Join(dir, "predate")); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(dir, "router.php"), "<?php\nfunction keep(mixed ...$all): void {}\nrequire 'receiver.php';\n")
				return []string{"php", "-S", address, "router.php"}
			},
		},
		{
			language: "typescript", file: "receiver.js",
			before: "import { createServer } from \"node:http\";\nimport { verifyWebhook, WebhookError } from \"predate\";\nconst keep = () => {};\n",
			run: func(t *testing.T, dir, _ string) []string {
				source := filepath.Join(repositoryFor(t, "typescript"), "sdk", "typescript", "src", "index.ts")
				command(t, ".", "go", "run", "github.com/evanw/esbuild/cmd/esbuild@v0.28.2", filepath.Join(dir, "receiver.js"), "--bundle", "--platform=node", "--format=esm", "--log-level=warning", "--alias:predate="+source, "--outfile="+filepath.Join(dir, "receiver.mjs"))
				return []string{"node", filepath.Join(dir, "receiver.mjs")}
			},
		},
	}
}

// That of C# is among the proofs, since it needs Mono.
func TestReceiversOfTheReadmes(t *testing.T) {
	for _, r := range receivers() {
		t.Run(r.language, func(t *testing.T) {
			t.Parallel()
			r.judges(t)
		})
	}
}

// judges holds the receiver of a README to what it must say: it takes what is signed with
// either secret while one rotates, and refuses another body, another's signature and what is
// replayed later.
func (r receiver) judges(t *testing.T) {
	t.Helper()
	address := r.start(t)
	now, body := time.Now(), `{"status":"waiting","orderid":"K7QF3M","external_id":"étude 7"}`
	for _, one := range []struct {
		name, secret, sent string
		at                 time.Time
		want               int
	}{
		{"right", ours, body, now, http.StatusNoContent},
		{"signed with the former secret", former, body, now, http.StatusNoContent},
		{"another's", stranger, body, now, http.StatusUnauthorized},
		{"a body written again", ours, strings.Replace(body, ",", ", ", 1), now, http.StatusUnauthorized},
		{"replayed later", ours, body, now.Add(-6 * time.Minute), http.StatusUnauthorized},
		{"of a time to come", ours, body, now.Add(6 * time.Minute), http.StatusUnauthorized},
	} {
		if got := post(t, address, one.secret, body, one.sent, one.at); got != one.want {
			t.Errorf("%s: status %d, want %d", one.name, got, one.want)
		}
	}
}

// start makes a program of the README's receiver and runs it until the test ends.
func (r receiver) start(t *testing.T) (address string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.language, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile("(?s)Webhooks \\(Standard Webhooks 1\\.0\\):\n\n```\\w+\n(.*?)```").FindStringSubmatch(string(text))
	if said == nil {
		t.Fatal("the README shows no receiver")
	}
	dir := t.TempDir()
	address = freeAddress(t)
	write(t, filepath.Join(dir, r.file), r.before+said[1]+r.after)
	run := r.run(t, dir, address)
	process := exec.Command(run[0], run[1:]...)
	process.Dir = dir
	process.Env = append(os.Environ(), "PREDATE_WEBHOOK_SECRETS="+ours+" "+former, "ADDRESS="+address, "PORT="+address[strings.LastIndex(address, ":")+1:],
		"PYTHONPATH="+filepath.Join(repositoryFor(t, "python"), "sdk", "python"), "PYTHONDONTWRITEBYTECODE=1")
	output := &transcript{}
	process.Stdout, process.Stderr = output, output
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
		if t.Failed() {
			t.Logf("the receiver said:\n%s", output)
		}
	})
	return address
}

// post sends one delivery, as soon as the receiver listens.
func post(t *testing.T, address, secret, signed, sent string, at time.Time) int {
	t.Helper()
	signer, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := signer.Sign("dlv_7", at, []byte(signed))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/predate", strings.NewReader(sent))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"content-type": "application/json", "webhook-id": "dlv_7", "webhook-timestamp": strconv.FormatInt(at.Unix(), 10), "webhook-signature": signature,
			"predate-sequence": "2", "predate-attempt": "1", "predate-test": "true",
		} {
			request.Header.Set(name, value)
		}
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			response.Body.Close()
			return response.StatusCode
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// command runs a program that must succeed.
func command(t *testing.T, dir string, run ...string) {
	t.Helper()
	process := exec.CommandContext(t.Context(), run[0], run[1:]...)
	process.Dir = dir
	process.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if output, err := process.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", run, err, output)
	}
}
