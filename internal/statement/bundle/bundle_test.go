package bundle_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/statement/bundle"
	"predate/internal/statement/typeset"
)

// shelf keeps the bytes of papers by their hash.
type shelf map[predate.Hash][]byte

type book struct{ *bytes.Reader }

func (book) Close() error { return nil }

func (s shelf) open(_ context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	data, ok := s[hash]
	if !ok {
		return nil, predate.ErrNotFound
	}
	return book{bytes.NewReader(data)}, nil
}

func order() predate.Order {
	return predate.Order{ID: "K7QF3M", Property: predate.Address{Street: "12 rue des Lilas", City: "Nantes", Zipcode: "44000"}}
}

// paper is a paper of which one kind was read.
func (s shelf) paper(name string, kind predate.Kind, data []byte) bundle.Paper {
	hash := predate.Hash(strings.Repeat("0", 60) + name[:4])
	s[hash] = data
	media := "application/pdf"
	if !bytes.HasPrefix(data, []byte("%PDF")) {
		media = "image/jpeg"
	}
	p := bundle.Paper{Document: predate.Document{
		Hash: hash, Size: int64(len(data)), Filename: name, MediaType: media, Collected: time.Date(2026, 5, 18, 9, 30, 0, 0, time.UTC),
	}}
	if kind != "" {
		p.DocType, p.Parts = kind.DocType(), []predate.Part{{First: 1, Last: 1, Kind: kind}}
	}
	return p
}

