package pipeline_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/report"
	"predate/internal/statement/typeset"
)

// drawnPages takes the bytes of a file for a drawn page.
type drawnPages struct{}

func (drawnPages) Skim(_ context.Context, data []byte, _ pdftext.Guide, _ ...predate.Page) ([]predate.Page, error) {
	return layouttest.Pages(string(data)), nil
}

// misfiled is an annexe 1 that does not say what it is, and a fiche that says of
// which exercise the dossier is.
func misfiled() []desk.Upload {
	annexe := `MIR58 Palais Miramont
		Immatriculation AO3-606-158
		Exercice du 01/01/2025 au 31/12/2025
		Edité le 10/04/2026

		51 Banques ou fonds disponibles en banque  12 061,70      105 Fonds de travaux   6 030,85
		Total I                                    12 061,70      Total I                6 030,85
		45 Copropriétaires sommes exigibles         1 525,33      40 Fournisseurs        7 556,18
		Total II                                    1 525,33      Total II               7 556,18`
	fiche := `FICHE SYNTHETIQUE DE LA COPROPRIETE
		Edité le 13/04/2026
		Article 8-2 de la loi du 10 juillet 1965, décret 2016-1822

		Nom d'usage de la copropriété            Palais Miramont
		Adresse                                  58 avenue des Bigaradiers, 06000 Nice
		Numéro d'immatriculation                 AO3-606-158

		Représentant légal
		Nom                                      Riviera Tutélio Syndic
		Date de début de l'exercice              01/01/2025
		Date de fin de l'exercice                31/12/2025
		Date de l'AG ayant approuvé les comptes  09/04/2026
		Montant des dettes                       7 556,18 €`
	return []desk.Upload{
		{Filename: "note.pdf", MediaType: "application/pdf", Content: strings.NewReader(annexe), Origin: predate.FromClient},
		{Filename: "fiche.pdf", MediaType: "application/pdf", Content: strings.NewReader(fiche), Origin: predate.FromClient},
	}
}

// TestAMisfiledPaperIsCorrectedAndReadAgain: an operator says what a paper is, the
// order is read again, the figure appears with its place, and the statement says
// whose word the paper's kind is. Taken back, the figure is gone.
func TestAMisfiledPaperIsCorrectedAndReadAgain(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		cache := reading.DirCache{Dir: t.TempDir()}
		s.workers.Reader = reading.New(reading.Options{
			Pages: drawnPages{}, Engine: "drawn", Rules: "build", Cache: cache, Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t),
		})
		order, err := s.desk.Place(t.Context(), desk.Placing{Account: s.account, Documents: misfiled(), Order: predate.Order{
			Method: predate.MethodUpload, Owners: []predate.Owner{{Lastname: "Anglarès"}},
			Property: predate.Address{Street: "58 avenue des Bigaradiers", Zipcode: "06000", City: "Nice"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		arrears := func() predate.Figure {
			t.Helper()
			return s.reread(order).Figure(predate.KeyArrears)
		}
		if f := arrears(); f.Known() {
			t.Fatalf("the arrears are known already: %+v", f)
		}
		papers, err := s.desk.Papers(t.Context(), order.ID)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(papers.Documents, func(d predate.Document) bool { return d.Filename == "note.pdf" })
		word := predate.Correction{About: predate.RemarkKind, Hash: papers.Documents[i].Hash, First: 1, Last: 1, Value: string(predate.KindSchedule1)}
		by := desk.Decision{By: "C. Aubrac", Why: "annexe 1 sans titre"}
		if err := s.desk.Correct(t.Context(), order.ID, by, word); err != nil {
			t.Fatal(err)
		}
		statement := s.reread(order)
		f := statement.Figure(predate.KeyArrears)
		if f.Value != predate.Money(152533) || len(f.Evidence) == 0 || f.Evidence[0].File != "note.pdf" || f.Evidence[0].Document != papers.Documents[i].ID || f.Evidence[0].Page != 1 {
			t.Errorf("the arrears are %v, from %+v", f.Value, f.Evidence)
		}
		s.saysWho(statement, "C. Aubrac", "annexe 1 sans titre")

		if err := s.desk.Uncorrect(t.Context(), order.ID, by, word); err != nil {
			t.Fatal(err)
		}
		if f := arrears(); f.Known() {
			t.Errorf("taken back, the arrears are still %v", f.Value)
		}
	})
}

// reread has the order read, as its worker does, and gives the statement.
func (s *shop) reread(order predate.Order) predate.Statement {
	s.t.Helper()
	if err := s.workers.Work(s.t.Context(), s.caseOf(order).Run.ID); err != nil {
		s.t.Fatal(err)
	}
	body, err := s.workers.Blobs.Open(s.t.Context(), s.caseOf(order).Run.ReportHash)
	if err != nil {
		s.t.Fatal(err)
	}
	defer body.Close()
	data, err := io.ReadAll(body)
	if err != nil {
		s.t.Fatal(err)
	}
	statement, err := report.Decode(data)
	if err != nil {
		s.t.Fatal(err)
	}
	return statement
}

// saysWho holds a statement, which can be typeset, to the words of a correction.
func (s *shop) saysWho(statement predate.Statement, words ...string) {
	s.t.Helper()
	pdf, err := typeset.PDF(statement, typeset.Options{Issued: statement.ReferenceDate})
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		s.t.Fatal(err)
	}
	var said []string
	for _, d := range statement.Documents {
		for _, c := range d.Corrections {
			said = append(said, typeset.CorrectionWords(c))
		}
	}
	for _, word := range words {
		if len(said) != 1 || !strings.Contains(said[0], word) {
			s.t.Errorf("%q is not in %q", word, said)
		}
	}
}
