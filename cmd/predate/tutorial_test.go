package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTutorialOfPapers runs the commands of docs/papers.md in a folder as the page
// supposes it, and finds in their output what the page prints.
func TestTutorialOfPapers(t *testing.T) {
	page, err := os.ReadFile("../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	corpus, err := filepath.Abs("../../testdata/corpus/d01")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	lexicon := regexp.MustCompile(`(?s)       # wordings/mine.yaml\n.*?\n\n`).Find(page)
	wording := regexp.MustCompile(`(?m)^       `).ReplaceAllString(string(lexicon), "")
	if !strings.Contains(wording, "concepts:") {
		t.Fatal("the page has no wording to learn")
	}
	for _, dir := range []string{"wordings", "papers"} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	lay(t, "wordings/mine.yaml", []byte(wording))
	for from, to := range map[string]string{
		"order.json": "order.json", "files/Convocation_AG_du_26_03_2026_21.pdf": "papers/annexe-1.pdf", "files/PV_AG_AGO_du_26_03_2026_20.pdf": "papers/pv.pdf",
	} {
		data, err := os.ReadFile(filepath.Join(corpus, from))
		if err != nil {
			t.Fatal(err)
		}
		lay(t, to, data)
	}
	commands := regexp.MustCompile(`(?m)^ {4,7}predate (paper .*)$`).FindAllStringSubmatch(string(page), -1)
	output, ran := "", map[string]bool{}
	for _, c := range commands {
		args := strings.Fields(strings.ReplaceAll(c[1], "FOLDER-OF-PAPERS", "papers"))
		var out, failed bytes.Buffer
		if status := run(context.Background(), world{args: args, env: os.LookupEnv, stdin: strings.NewReader(""), stdout: &out, stderr: &failed}); status != 0 {
			t.Errorf("predate %s: exit %d\n%s", c[1], status, &failed)
		}
		output += out.String()
		ran[args[1]] = true
	}
	for _, name := range []string{"unknown", "lint", "try", "why"} {
		if !ran[name] {
			t.Errorf("the page does not teach predate paper %s", name)
		}
	}
	shown := regexp.MustCompile("(?s)```\nLecture.*?```").FindString(string(page))
	if shown == "" {
		t.Fatal("the page walks along no figure")
	}
	for _, line := range strings.Split(strings.Trim(shown, "`\n"), "\n") {
		if !strings.Contains(spaced(output), spaced(line)) {
			t.Errorf("no command prints %q", line)
		}
	}
}

// spaced is a text with one space between words.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

func lay(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
