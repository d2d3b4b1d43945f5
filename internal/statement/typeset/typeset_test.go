package typeset

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/report"
)

var out = flag.String("out", "", "write the PDFs of the samples into this folder")

func samples() map[string]func() predate.Statement {
	return map[string]func() predate.Statement{
		"rich": richSample, "poor": poorSample, "extreme": extremeSample, "empty": func() predate.Statement { return predate.Statement{} },
	}
}

func set(t testing.TB, s predate.Statement, o Options) []byte {
	t.Helper()
	data, err := PDF(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// both sets the statement and its proof, by the names of the files.
func both(t testing.TB, s predate.Statement, o Options) map[string][]byte {
	t.Helper()
	files, err := Make(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"statement": files.Statement, "proof": files.Proof}
}

// pagesOfBoth gives the text of the pages of the statement, then of its proof.
func pagesOfBoth(t testing.TB, s predate.Statement, o Options) []string {
	t.Helper()
	files := both(t, s, o)
	return append(pagesOf(t, files["statement"]), pagesOf(t, files["proof"])...)
}

// write puts a PDF where a program of another hand can read it.
func write(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "statement.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func run(t testing.TB, name string, args ...string) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, stderr.String(), data)
	}
	return data
}

// pagesOf gives the text of every page as poppler reads it, in the order of
// setting, with runs of spaces reduced to one.
func pagesOf(t testing.TB, data []byte) []string {
	t.Helper()
	text := strings.TrimSuffix(string(run(t, "pdftotext", "-raw", write(t, data), "-")), "\f")
	pages := strings.Split(text, "\f")
	for i, p := range pages {
		pages[i] = strings.Join(strings.FieldsFunc(p, func(r rune) bool { return r == ' ' || r == '\n' }), " ")
	}
	return pages
}

// The maps of the statement are walked in another order every time: the bytes
// must not tell.
func TestSameBytes(t *testing.T) {
	for name, sample := range samples() {
		t.Run(name, func(t *testing.T) {
			first := both(t, sample(), options())
			if *out != "" {
				for file, end := range map[string]string{"statement": ".pdf", "proof": "-preuve.pdf"} {
					if err := os.WriteFile(filepath.Join(*out, name+end), first[file], 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			for cores := range 3 {
				same := options()
				same.Cores = cores
				for file, again := range both(t, sample(), same) {
					if !bytes.Equal(first[file], again) {
						t.Fatalf("two settings of one %s differ", file)
					}
				}
			}
			other := options()
			other.Issued = other.Issued.AddDays(1)
			for file, later := range both(t, sample(), other) {
				if bytes.Equal(first[file], later) {
					t.Errorf("the day of issue does not show in the %s", file)
				}
			}
		})
	}
}

func TestNoDateOfIssue(t *testing.T) {
	for _, issued := range []predate.Date{{}, {Year: 2026, Month: 2, Day: 30}} {
		if _, err := PDF(richSample(), Options{Issued: issued}); err == nil {
			t.Errorf("issued on %v: want an error, the file would bear the time of its making", issued)
		}
	}
}

func TestSoundFile(t *testing.T) {
	for name, sample := range samples() {
		t.Run(name, func(t *testing.T) {
			s := sample()
			want, err := report.Encode(s)
			if err != nil {
				t.Fatal(err)
			}
			for file, data := range both(t, s, options()) {
				if len(data) > 400<<10 {
					t.Errorf("%s: %d bytes, want at most 400 KiB", file, len(data))
				}
				path := write(t, data)
				run(t, "qpdf", "--check", path)
				listed := string(run(t, "qpdf", "--list-attachments", path))
				key, _, _ := strings.Cut(listed, " -> ")
				if got := run(t, "qpdf", "--show-attachment="+key, path); !bytes.Equal(got, want) {
					t.Errorf("%s: the attachment %q is not the report: %.200s", file, key, got)
				}
			}
		})
	}
}

func TestPages(t *testing.T) {
	for name, sample := range samples() {
		t.Run(name, func(t *testing.T) {
			s := sample()
			pages := pagesOf(t, set(t, s, options()))
			for i, text := range pages {
				if want := fmt.Sprintf("Page %d / %d", i+1, len(pages)); !strings.Contains(text, want) {
					t.Errorf("page %d lacks %q", i+1, want)
				}
				if s.Order.ID != "" && !strings.Contains(text, "Référence "+string(s.Order.ID)) {
					t.Errorf("page %d lacks the reference", i+1)
				}
				if marked := strings.Contains(text, "SPÉCIMEN"); marked != s.Order.TestMode {
					t.Errorf("page %d: marked as a specimen is %v", i+1, marked)
				}
			}
			for _, want := range []string{
				"Pré-état daté", "Charges payées par le vendeur", "Sommes que l’acquéreur", "Impayés et dettes", "Fonds de travaux",
				"Part attachée aux lots vendus", "Dernière cotisation versée", "Dans ce document", "Total à prévoir par l’acquéreur",
				"Compte du vendeur", "Solde du compte", "Total pouvant rester dû par le vendeur",
			} {
				if !strings.Contains(pages[0], want) {
					t.Errorf("the first page lacks %q", want)
				}
			}
			if !strings.Contains(pages[1], "Copropriété, vendeur et syndic") {
				t.Errorf("the first page runs over: page 2 is %.300s", pages[1])
			}
		})
	}
}

// A notary files few pages: an ordinary statement with all its figures has five to seven,
// its notice among them.
func TestFewPages(t *testing.T) {
	if n := len(pagesOf(t, set(t, richSample(), options()))); n < 5 || n > 7 {
		t.Errorf("an ordinary statement has %d pages", n)
	}
}

// A statement that its drawing would carry over the seventh page leaves it out; a longer one
// has it.
func TestADrawingGivesWay(t *testing.T) {
	type form struct {
		pages int
		drawn bool
	}
	var forms []form
	for n := 0; n < 40 && (len(forms) == 0 || forms[len(forms)-1] != form{8, true}); n += 2 {
		d := dossierSample{richSample()}
		var texts predate.Texts
		for range n {
			texts = append(texts, "Assignation d’une entreprise en garantie de ses travaux.")
		}
		d.read(predate.KeyProceedings, texts, at(minutes2026, 5, "en garantie"))
		pages := pagesOf(t, set(t, d.Statement, options()))
		if one := (form{len(pages), strings.Contains(strings.Join(pages, " "), "Échéancier des sommes")}); len(forms) == 0 || forms[len(forms)-1] != one {
			forms = append(forms, one)
		}
	}
	if n := len(forms); n < 3 || forms[n-3] != (form{7, true}) || forms[n-2] != (form{7, false}) || forms[n-1] != (form{8, true}) {
		t.Errorf("as it grows it has these pages and drawings: %v", forms)
	}
}

func TestMarks(t *testing.T) {
	tests := map[string]struct {
		specimen, draft, testOrder bool
		want                       string
	}{
		"in force":   {want: ""},
		"specimen":   {specimen: true, want: "SPÉCIMEN"},
		"test order": {testOrder: true, want: "SPÉCIMEN"},
		"draft":      {draft: true, want: "PROJET"},
		"both":       {specimen: true, draft: true, want: "SPÉCIMEN"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s, o := richSample(), options()
			s.Order.TestMode, o.Specimen, o.Draft = tt.testOrder, tt.specimen, tt.draft
			for i, text := range pagesOfBoth(t, s, o) {
				for _, word := range []string{"SPÉCIMEN", "PROJET"} {
					if got := strings.Contains(text, word); got != (word == tt.want) {
						t.Errorf("page %d bears %s: %v", i+1, word, got)
					}
				}
			}
		})
	}
}

func BenchmarkPDF(b *testing.B) {
	for name, sample := range samples() {
		b.Run(name, func(b *testing.B) {
			s := sample()
			for b.Loop() {
				b.ReportMetric(float64(len(set(b, s, options()))), "bytes")
			}
		})
	}
}

// An ordinary statement asks for little memory even if none of it is given back.
func TestMemory(t *testing.T) {
	s, o := richSample(), options()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	set(t, s, o)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 64<<20 {
		t.Errorf("%d MiB were allocated", got>>20)
	}
}
