package desk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/orders/desk"
)

// withPapers places an order with two papers of its client, which was read.
func (o *office) withPapers() (order predate.Order, one, other predate.Hash) {
	o.t.Helper()
	p := o.placing()
	p.Documents = []desk.Upload{
		{Filename: "a.pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF- one"), Origin: predate.FromClient},
		{Filename: "b.pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF- two"), Origin: predate.FromClient},
	}
	order = o.place(p)
	o.read(order, predate.DossierComplete)
	papers := must[desk.Papers](o.t)(o.Papers(o.ctx, order.ID))
	return order, papers.Documents[0].Hash, papers.Documents[1].Hash
}

func TestCorrectionsHoldForTheOrder(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order, one, other := o.withPapers()
		by := desk.Decision{By: "C. Aubrac", Why: "page de garde"}
		kind := predate.Correction{About: predate.RemarkKind, Hash: one, First: 1, Last: 3, Value: "schedule_1"}
		double := predate.Correction{About: predate.RemarkDuplicate, Hash: other, Value: string(one)}
		if err := o.Correct(o.ctx, order.ID, by, kind, double); err != nil {
			t.Fatal(err)
		}
		if run := o.runOf(order); run.Read || run.Approved {
			t.Error("the dossier is not read again")
		}
		kind.By, kind.Why, kind.On = by.By, by.Why, predate.DateOf(o.clock.Now())
		double.By, double.Why, double.On = kind.By, kind.Why, kind.On
		held := func(order predate.Order) map[predate.Hash]predate.Correction {
			out := map[predate.Hash]predate.Correction{}
			for _, c := range must[desk.Case](t)(o.Case(o.ctx, order.Run)).Corrections {
				out[c.Hash] = c
			}
			return out
		}
		if diff := cmp.Diff(map[predate.Hash]predate.Correction{one: kind, other: double}, held(order)); diff != "" {
			t.Error(diff)
		}

		ring := predate.Correction{About: predate.RemarkDuplicate, Hash: one, Value: string(other)}
		refused(t, o.Correct(o.ctx, order.ID, by, ring), predate.CodeConflict, "déjà")
		o.read(order, "")
		if err := o.Uncorrect(o.ctx, order.ID, by, kind); err != nil {
			t.Fatal(err)
		}
		refused(t, o.Uncorrect(o.ctx, order.ID, by, kind), predate.CodeNotFound, "Aucun opérateur")
		want := []string{
			`C. Aubrac review.correct a.pdf p. 1-3: kind = "schedule_1": page de garde`,
			fmt.Sprintf(`C. Aubrac review.correct b.pdf: duplicate = %q: page de garde`, one),
			"C. Aubrac review.uncorrect a.pdf p. 1-3: kind: page de garde",
		}
		if diff := cmp.Diff(want, sorted(o.acts(order.ID))); diff != "" {
			t.Error(diff)
		}

		// They survive the end of the run, and hold for the next one.
		o.read(order, "")
		o.to(order, predate.StatementReady)
		refused(t, o.Correct(o.ctx, order.ID, by, kind), predate.CodeConflict, "terminée")
		refreshed := must[predate.Order](t)(o.Refresh(o.ctx, desk.Refreshing{Account: o.account.ID, Order: order.ID, Method: predate.MethodUpload}))
		if diff := cmp.Diff(map[predate.Hash]predate.Correction{other: double}, held(refreshed)); diff != "" {
			t.Errorf("after a refresh: %s", diff)
		}
	})
}

