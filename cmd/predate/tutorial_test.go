package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"predate/internal/commands/terminal"

	"codeberg.org/go-pdf/fpdf"
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
	for _, dir := range []string{"wordings/forms", "papers"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"wordings/mine.yaml", "wordings/memo.yaml", "wordings/forms/memo.yaml"} {
		shown := regexp.MustCompile(`(?s)       # ` + file + `\n.*?\n\n`).Find(page)
		if shown == nil {
			t.Fatalf("the page does not have people write %s", file)
		}
		lay(t, file, regexp.MustCompile(`(?m)^       `).ReplaceAll(shown, nil))
	}
	lay(t, "papers/memo.pdf", drawnMemo(t, regexp.MustCompile("(?s)```\nMÉMO.*?```").FindString(string(page))))
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
		if status := run(context.Background(), terminal.World{Args: args, Env: os.LookupEnv, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &failed}); status != 0 {
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
	for _, first := range []string{"Lecture", "next_meeting_date"} {
		shown := regexp.MustCompile("(?s)```\\n *" + first + ".*?```").FindString(string(page))
		if shown == "" {
			t.Fatalf("the page shows no %s", first)
		}
		for _, line := range strings.Split(strings.Trim(shown, "`\n "), "\n") {
			if !strings.Contains(spaced(output), spaced(line)) {
				t.Errorf("no command prints %q", line)
			}
		}
	}
}

// TestFaultyFormsStopTheStart: no command reads papers by a form with a fault.
func TestFaultyFormsStopTheStart(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("words/forms", 0o700); err != nil {
		t.Fatal(err)
	}
	lay(t, "words/forms/dtg.yaml", []byte("kind: dtg\nmeans: a survey\nfields:\n- {name: day, key: dtg, type: date}\n"))
	lay(t, "paper.pdf", drawnMemo(t, "nothing"))
	for _, command := range []string{"paper lint", "paper try paper.pdf", "paper unknown .", "paper why dtg paper.pdf", "serve --data data --dev"} {
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		var out, failed bytes.Buffer
		args := append(strings.Fields(command), "--lexicon", "words")
		status := run(ctx, terminal.World{Args: args, Env: os.LookupEnv, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &failed})
		stop()
		if status == 0 || !strings.Contains(failed.String(), `forms/dtg.yaml:4: the type "date" of day is none; take one of`) {
			t.Errorf("predate %s: exit %d\n%s", command, status, &failed)
		}
	}
}

// drawnMemo prints lines as a page.
func drawnMemo(t *testing.T, lines string) []byte {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	ansi := pdf.UnicodeTranslatorFromDescriptor("")
	pdf.AddPage()
	pdf.SetFont("Courier", "", 11)
	for i, line := range strings.Split(strings.Trim(lines, "`\n"), "\n") {
		pdf.Text(20, 30+8*float64(i), ansi(line))
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// spaced is a text with one space between words.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

func lay(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
