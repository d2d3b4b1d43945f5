package desk_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/orders/desk"
)

// lacking places an order that waits for an annexe 1 and is owed minutes.
func (o *office) lacking() predate.Order {
	o.t.Helper()
	order := o.place(o.placing())
	err := o.Record(o.ctx, desk.Progress{Run: o.runOf(order), Trigger: predate.DossierLacking, Change: func(r *predate.Run) {
		r.Collected, r.Read, r.Outcome = true, true, predate.OutcomeWaiting
		r.Gaps = []predate.Gap{
			{Kind: predate.GapDocument, Code: "schedule_1", DocType: predate.TypeOther, FiscalYear: "2025", Message: "L’annexe 1."},
			{Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes, Message: "Le procès-verbal de 2023.", Reserve: true},
			{Kind: predate.GapDocument, Code: predate.CodeUnreadable, Message: "Scan 7.", Reserve: true},
			{Kind: predate.GapAction, Code: "operator", Message: "Confirmez les lots.", Reserve: true},
		}
	}})
	if err != nil {
		o.t.Fatal(err)
	}
	return order
}

func TestAnswersOfTheClient(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.lacking()
		answers := []predate.Answer{
			{Code: "schedule_1", FiscalYear: "2025", Says: predate.SaysUnobtainable, Comment: "<b>le syndic</b> ne répond pas", By: "Mme Vassorelle"},
			{Code: "operator", Says: predate.SaysComment, Comment: "Les lots 3 et 4.", By: "Mme Vassorelle"},
		}
		if _, err := o.Answer(o.ctx, o.account.ID, order.ID, answers...); err != nil {
			t.Fatal(err)
		}
		if run := o.runOf(order); run.Read {
			t.Error("the dossier is not read again")
		}
		c := must[desk.Case](t)(o.Case(o.ctx, order.Run))
		want := []predate.Correction{{
			About: predate.RemarkUnobtainable, Code: "schedule_1", FiscalYear: "2025", Value: "Mme Vassorelle", By: "Mme Vassorelle",
			On: predate.DateOf(o.clock.Now()), Why: "<b>le syndic</b> ne répond pas", Declarant: predate.DeclaredByClient, Asked: []string{"L’annexe 1."},
		}}
		if diff := cmp.Diff(want, c.Corrections); diff != "" {
			t.Error(diff)
		}
		thread := must[desk.Thread](t)(o.Thread(o.ctx, order.ID)).Messages
		if len(thread) != 2 || thread[0].Code != "schedule_1" || thread[1].Words != "Les lots 3 et 4." || len(predate.Unheard(c.Thread)) != 1 {
			t.Errorf("thread %+v", thread)
		}
		if got := strings.Join(o.acts(order.ID), "\n"); !strings.Contains(got, "Mme Vassorelle client.answer schedule_1 2025 = not_obtainable: <b>le syndic</b> ne répond pas") {
			t.Errorf("acts:\n%s", got)
		}
		items := must[desk.Checklist](t)(o.Checklist(o.ctx, o.account.ID, order.ID)).Items
		if i := slices.IndexFunc(items, func(i predate.Item) bool { return i.State == predate.ItemDeclared }); i < 0 || items[i].Code != "schedule_1" {
			t.Errorf("checklist %+v", items)
		}
		// Another answer takes the place of the first.
		answers[0].Says = predate.SaysAbsent
		if _, err := o.Answer(o.ctx, o.account.ID, order.ID, answers[0]); err != nil {
			t.Fatal(err)
		}
		if c := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Corrections; len(c) != 1 || c[0].About != predate.RemarkAbsent {
			t.Errorf("said %+v", c)
		}
		by := desk.Decision{By: "C. Aubrac", Why: "retrouvée"}
		if err := o.Uncorrect(o.ctx, order.ID, by, predate.Correction{About: predate.RemarkAbsent, Code: "schedule_1", FiscalYear: "2025"}); err != nil {
			t.Errorf("an operator takes the client's word back: %v", err)
		}
	})
}

