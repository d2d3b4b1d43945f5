package compute

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

// blank makes a paper one that could not be read: its kind is known, and none
// of the figures under some keys.
func blank(p *Paper, keys ...predate.Key) {
	p.Figures = keep(p.Figures, func(f predate.Figure) bool {
		for _, k := range keys {
			if f.Key == k {
				return false
			}
		}
		return true
	})
}

// sumsUnreadLots makes a charge statement one that sums the lots sold with another,
// and of whose lots nothing was read.
func sumsUnreadLots(statement *Paper) {
	blank(statement, predate.FactChargeLot, predate.FactChargeKey, predate.FactChargeWork)
	change(statement, predate.FactCharges, func(v predate.Value) predate.Value {
		head := v.(predate.ChargeHead)
		head.Lots = append(slices.Clone(head.Lots), "99")
		return head
	})
}

// unreadTraps: a paper that is there but could not be read says something that
// no computation may replace.
var unreadTraps = []struct {
	name string
	set  func(t *testing.T, s *shelf)
	want map[predate.Key]predate.Figure
}{
	{
		name: "a balance alone says not since when the seller owns",
		set: func(t *testing.T, s *shelf) {
			blank(s.find(t, "releve.pdf"), predate.FactAccountOpening, predate.FactAccountLine)
			s.drop("decompte-2024.pdf", "appel-2024-1.pdf", "appel-2024-2.pdf", "appel-2024-3.pdf", "appel-2024-4.pdf", "appel-2025-1.pdf", "appel-2025-2.pdf")
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(conf, predate.Money(418000)), predate.KeyPaidCurrentN1: is(miss, nil)},
	},
	{
		name: "a call of the first day of the exercise says that the seller owned then",
		set: func(t *testing.T, s *shelf) {
			blank(s.find(t, "releve.pdf"), predate.FactAccountOpening, predate.FactAccountLine)
			s.drop("decompte-2024.pdf", "appel-2025-2.pdf")
		},
		want: map[predate.Key]predate.Figure{predate.KeyPaidCurrentN1: is(comp, predate.Money(418000))},
	},
	{
		name: "a charge statement unread is not replaced by annexe 3",
		set: func(t *testing.T, s *shelf) {
			blank(s.find(t, "decompte-2025.pdf"), predate.FactChargeLot, predate.FactChargeTotals)
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(miss, nil), predate.KeyCurrentCalledN1: is(miss, nil), predate.KeyCurrentActualN2: is(conf, predate.Money(372000))},
	},
	{
		name: "a charge statement of which only the totals were read, for lots that it does not tell, is not replaced by annexe 3",
		set: func(t *testing.T, s *shelf) {
			statement := s.find(t, "decompte-2025.pdf")
			blank(statement, predate.FactChargeLot, predate.FactChargeKey, predate.FactChargeWork, predate.KeyLots)
			change(statement, predate.FactCharges, func(v predate.Value) predate.Value {
				head := v.(predate.ChargeHead)
				head.Lots = nil
				return head
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(miss, nil), predate.KeyCurrentCalledN1: is(miss, nil)},
	},
	{
		name: "a charge statement that sums the lots sold with others, and whose lots were not read, is not replaced by annexe 3",
		set: func(t *testing.T, s *shelf) {
			sumsUnreadLots(s.find(t, "decompte-2025.pdf"))
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(miss, nil), predate.KeyCurrentActualN2: is(conf, predate.Money(372000))},
	},
	{
		name: "a charge statement whose lots sold were taken for one that stays is not replaced by annexe 3",
		set: func(t *testing.T, s *shelf) {
			statement := s.find(t, "decompte-2025.pdf")
			sumsUnreadLots(statement)
			statement.Figures = append(statement.Figures, inYear(predate.Figure{Key: predate.FactChargeLot, Status: conf, Value: predate.ChargeLot{Lot: "99", Actual: 418007}}, 2025))
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(miss, nil), predate.KeyCurrentActualN2: is(conf, predate.Money(372000))},
	},
	{
		name: "a file of which nothing could be read may be the charge statement that is not there",
		set: func(_ *testing.T, s *shelf) {
			s.drop("decompte-2025.pdf")
			s.in.Documents = append(s.in.Documents, predate.ReadDocument{File: "scan.pdf", Pages: 2, Unreadable: "La reconnaissance des caractères dépasse le temps permis."})
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(miss, nil), predate.KeyCurrentActualN2: is(conf, predate.Money(372000))},
	},
	{
		name: "an account statement unread is not replaced by an older one",
		set: func(t *testing.T, s *shelf) {
			newest := *s.find(t, "releve.pdf")
			newest.File, newest.Figures = "releve-2.pdf", nil
			newest.Printed = s.in.ReferenceDate
			s.in.Papers = append(s.in.Papers, newest)
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(miss, nil), predate.KeyAccountBalanceDate: is(miss, nil)},
	},
	{
		name: "an account statement unread, of a day that nobody knows, is not replaced by another",
		set: func(_ *testing.T, s *shelf) {
			s.add("releve-2.pdf", predate.KindAccountStatement, "2026-01-10").Printed = predate.Date{}
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(miss, nil), predate.KeyAccountBalanceDate: is(miss, nil)},
	},
	{
		name: "an account statement unread may be newer than the oldest of two accounts",
		set: func(t *testing.T, s *shelf) {
			s.add("releve-cave.pdf", predate.KindAccountStatement, "2026-03-10",
				predate.Figure{Key: predate.FactAccount, Value: predate.AccountHead{Account: "B-2", Lots: []string{"8"}}},
				asOf(predate.Figure{Key: predate.FactAccountClosing, Value: predate.AccountBalance{Account: "B-2", Date: date("2026-03-10")}}, "2026-03-10"))
			change(s.find(t, "releve.pdf"), predate.FactAccount, func(v predate.Value) predate.Value {
				head := v.(predate.AccountHead)
				head.Lots = []string{"7"}
				return head
			})
			s.add("releve-2.pdf", predate.KindAccountStatement, "2026-04-20")
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(miss, nil), predate.KeyAccountBalanceDate: is(miss, nil)},
	},
	{
		name: "an account statement unread that is older than the one read says nothing of today",
		set: func(_ *testing.T, s *shelf) {
			s.add("releve-2.pdf", predate.KindAccountStatement, "2026-01-10")
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalanceDate: is(conf, predate.Day(date("2026-05-10")))},
	},
	{
		name: "an account statement unread is not replaced by the last call",
		set: func(t *testing.T, s *shelf) {
			blank(s.find(t, "releve.pdf"), predate.FactAccountClosing)
			call := s.find(t, "appel-2026-2.pdf")
			call.Figures = append(call.Figures, asOf(money(predate.FactPreviousBalance, -500000), "2026-03-17"))
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(miss, nil), predate.KeyAccountBalanceDate: is(miss, nil)},
	},
	{
		name: "an account statement unread may belie the seller's word",
		set: func(t *testing.T, s *shelf) {
			s.in.Order.AllDuePaid = true
			blank(s.find(t, "releve.pdf"), predate.FactAccountClosing)
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(miss, nil), predate.KeyAccountBalanceDate: is(miss, nil), predate.KeyDueBudgetProvisions: is(miss, nil)},
	},
	{
		name: "a call unread may say what is to come",
		set: func(_ *testing.T, s *shelf) {
			s.add("appel-2026-3.pdf", predate.KindFundCall, "2026-05-16")
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil), predate.KeyFutureWorksFund: is(miss, nil)},
	},
	{
		name: "a share of the works fund that is recalled and unread is not computed",
		set: func(t *testing.T, s *shelf) {
			statement := s.find(t, "decompte-2025.pdf")
			blank(statement, predate.KeyWorksFundLotShare)
			statement.Figures = append(statement.Figures, predate.Figure{Key: predate.FactFundMentioned, Value: predate.Flag(true)})
		},
		want: map[predate.Key]predate.Figure{predate.KeyWorksFundLotShare: is(miss, nil)},
	},
	{
		name: "nothing is laid on a lot that no key weighs",
		set: func(t *testing.T, s *shelf) {
			for i := range s.in.Papers {
				p := &s.in.Papers[i]
				p.Figures = keep(p.Figures, func(f predate.Figure) bool {
					line, isLine := f.Value.(predate.CallLine)
					return !isLine || line.Lot != "8"
				})
			}
		},
		want: map[predate.Key]predate.Figure{predate.KeyNextYearBudgetShare: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil)},
	},
	{
		name: "works that the account was debited for concern the lots",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "pv-2025.pdf"), predate.KeyVotedWorks, func(v predate.Value) predate.Value {
				list := v.(predate.WorkList)
				list[0].Key = "Bâtiment C"
				return list
			})
			for i := range s.in.Papers {
				if p := &s.in.Papers[i]; p.Part.Kind == predate.KindFundCall {
					p.Figures = keep(p.Figures, func(f predate.Figure) bool {
						line, isLine := f.Value.(predate.CallLine)
						return !isLine || line.Nature != predate.NatureWorks
					})
				}
			}
			annexe := s.find(t, "annexe-3.pdf")
			change(annexe, predate.FactKeyNets, func(v predate.Value) predate.Value {
				return append(v.(predate.KeyNets), predate.KeyNet{Label: "Bâtiment C", Total: 500})
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyVotedWorks: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil)},
	},
}