func TestCorrectionsAreOfWhatTheOrderHas(t *testing.T) {
	o := open(t)
	order, one, _ := o.withPapers()
	by := desk.Decision{By: "C. Aubrac", Why: "vue"}
	for name, c := range map[string]struct {
		said predate.Correction
		code predate.ErrorCode
	}{
		"another order's paper":  {predate.Correction{About: predate.RemarkKind, Hash: "ab", First: 1, Last: 1, Value: "minutes"}, predate.CodeNotFound},
		"another order's double": {predate.Correction{About: predate.RemarkDuplicate, Hash: one, Value: "ab"}, predate.CodeNotFound},
		"its own double":         {predate.Correction{About: predate.RemarkDuplicate, Hash: one, Value: string(one)}, predate.CodeInvalid},
		"no kind":                {predate.Correction{About: predate.RemarkKind, Hash: one, First: 1, Last: 1, Value: "<script>"}, predate.CodeInvalid},
		"no page":                {predate.Correction{About: predate.RemarkKind, Hash: one, First: 3, Last: 1, Value: "minutes"}, predate.CodeInvalid},
		"negative pages":         {predate.Correction{About: predate.RemarkKind, Hash: one, First: -1, Last: 1, Value: "minutes"}, predate.CodeInvalid},
		"no day":                 {predate.Correction{About: predate.RemarkDay, Hash: one, First: 1, Last: 1, Value: "2026-02-30"}, predate.CodeInvalid},
		"a backward exercise":    {predate.Correction{About: predate.RemarkExercise, Hash: one, First: 1, Last: 1, Value: "2026-01-01/2025-01-01"}, predate.CodeInvalid},
		"an endless exercise":    {predate.Correction{About: predate.RemarkExercise, Hash: one, First: 1, Last: 1, Value: "2020-01-01/2025-12-31"}, predate.CodeInvalid},
		"a cut before page 1":    {predate.Correction{About: predate.RemarkCut, Hash: one, First: 1, Last: 1, Value: predate.CutSplit}, predate.CodeInvalid},
		"a slope":                {predate.Correction{About: predate.RemarkTurn, Hash: one, First: 1, Last: 1, Value: "45"}, predate.CodeInvalid},
		"what nobody asks for":   {predate.Correction{About: predate.RemarkAbsent, Code: "minutes", Value: "le syndic"}, predate.CodeNotFound},
		"nothing known":          {predate.Correction{About: "colour", Hash: one, Value: "red"}, predate.CodeInvalid},
	} {
		t.Run(name, func(t *testing.T) { refused(t, o.Correct(o.ctx, order.ID, by, c.said), c.code, "") })
	}
	refused(t, o.Correct(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"}, predate.Correction{About: predate.RemarkTurn, Hash: one, First: 1, Last: 1, Value: "90"}), predate.CodeInvalid, "motif")
	if acts := o.acts(order.ID); len(acts) != 0 {
		t.Errorf("refused acts are in the audit: %v", acts)
	}
}

func TestAnOperatorGivesPapersForTheClient(t *testing.T) {
	o := open(t)
	order, _, _ := o.withPapers()
	files := func() []desk.Upload {
		return []desk.Upload{{Filename: "annexe.pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF- three"), Submit: true}}
	}
	given := desk.Given{By: "C. Aubrac", From: "Mme Vassorelle", How: "courriel du 12 mai"}
	if err := o.GiveDocuments(o.ctx, order.ID, given, files()); err != nil {
		t.Fatal(err)
	}
	papers := must[desk.Papers](t)(o.Papers(o.ctx, order.ID))
	got := papers.Documents[slices.IndexFunc(papers.Documents, func(d predate.Document) bool { return d.Filename == "annexe.pdf" })]
	if len(papers.Documents) != 3 || got.Origin != predate.FromOperator || got.Comment != "Remis par Mme Vassorelle, courriel du 12 mai" || got.Submit || papers.Run.Read {
		t.Errorf("%d papers, the new one %+v; read %v", len(papers.Documents), got, papers.Run.Read)
	}
	if acts := o.acts(order.ID); len(acts) != 1 || !strings.HasPrefix(acts[0], "C. Aubrac review.document annexe.pdf (") || !strings.Contains(acts[0], "Mme Vassorelle") {
		t.Errorf("the audit has %v", acts)
	}
	if _, err := o.ClaimOrder(o.ctx, order.ID, desk.Decision{By: "B. Petit", Operator: "opr_petit"}); err != nil {
		t.Fatal(err)
	}
	refused(t, o.GiveDocuments(o.ctx, order.ID, given, files()), predate.CodeConflict, "B. Petit travaille")
	if err := o.ReleaseOrder(o.ctx, order.ID, desk.Decision{By: "B. Petit", Operator: "opr_petit"}); err != nil {
		t.Fatal(err)
	}
	refused(t, o.GiveDocuments(o.ctx, order.ID, desk.Given{By: "C. Aubrac", From: " ", How: "courriel"}, files()), predate.CodeInvalid, "qui a remis")
	refused(t, o.GiveDocuments(o.ctx, order.ID, given, nil), predate.CodeInvalid, "Aucun fichier")
	o.read(order, "")
	o.to(order, predate.StatementReady)
	refused(t, o.GiveDocuments(o.ctx, order.ID, given, files()), predate.CodeConflict, "terminée")
}
