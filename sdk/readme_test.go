package sdk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// firstOrder does what the README of a library says, in an empty folder and to the
// letter, but for where the repository is: it installs, runs the first order, and
// has a statement that the server knows as that of the order. It logs how long an
// integrator waits.
func (s *service) firstOrder(t *testing.T, language string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(language, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	install := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(string(text))
	first := regexp.MustCompile("(?s)As `([^`]+)`, run by `([^`]+)`:\n\n```\\w+\n(.*?)```").FindStringSubmatch(string(text))
	if install == nil || first == nil {
		t.Fatal("the README does not tell how to install and run a first order")
	}
	if lines := strings.Count(first[3], "\n"); lines > 20 {
		t.Errorf("a first order takes %d lines", lines)
	}
	repository, dir := repositoryFor(t, language), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, first[1]), []byte(first[3]), 0o600); err != nil {
		t.Fatal(err)
	}
	script := "set -e\n" + strings.ReplaceAll(install[1], "/path/to/predate", repository) + first[2] + "\n"
	began := time.Now()
	output := s.suite(t, dir, "bash", "-c", script)
	t.Logf("%s: from the README to a statement in %v", language, time.Since(began).Round(time.Millisecond))
	told := regexp.MustCompile(`\b([A-HJKMNP-TV-Z2-9]{6}) done\b`).FindStringSubmatch(output)
	if told == nil {
		t.Fatalf("the first order is not done: %s", output)
	}
	pdf, err := os.ReadFile(filepath.Join(dir, "statement.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(pdf); hex.EncodeToString(sum[:]) != s.statementOf(t, told[1]) {
		t.Errorf("statement.pdf is not the statement of %q", told[1])
	}
}

// repositoryFor gives the repository; for TypeScript, which is built where it is,
// a copy of what is needed.
func repositoryFor(t *testing.T, language string) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if language != "typescript" {
		return root
	}
	copied := t.TempDir()
	if err := os.CopyFS(filepath.Join(copied, "sdk", language), os.DirFS(language)); err != nil {
		t.Fatal(err)
	}
	return copied
}

// statementOf asks the API for the hash of an order's statement, with no library.
func (s *service) statementOf(t *testing.T, id string) string {
	t.Helper()
	var token struct {
		Payload struct {
			AccessToken string `json:"access_token"`
		} `json:"payload"`
	}
	s.ask(t, "POST", "/account/auth", "", &token)
	var view struct {
		Payload struct {
			State     string `json:"state"`
			Statement struct {
				SHA256 string `json:"sha256"`
			} `json:"statement"`
		} `json:"payload"`
	}
	s.ask(t, "GET", "/order/"+id, token.Payload.AccessToken, &view)
	if view.Payload.State != "done" {
		t.Errorf("the order %q is %q", id, view.Payload.State)
	}
	return view.Payload.Statement.SHA256
}

func (s *service) ask(t *testing.T, method, path, token string, into any) {
	t.Helper()
	credentials, err := json.Marshal(map[string]string{"email": s.email, "password": password})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, s.base+path, bytes.NewReader(credentials))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Auth-Key", s.key)
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}