func TestAnswersThatAreRefused(t *testing.T) {
	o := open(t)
	order := o.lacking()
	good := predate.Answer{Code: "schedule_1", FiscalYear: "2025", Says: predate.SaysAbsent, By: "Mme Vassorelle"}
	for _, test := range []struct {
		change func(*predate.Answer)
		says   string
	}{
		{func(a *predate.Answer) { a.Says = "yes" }, "answer: must be"},
		{func(a *predate.Answer) { a.By = " " }, "by: must be"},
		{func(a *predate.Answer) { a.By = "a\x00" }, "by: must be"},
		{func(a *predate.Answer) { a.Comment = strings.Repeat("é", 2001) }, "comment: must have"},
		{func(a *predate.Answer) { a.Says = predate.SaysComment }, "comment: is required"},
		{func(a *predate.Answer) { a.Code = "" }, "code: is required"},
		{func(a *predate.Answer) { a.FiscalYear = "1999" }, "is not asked for"},
		{func(a *predate.Answer) { a.Code, a.FiscalYear = predate.CodeUnreadable, "" }, "cannot be read exists"},
		{func(a *predate.Answer) { a.Code, a.FiscalYear = "operator", "" }, "takes see_comment only"},
	} {
		bad := good
		test.change(&bad)
		_, err := o.Answer(o.ctx, o.account.ID, order.ID, good, bad)
		refused(t, err, predate.CodeInvalid, test.says)
	}
	if c := must[desk.Case](t)(o.Case(o.ctx, order.Run)); len(c.Corrections)+len(c.Thread) != 0 || !c.Run.Read {
		t.Errorf("a refused answer leaves %+v", c.Corrections)
	}
	by := desk.Decision{By: "C. Aubrac", Why: "courriel"}
	if err := o.Correct(o.ctx, order.ID, by, predate.Correction{About: predate.RemarkAbsent, Code: "schedule_1", FiscalYear: "2025", Value: "le syndic"}); err != nil {
		t.Fatal(err)
	}
	_, err := o.Answer(o.ctx, o.account.ID, order.ID, good)
	refused(t, err, predate.CodeConflict, "An operator has answered")
	if !errors.Is(err, desk.ErrAnswered) {
		t.Errorf("%v is not told from other conflicts", err)
	}
	other := o.open("autre@example.fr")
	_, err = o.Answer(o.ctx, other.ID, order.ID, good)
	refused(t, err, predate.CodeNotFound, "Order not found")
	_, err = o.Checklist(o.ctx, other.ID, order.ID)
	refused(t, err, predate.CodeNotFound, "Order not found")
	if _, err := o.Cancel(o.ctx, o.account.ID, order.ID); err != nil {
		t.Fatal(err)
	}
	_, err = o.Answer(o.ctx, o.account.ID, order.ID, good)
	refused(t, err, predate.CodeConflict, "cancelled")
}

func TestSeveralQuestionsAreOneAct(t *testing.T) {
	o := open(t)
	order := o.inReview()
	by := desk.Decision{By: "C. Aubrac", Operator: "op_1"}
	refused(t, o.AskAll(o.ctx, order.ID, by), predate.CodeInvalid, "Posez de 1 à 30")
	refused(t, o.AskAll(o.ctx, order.ID, by, desk.Question{Kind: predate.GapAction, Words: " "}), predate.CodeInvalid, "de 1 à 2000")
	refused(t, o.AskAll(o.ctx, order.ID, by, desk.Question{Kind: "figure", Words: "a"}), predate.CodeInvalid, "une pièce, ou une action")
	err := o.AskAll(o.ctx, order.ID, by,
		desk.Question{Kind: predate.GapDocument, Code: "minutes", FiscalYear: "2025", Words: "Le procès-verbal signé."},
		desk.Question{Kind: predate.GapAction, Words: "Quels lots sont vendus ?"}, desk.Question{Kind: predate.GapAction, Words: "Qui est le syndic ?"})
	if err != nil {
		t.Fatal(err)
	}
	view := must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID))
	want := []predate.Gap{
		{Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes, FiscalYear: "2025", Message: "Le procès-verbal signé."},
		{Kind: predate.GapAction, Code: "operator", Message: "Quels lots sont vendus ?"},
		{Kind: predate.GapAction, Code: "operator_2", Message: "Qui est le syndic ?"},
	}
	if diff := cmp.Diff(want, view.Missing); diff != "" || view.Order.State != predate.Waiting {
		t.Errorf("%s: %s", view.Order.State, diff)
	}
	refused(t, func() error {
		_, err := o.Foresee(o.ctx, order.ID, desk.Question{Kind: predate.GapAction, Words: "Encore ?"})
		return err
	}(), predate.CodeConflict, "n’attend aucun opérateur")
	thread := must[desk.Thread](t)(o.Thread(o.ctx, order.ID)).Messages
	if len(thread) != 3 || thread[2].Words != "Qui est le syndic ?" || thread[0].Operator != "op_1" || thread[0].Side != predate.SideOperator {
		t.Errorf("thread %+v", thread)
	}
	o.clock.Pass(time.Minute)
	answer := predate.Answer{Code: "operator_2", Says: predate.SaysComment, Comment: "Foncia", By: "Me Duval"}
	for range 2 { // a form that is sent twice is one answer
		if _, err := o.Answer(o.ctx, o.account.ID, order.ID, answer); err != nil {
			t.Fatal(err)
		}
	}
	if unheard := predate.Unheard(must[desk.Case](t)(o.Case(o.ctx, order.Run)).Thread); len(unheard) != 1 || unheard[0].Words != "Foncia" {
		t.Errorf("unheard %+v", unheard)
	}
}