func TestUnreadPapersAreNotReplaced(t *testing.T) {
	for _, trap := range unreadTraps {
		t.Run(trap.name, func(t *testing.T) {
			s := soundDossier()
			trap.set(t, s)
			wantFigures(t, Compute(s.in), trap.want)
		})
	}
}

func TestAdjustmentIsKnownByItsDay(t *testing.T) {
	r := openedAtExercises(soundDossier().in)
	on := func(day, label string) predate.Movement {
		return predate.Movement{Date: date(day), Label: label, Debit: 14000, Nature: predate.NatureBudget}
	}
	for name, c := range map[string]struct {
		movement predate.Movement
		want     entry
	}{
		"an unknown word on the day of the approval":   {on("2026-04-09", "Clôture charges 2025"), entryAdjustment},
		"the balance of charges":                       {on("2026-05-02", "Solde de charges 2025"), entryAdjustment},
		"the closing of the accounts":                  {on("2026-05-02", "Arrêté des comptes 2025"), entryAdjustment},
		"a call of the running exercise that day":      {on("2026-04-09", "Provision 2e trimestre 2026"), entryCall},
		"a call that names a closed exercise, undated": {on("2026-04-01", "Provision 4e trimestre 2025"), entryCall},
	} {
		if got := r.classify(c.movement); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A page that no reader could read is named, asked for and warned of; an operator
// looks where a figure may hang on it.
func TestUnreadPages(t *testing.T) {
	reason := "La reconnaissance de caractères dépasse le temps permis."
	part := func(first, last int, kind predate.Kind) predate.Part {
		return predate.Part{First: first, Last: last, Kind: kind, DocType: kind.DocType()}
	}
	for name, c := range map[string]struct {
		document    predate.ReadDocument
		said        string
		warn, check bool
	}{
		"a call": {
			predate.ReadDocument{Pages: 2, Parts: []predate.Part{part(1, 2, predate.KindFundCall)}, UnreadPages: []predate.UnreadPage{{Number: 2, Reason: reason}}},
			"la page 2 n’a pas pu être lue (La reconnaissance de caractères dépasse le temps permis)", true, true,
		},
		"the rules of the building": {
			predate.ReadDocument{Pages: 9, Parts: []predate.Part{part(1, 9, predate.KindRules)}, UnreadPages: []predate.UnreadPage{{Number: 3, Reason: reason}, {Number: 7, Reason: "La page est endommagée."}}},
			"les pages 3 et 7 n’ont pas pu être lues (La reconnaissance de caractères dépasse le temps permis ; La page est endommagée)", true, false,
		},
		"a part of which nothing was read": {
			predate.ReadDocument{Pages: 9, Parts: []predate.Part{part(1, 8, predate.KindRules), part(9, 9, predate.KindOther)}, UnreadPages: []predate.UnreadPage{{Number: 9, Reason: reason}}},
			"la page 9 n’a pas pu être lue", true, true,
		},
		"pages left on purpose": {
			predate.ReadDocument{Pages: 60, Parts: []predate.Part{part(1, 60, predate.KindRules)}, LeftPages: []int{5, 6, 7}},
			"", false, false,
		},
		"of another building": {
			predate.ReadDocument{Pages: 2, Foreign: true, Parts: []predate.Part{part(1, 2, predate.KindFundCall)}, UnreadPages: []predate.UnreadPage{{Number: 2, Reason: reason}}},
			"la page 2", false, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			c.document.File = "Scan 7.pdf"
			s.in.Documents = append(s.in.Documents, c.document)
			got := Compute(s.in)
			said := func(list []string) bool {
				return slices.ContainsFunc(list, func(text string) bool { return strings.Contains(text, "« Scan 7.pdf », "+c.said) })
			}
			if said(wording.All(got.Outcome.Warnings)) != c.warn || said(wording.All(got.Outcome.Reasons)) != c.check {
				t.Errorf("warnings %q, reasons %q", wording.All(got.Outcome.Warnings), wording.All(got.Outcome.Reasons))
			}
			if _, asked := owing(got); strings.Contains(asked, "« Scan 7.pdf » entier sous une forme lisible : "+c.said) != c.warn {
				t.Errorf("asked for:\n%s", asked)
			}
		})
	}
}

// What an operator saw on the pages of a file that could not be read lifts that
// reason alone, and is quoted with his name and the day.
func TestSeenPages(t *testing.T) {
	s := soundDossier()
	for _, file := range []string{"Scan 7.pdf", "Scan 8.pdf"} {
		s.in.Documents = append(s.in.Documents, predate.ReadDocument{
			File: file, Pages: 2, Parts: []predate.Part{{First: 1, Last: 2, Kind: predate.KindFundCall}},
			UnreadPages: []predate.UnreadPage{{Number: 2, Reason: "La page est endommagée."}},
		})
	}
	s.in.Rulings = []predate.Ruling{{File: "Scan 7.pdf", By: "C. Aubrac", On: predate.Date{Year: 2026, Month: 5, Day: 12}, Why: "page blanche"}}
	got := Compute(s.in)
	warnings, reasons := strings.Join(wording.All(got.Outcome.Warnings), "\n"), strings.Join(wording.All(got.Outcome.Reasons), "\n")
	if !strings.Contains(warnings, "C. Aubrac, opérateur, l’a regardé le 12/05/2026 : « page blanche »") {
		t.Errorf("warnings:\n%s", warnings)
	}
	if strings.Contains(reasons, "Scan 7.pdf") || !strings.Contains(reasons, "Scan 8.pdf") {
		t.Errorf("reasons:\n%s", reasons)
	}
	if _, asked := owing(got); !strings.Contains(asked, "Scan 7.pdf") {
		t.Errorf("asked for:\n%s", asked)
	}
}