// page is a PDF of one page that says a word.
func page(t *testing.T, word string) []byte {
	t.Helper()
	pdf, _, err := typeset.ContentsPDF(typeset.Contents{
		Order: order(), Day: predate.Date{Year: 2026, Month: 5, Day: 1}, Groups: []typeset.ContentsGroup{{Title: word, Entries: []typeset.ContentsEntry{{Number: 1, Name: word}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return pdf
}

func names(t *testing.T, data []byte) (all []string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		all = append(all, f.Name)
	}
	return all
}

func (s shelf) zipped(t *testing.T, papers ...bundle.Paper) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := bundle.New(order(), papers).WriteZIP(t.Context(), &out, s.open); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestZIPHasThePapersInTheOrderOfTheLaw(t *testing.T) {
	s := shelf{}
	old := s.paper("pv-2023.pdf", predate.KindMinutes, []byte("%PDF old"))
	old.Printed = predate.Date{Year: 2023, Month: 6, Day: 1}
	recent := s.paper("rv-2025.pdf", predate.KindMinutes, []byte("%PDF recent"))
	recent.Printed = predate.Date{Year: 2025, Month: 6, Day: 1}
	unread := s.paper("unre.pdf", "", []byte("%PDF unread"))
	unread.Hint = predate.TypeMaintenanceLog
	foreign, double, gone := s.paper("fore.pdf", predate.KindMinutes, nil), s.paper("doub.pdf", predate.KindMinutes, nil), s.paper("gone.pdf", predate.KindRules, nil)
	foreign.Foreign, double.DuplicateOf, gone.Gone = true, 1, true
	papers := []bundle.Paper{
		s.paper("lead.pdf", predate.KindLead, []byte("%PDF lead")), s.paper("othr.jpg", predate.KindOther, []byte("\xff\xd8\xff")), old, foreign, double, gone,
		s.paper("call.pdf", predate.KindFundCall, []byte("%PDF call")), unread, recent, s.paper("rule.pdf", predate.KindRules, []byte("%PDF rules")),
		s.paper("shee.pdf", predate.KindSummarySheet, []byte("%PDF sheet")), s.paper("plan.pdf", predate.KindPPT, []byte("%PDF ppt")),
	}
	data := s.zipped(t, papers...)
	want := []string{
		"00 Sommaire.pdf", "01 shee.pdf", "02 rule.pdf", "03 rv-2025.pdf", "04 pv-2023.pdf", "05 call.pdf", "06 unre.pdf", "07 plan.pdf", "08 lead.pdf", "09 othr.jpg",
	}
	if diff := cmp.Diff(want, names(t, data)); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	from, err := z.File[3].Open()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(from); err != nil || string(got) != "%PDF recent" {
		t.Errorf("the latest minutes are %q: %v", got, err)
	}
	slices.Reverse(papers)
	if !bytes.Equal(data, s.zipped(t, papers...)) {
		t.Error("the same papers in another order give other bytes")
	}
}

func TestNamesLeadNowhere(t *testing.T) {
	s := shelf{}
	var papers []bundle.Paper
	for i, name := range []string{"../../etc/passwd", `C:\\Windows\\evil.pdf`, "a\x00b\u202e.pdf", strings.Repeat("é", 300) + ".pdf", "....", "no extension" + strings.Repeat("x", 300)} {
		p := s.paper("aaa"+string(rune('0'+i)), predate.KindOther, []byte("%PDF"))
		p.Filename = name
		papers = append(papers, p)
	}
	for _, name := range names(t, s.zipped(t, papers...)) {
		if strings.ContainsAny(name, "/\\:\x00") || strings.Contains(name, "\u202e") || len(name) > 190 || strings.HasPrefix(name, ".") {
			t.Errorf("name %q", name)
		}
	}
}

func engine(t *testing.T) *pdftext.Reader {
	t.Helper()
	return enginetest.Printed(t)
}

func said(t *testing.T, r *pdftext.Reader, pdf []byte) (all []string) {
	t.Helper()
	pages, err := r.Read(t.Context(), pdf)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		var words []string
		for _, word := range page.Words {
			words = append(words, word.Text)
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

// The one PDF has the papers that are PDFs, and names the others.
func TestPDFJoinsWhatCanBeJoined(t *testing.T) {
	s, r := shelf{}, engine(t)
	papers := []bundle.Paper{
		s.paper("minu.pdf", predate.KindMinutes, page(t, "Assemblée")), s.paper("foto.jpg", predate.KindOther, []byte("\xff\xd8\xff")),
		s.paper("brok.pdf", predate.KindLead, []byte("%PDF-1.7 nothing")), s.paper("shee.pdf", predate.KindSummarySheet, page(t, "Synthèse")),
	}
	b := bundle.New(order(), papers)
	made, err := b.PDF(t.Context(), r, s.open, bundle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	pages := said(t, r, made.PDF)
	if len(pages) != 3 || !strings.Contains(pages[1], "Synthèse") || !strings.Contains(pages[2], "Assemblée") || made.Hurried {
		t.Fatalf("pages %q", pages)
	}
	for _, words := range []string{
		"shee.pdf 2", "minu.pdf 3", "foto.jpg", "La pièce n’est pas un PDF. Elle est dans le ZIP.", "brok.pdf", "endommagé", "12 rue des Lilas, 44000 Nantes", "K7QF3M",
	} {
		if !strings.Contains(pages[0], words) {
			t.Errorf("the contents do not say %q: %s", words, pages[0])
		}
	}
	again, err := b.PDF(t.Context(), r, s.open, bundle.Limits{})
	if err != nil || !bytes.Equal(made.PDF, again.PDF) {
		t.Errorf("the same papers give other bytes: %v", err)
	}
	small, err := b.PDF(t.Context(), r, s.open, bundle.Limits{Pages: 1})
	if err != nil {
		t.Fatal(err)
	}
	if pages := said(t, r, small.PDF); len(pages) != 2 || !strings.Contains(pages[0], "trop grand") {
		t.Errorf("with one page at most: %q", pages)
	}
}

// Many papers have contents of several pages; the numbers of pages are true.
func TestContentsOfSeveralPages(t *testing.T) {
	s, r := shelf{}, engine(t)
	var papers []bundle.Paper
	one := page(t, "Assemblée")
	for i := range 60 {
		p := s.paper("p"+string(rune('a'+i/26))+string(rune('a'+i%26))+"x.pdf", predate.KindMinutes, one)
		papers = append(papers, p)
	}
	made, err := bundle.New(order(), papers).PDF(t.Context(), r, s.open, bundle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	pages := said(t, r, made.PDF)
	own := len(pages) - 60
	if own < 2 || !strings.Contains(pages[0], "paax.pdf "+string(rune('0'+own+1))) {
		t.Errorf("%d pages of contents: %s", own, pages[0])
	}
}

type slow struct{ *pdftext.Reader }

func (s slow) Plain(ctx context.Context, data []byte) (pdftext.Plain, error) {
	if bytes.HasPrefix(data, []byte("%PDF-1.7 slow")) {
		return pdftext.Plain{}, &pdftext.UnreadableError{Reason: "La lecture du PDF dépasse le temps permis.", Err: context.DeadlineExceeded}
	}
	return s.Reader.Plain(ctx, data)
}

// A paper that takes too long is named, and the bytes are said to be of this time only;
// bytes that are gone end it.
func TestPDFSaysWhatItCouldNot(t *testing.T) {
	s, r := shelf{}, engine(t)
	b := bundle.New(order(), []bundle.Paper{s.paper("slow.pdf", predate.KindMinutes, []byte("%PDF-1.7 slow"))})
	made, err := b.PDF(t.Context(), slow{r}, s.open, bundle.Limits{})
	if err != nil || !made.Hurried || !strings.Contains(said(t, r, made.PDF)[0], "dépasse le temps permis") {
		t.Errorf("hurried %t: %v", made.Hurried, err)
	}
	clear(s)
	if _, err := b.PDF(t.Context(), slow{r}, s.open, bundle.Limits{}); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("without its bytes: %v", err)
	}
	if err := b.WriteZIP(t.Context(), io.Discard, s.open); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("a ZIP without its bytes: %v", err)
	}
}

func TestTagFollowsThePapers(t *testing.T) {
	s := shelf{}
	tag := func(pdf bool, papers ...bundle.Paper) string { return bundle.New(order(), papers).Tag(pdf) }
	one, two := s.paper("onee.pdf", predate.KindMinutes, nil), s.paper("twoo.pdf", predate.KindMinutes, nil)
	renamed, kind := one, s.paper("onee.pdf", predate.KindRules, nil)
	renamed.Filename = "autre.pdf"
	tags := map[string]bool{}
	for _, t := range []string{tag(false, one), tag(true, one), tag(false, two), tag(false, one, two), tag(false, renamed), tag(false, kind)} {
		tags[t] = true
	}
	if len(tags) != 6 {
		t.Errorf("%d different tags of 6", len(tags))
	}
	if tag(false, one, two) != tag(false, two, one) {
		t.Error("the tag depends on the order of the rows")
	}
}

// crowded joins no more than two documents.
type crowded struct{ *pdftext.Reader }

func (c crowded) Join(ctx context.Context, all []pdftext.Plain) ([]byte, error) {
	if len(all) > 2 {
		return nil, &pdftext.UnreadableError{Reason: "Le PDF est endommagé ou demande trop de mémoire."}
	}
	return c.Reader.Join(ctx, all)
}

// What does not go together is cut down until it does; the rest is named.
func TestPDFIsCutDownToWhatGoesTogether(t *testing.T) {
	s, r := shelf{}, engine(t)
	var papers []bundle.Paper
	for _, name := range []string{"aaaa.pdf", "bbbb.pdf", "cccc.pdf", "dddd.pdf"} {
		papers = append(papers, s.paper(name, predate.KindMinutes, page(t, "Assemblée")))
	}
	made, err := bundle.New(order(), papers).PDF(t.Context(), crowded{r}, s.open, bundle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if pages := said(t, r, made.PDF); len(pages) != 2 || !strings.Contains(pages[0], "aaaa.pdf 2") || strings.Count(pages[0], "trop grand") != 3 || made.Hurried {
		t.Errorf("pages %q", pages)
	}
}