// What is foreseen of questions is what is sent of them: the same body for each
// endpoint, without a trace before.
func TestWhatIsForeseenIsWhatIsSent(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.inReview()
		questions := []desk.Question{{Kind: predate.GapDocument, Code: "minutes", FiscalYear: "2025", Words: "Le procès-verbal signé."}, {Kind: predate.GapAction, Words: "Quels lots ?"}}
		nobody := must[[]desk.Announced](t)(o.Foresee(o.ctx, order.ID, questions...))
		if len(nobody) != 1 || len(nobody[0].To) != 0 || nobody[0].Event.State != predate.Waiting {
			t.Fatalf("without an endpoint: %+v", nobody)
		}
		endpoints := []predate.EndpointID{o.callback(predate.Endpoint{}), o.callback(predate.Endpoint{Details: true})}
		foreseen := must[[]desk.Announced](t)(o.Foresee(o.ctx, order.ID, questions...))
		if len(foreseen) != 2 || len(must[desk.Thread](t)(o.Thread(o.ctx, order.ID)).Messages) != 0 {
			t.Fatalf("foreseen %+v", foreseen)
		}
		if err := o.AskAll(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"}, questions...); err != nil {
			t.Fatal(err)
		}
		for _, endpoint := range endpoints {
			sent := o.sent(endpoint)
			if len(sent) != 1 {
				t.Fatalf("sent %+v", sent)
			}
			got := must[desk.Consignment](t)(o.Consignment(o.ctx, sent[0].ID)).Contents
			i := slices.IndexFunc(foreseen, func(a desk.Announced) bool { return a.Form == got.Form })
			if i < 0 || len(foreseen[i].To) != 1 {
				t.Fatalf("a body in the form %+v was not foreseen: %+v", got.Form, foreseen)
			}
			want := foreseen[i].Event
			if diff := cmp.Diff(want.Missing, got.Event.Missing); diff != "" || want.State != got.Event.State || want.Order != got.Event.Order || want.Seq != got.Event.Seq {
				t.Errorf("foreseen %+v, sent %+v\n%s", want, got.Event, diff)
			}
		}
	})
}

// A corner that is closed is so at once, with who closed it; the next one is open.
func TestACornerIsClosed(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.lacking()
		c := must[desk.Checklist](t)(o.Corner(o.ctx, order.ID, 0))
		if len(c.Items) != 9 || c.Settled() != 0 || !c.Open() || c.Reading {
			t.Errorf("corner %+v", c)
		}
		refused(t, o.CloseCorner(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"}), predate.CodeInvalid, "un nom et un motif")
		if err := o.CloseCorner(o.ctx, order.ID, aubrac); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Corner(o.ctx, order.ID, 0); !errors.Is(err, desk.ErrCornerClosed) {
			t.Errorf("a closed corner: %v", err)
		}
		if _, err := o.Corner(o.ctx, order.ID, 1); err != nil {
			t.Error(err)
		}
		if v := must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID)); v.Corner != 1 || !v.Open() {
			t.Errorf("view %+v", v)
		}
		_, err := o.Corner(o.ctx, "ABC234", 0)
		refused(t, err, predate.CodeNotFound, "Aucune commande")
		refused(t, o.CloseCorner(o.ctx, "ABC234", aubrac), predate.CodeNotFound, "Aucune commande")
		if acts := o.acts(order.ID); !slices.Contains(acts, "C. Aubrac review.corner_closed annexe signée") {
			t.Errorf("acts %v", acts)
		}
	})
}

// A question of several lines, in an operator's own words, is answered as any other.
func TestAQuestionOfSeveralLinesIsAnswered(t *testing.T) {
	o := open(t)
	order := o.lacking()
	long := predate.Gap{Kind: predate.GapDocument, Code: "minutes", Message: "Le procès-verbal :\r\n- celui de 2022 ;\r\n- celui de 2023."}
	err := o.Record(o.ctx, desk.Progress{Run: o.runOf(order), Change: func(r *predate.Run) { r.Gaps = append(r.Gaps, long) }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Answer(o.ctx, o.account.ID, order.ID, predate.Answer{Code: "minutes", Says: predate.SaysAbsent, By: "Mme Vassorelle"}); err != nil {
		t.Fatal(err)
	}
	said := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Corrections
	answered := long
	answered.Message += " n’existe pas, déclaré par Mme Vassorelle."
	other := long
	other.Message = "- celui de 2022 ;"
	if len(said) != 1 || !said[0].Answers(long) || !said[0].Answers(answered) || said[0].Answers(other) {
		t.Errorf("said %+v", said)
	}
}
