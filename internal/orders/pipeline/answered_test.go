package pipeline_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/blank/blanktest"
)

// TestAClientsCommentComesToAnOperator: what a client writes instead of giving a
// paper is read by a person. The person asks again, and lets nothing go that lacks
// what holds it back; what he asked next is answered without one.
func TestAClientsCommentComesToAnOperator(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		s.workers.Reader = reading.New(reading.Options{
			Pages: drawnPages{}, Engine: "drawn", Rules: "build", Cache: reading.DirCache{Dir: t.TempDir()}, Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t),
		})
		order, err := s.desk.Place(t.Context(), desk.Placing{Account: s.account, Documents: misfiled(), Order: predate.Order{
			Method: predate.MethodUpload, Owners: []predate.Owner{{Lastname: "Anglarès"}},
			Property: predate.Address{Street: "58 avenue des Bigaradiers", Zipcode: "06000", City: "Nice"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		s.reread(order)
		lacking := predate.Blocking(s.view(order).Missing)
		if len(lacking) == 0 || s.view(order).Order.State != predate.Waiting {
			t.Fatalf("the order lacks nothing: %+v", s.view(order))
		}
		s.answers(order, predate.Answer{Code: lacking[0].Code, FiscalYear: lacking[0].FiscalYear, Says: predate.SaysComment, Comment: "Le syndic l’envoie lundi.", By: "Mme Anglarès"})

		i, err := s.desk.Inquiry(t.Context(), order.ID)
		if err != nil {
			t.Fatalf("the order is not in review: %v", err)
		}
		if !slices.ContainsFunc(i.Run.Reasons, func(r string) bool {
			return strings.Contains(r, "Le syndic l’envoie lundi.") && strings.Contains(r, "Mme Anglarès")
		}) {
			t.Errorf("the operator is not told: %q", i.Run.Reasons)
		}
		by := desk.Decision{By: "C. Aubrac", Why: "lu"}
		s.heldBack(s.desk.Approve(t.Context(), order.ID, by))
		for _, doubt := range i.Doubts {
			if err := s.desk.Acknowledge(t.Context(), order.ID, by, doubt.ID); err != nil {
				t.Fatal(err)
			}
		}
		s.heldBack(s.desk.Issue(t.Context(), order.ID, by, i.Run.ReportHash))

		s.agenda.at = s.agenda.at.Add(time.Minute)
		question := desk.Question{Kind: predate.GapDocument, Code: lacking[0].Code, FiscalYear: lacking[0].FiscalYear, Words: "Merci de l’envoyer dès lundi."}
		if err := s.desk.AskAll(t.Context(), order.ID, by, question); err != nil {
			t.Fatal(err)
		}
		if state := s.view(order).Order.State; state != predate.Waiting {
			t.Errorf("asked, the order is %s", state)
		}
		s.answers(order, predate.Answer{Code: lacking[0].Code, FiscalYear: lacking[0].FiscalYear, Says: predate.SaysUnobtainable, By: "Mme Anglarès"})
		if reasons := s.caseOf(order).Run.Reasons; slices.ContainsFunc(reasons, func(r string) bool { return strings.Contains(r, "lundi") }) {
			t.Errorf("what was answered comes again: %q", reasons)
		}
	})
}

// TestWhatIsNotAnsweredIsNotForgotten: of two questions the client answers one. The
// other is still asked for, and an operator is told before anything is issued.
func TestWhatIsNotAnsweredIsNotForgotten(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		s.workers.Reader = reading.New(reading.Options{
			Pages: drawnPages{}, Engine: "drawn", Rules: "build", Cache: reading.DirCache{Dir: t.TempDir()}, Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t),
		})
		order, err := s.desk.Place(t.Context(), desk.Placing{Account: s.account, Documents: misfiled(), Order: predate.Order{
			Method: predate.MethodUpload, Owners: []predate.Owner{{Lastname: "Anglarès"}},
			Property: predate.Address{Street: "58 avenue des Bigaradiers", Zipcode: "06000", City: "Nice"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		s.reread(order)
		lacking := predate.Blocking(s.view(order).Missing)[0]
		s.answers(order, predate.Answer{Code: lacking.Code, FiscalYear: lacking.FiscalYear, Says: predate.SaysComment, Comment: "Que voulez-vous ?", By: "Mme Anglarès"})
		s.agenda.at = s.agenda.at.Add(time.Minute)
		by := desk.Decision{By: "C. Aubrac", Why: "lu"}
		err = s.desk.AskAll(t.Context(), order.ID, by,
			desk.Question{Kind: predate.GapDocument, Words: "Une copie nette."}, desk.Question{Kind: predate.GapAction, Words: "Quels lots ?"},
			desk.Question{Kind: predate.GapDocument, Code: "maintenance_log", Words: "Le carnet."})
		if err != nil {
			t.Fatal(err)
		}
		open := func() []string {
			var words []string
			for _, gap := range s.caseOf(order).Run.Gaps {
				if slices.Contains([]string{"Une copie nette.", "Quels lots ?", "Le carnet."}, gap.Message) {
					words = append(words, gap.Message)
				}
			}
			return words
		}
		s.agenda.at = s.agenda.at.Add(time.Minute)
		s.answers(order, predate.Answer{Code: "maintenance_log", Says: predate.SaysAbsent, By: "Mme Anglarès"})
		if got := strings.Join(open(), "|"); got != "Une copie nette.|Quels lots ?" {
			t.Errorf("after an answer, asked for is %q", got)
		}
		if _, err := s.desk.AddDocuments(t.Context(), s.account.ID, order.ID, []desk.Upload{{Filename: "copie.pdf", MediaType: "application/pdf", Content: strings.NewReader("Une copie"), Origin: predate.FromClient}}, nil); err != nil {
			t.Fatal(err)
		}
		s.reread(order)
		if got := strings.Join(open(), "|"); got != "Quels lots ?" {
			t.Errorf("after a paper, asked for is %q", got)
		}
		s.answers(order, predate.Answer{Code: "operator_2", Says: predate.SaysComment, Comment: "Le 14.", By: "Mme Anglarès"})
		if got := open(); len(got) != 0 {
			t.Errorf("all is answered, and asked for is %q", got)
		}
	})
}

// answers has the client answer, and the dossier read with it.
func (s *shop) answers(order predate.Order, answer predate.Answer) {
	s.t.Helper()
	if _, err := s.desk.Answer(s.t.Context(), s.account.ID, order.ID, answer); err != nil {
		s.t.Fatal(err)
	}
	s.reread(order)
}

// heldBack fails the test unless a statement was held back for what it lacks.
func (s *shop) heldBack(err error) {
	s.t.Helper()
	var refused *predate.Error
	if !errors.As(err, &refused) || refused.Code != predate.CodeConflict || !strings.Contains(refused.Message, "Il manque encore des pièces") {
		s.t.Errorf("got %v, want that papers lack", err)
	}
}
