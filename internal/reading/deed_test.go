package reading

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/reading/pdftext/scantest"
	"predate/internal/reading/wording"
)

// statementOf reads a dossier of one file.
func statementOf(t *testing.T, pages Pages, cache Cache, data []byte) predate.Statement {
	t.Helper()
	dossier := corpus(t, same)
	dossier.Files = []File{{Document: 1, Name: "acte.pdf", Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}}
	reader := New(Options{Pages: pages, Engine: "engine", Rules: "build", Cache: cache, Cores: seats.New(seats.Options{Seats: 2}), Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
	statement, err := reader.Read(context.Background(), dossier)
	if err != nil {
		t.Fatal(err)
	}
	return statement
}

// Of scanned rules the first pages and the last are read. The running text between
// them is left, which is said and makes no page unreadable; the day is
// found, and the second reading reads nothing.
func TestScannedRulesAreSkimmed(t *testing.T) {
	t.Parallel()
	cache := newMemory()
	scan := scantest.Scan(t, scantest.Deed(t, 12))
	first := statementOf(t, enginetest.Scanned(t), cache, scan)
	again := statementOf(t, noPages{}, cache, scan)
	for _, statement := range []predate.Statement{first, again} {
		document := statement.Documents[0]
		if want := []int{5, 6, 7, 8, 9, 10}; !slices.Equal(document.LeftPages, want) || len(document.UnreadPages) > 0 {
			t.Errorf("left pages %v, want %v; unreadable %v", document.LeftPages, want, document.UnreadPages)
		}
		if len(document.Parts) != 1 || document.Parts[0].Kind != predate.KindRules || document.Parts[0].Last != 12 {
			t.Errorf("parts %+v", document.Parts)
		}
		deed, _ := statement.Figures[predate.KeyCoownershipRules].Value.(predate.Paper)
		if want := (predate.Date{Year: 1982, Month: 3, Day: 30}); deed.Date != want {
			t.Errorf("the rules are of %v, want %v", deed.Date, want)
		}
		if said := strings.Join(wording.All(slices.Concat(statement.Outcome.Warnings, statement.Outcome.Reasons)), "\n"); strings.Contains(said, "pas pu être lu") {
			t.Errorf("said: %s", said)
		}
	}
}

// Minutes that are bound into the scan of a deed, typed as the deed is, are found
// and read, and so is the rest of the file.
func TestMinutesBoundIntoScannedRules(t *testing.T) {
	t.Parallel()
	deed := scantest.Deed(t, 10)
	scan := scantest.Scan(t, scantest.Pages(t, deed, 1, 8), scantest.Minutes(t, scantest.Notary()), scantest.Pages(t, deed, 9, 10))
	statement := statementOf(t, enginetest.Scanned(t), newMemory(), scan)
	document := statement.Documents[0]
	at := slices.IndexFunc(document.Parts, func(p predate.Part) bool { return p.Kind == predate.KindMinutes })
	if at < 0 || document.Parts[at].First != 9 || len(document.LeftPages) > 0 {
		t.Fatalf("parts %+v, left %v", document.Parts, document.LeftPages)
	}
	meetings, _ := statement.Figures[predate.KeyMinutes].Value.(predate.Days)
	if want := (predate.Date{Year: 2026, Month: 3, Day: 26}); !slices.Contains(meetings, want) {
		t.Errorf("meetings %v, want %v", meetings, want)
	}
}

// deedPages are the first pages of a deed, as one recognises them.
func deedPages() []predate.Page {
	return layouttest.Pages(
		"REGLEMENT DE COPROPRIETE\n\nL'an 1982, le 30 mars, par-devant Maitre Vauquelin, notaire\na ete etabli le reglement de copropriete et l'etat descriptif de division\nde l'immeuble situe 18 rue des Maraichers-Fleuris, 69003 Lyon\n\n- 1 -",
		"ARTICLE 1 - PARTIES COMMUNES\nLes gros murs sont communs aux coproprietaires.\n\n\n- 2 -",
	)
}

func deedGuide(t *testing.T) *deed {
	t.Helper()
	return &deed{Reader: New(Options{Pages: noPages{}, Forms: blanktest.House(t)})}
}

// What the first pages of a deed must say before the rest is left.
func TestDeedSaysEnough(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(pages []predate.Page)
		want   bool
	}{
		"a deed":             {func([]predate.Page) {}, true},
		"an unreadable page": {func(pages []predate.Page) { pages[1].Unreadable = "La page est endommagée." }, false},

		"no title":    {func(pages []predate.Page) { pages[0].Words = pages[0].Words[3:] }, false},
		"no day":      {func(pages []predate.Page) { drop(pages, "1982,") }, false},
		"no building": {func(pages []predate.Page) { drop(pages, "18") }, false},
		"minutes, not a deed": {func(pages []predate.Page) {
			copy(pages, layouttest.Pages("PROCES-VERBAL DE L'ASSEMBLEE GENERALE\ndu 30 mars 1982\nLes coproprietaires se sont reunis", "La seance est levee"))
		}, false},
	} {
		pages := deedPages()
		c.change(pages)
		if got := deedGuide(t).Enough(pages); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func drop(pages []predate.Page, word string) {
	for i := range pages {
		pages[i].Words = slices.DeleteFunc(pages[i].Words, func(w predate.Word) bool { return w.Text == word })
	}
}

// What shows that a page of which only a few lines are known is of another paper.
func TestPageContinuesADeed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"ARTICLE 9 - MUTATIONS DE PROPRIETE\nconformement a la loi du 10 juillet 1965.\n\n- 9 -":     true,
		"court. Le syndic est charge de l'entretien.":                                                true,
		"PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE":                                            false,
		"Les coproprietaires se sont reunis en assemblee generale":                                   false,
		"Lyon, le 12 mars 2024\nMadame, Monsieur,":                                                   false,
		"soit une somme de 1 250,00 euros":                                                           false,
		"ARTICLE 9 - MUTATIONS DE PROPRIETE\n\n- 1 -":                                                false,
		"APPEL DE FONDS\nprovisions du trimestre":                                                    false,
		"ACTE MODIFICATIF A L'ETAT DESCRIPTIF DE DIVISION\npar-devant Maitre Vauquelin":              false,
		"La seance est levee a vingt heures. Le president, les scrutateurs et le secretaire signent": false,
	} {
		guide := deedGuide(t)
		if !guide.Enough(deedPages()) {
			t.Fatal("the first pages are not enough")
		}
		page := layouttest.Pages(text)[0]
		page.Number = 9
		if got := guide.Continues(page); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Pages that are read between pages that are left may be another paper, or be
// unreadable: the file is then read whole.
func TestOtherPapersAmongPagesLeft(t *testing.T) {
	t.Parallel()
	minutes := "PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE DU 26 MARS 2026\nLes coproprietaires se sont reunis en assemblee generale\nCette resolution est adoptee a la majorite"
	for name, c := range map[string]struct {
		read string // what page 4 says
		why  string // for which it could not be read
		want bool
	}{
		"an article":         {"ARTICLE 4 - CHARGES\nLes charges sont reparties\n\n- 4 -", "", true},
		"minutes":            {minutes, "", false},
		"numbers that begin": {"ARTICLE 4 - CHARGES\nLes charges sont reparties\n\n- 1 -", "", false},
		"an unreadable page": {"", "La reconnaissance de caractères a échoué.", false},
	} {
		guide := deedGuide(t)
		if !guide.Enough(deedPages()) {
			t.Fatal("the first pages are not enough")
		}
		pages := append(deedPages(), layouttest.Pages("", c.read, "", "Fait a Lyon\n\n- 6 -")...)
		for i := range pages {
			pages[i].Number = i + 1
		}
		pages[2].Left, pages[4].Left, pages[3].Unreadable = true, true, c.why
		if got := guide.Single(pages); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
