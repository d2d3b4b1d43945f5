package compute

import (
	"fmt"
	"sync"
	"testing"

	"predate"
	"predate/internal/reading/lexicon"
	"predate/papers"
)

// The dossier of the tests: lots 7 (300 tantièmes, lift) and 8 (a cellar, 20)
// of a building of 1 000; calendar exercises; quarterly calls since 2024; works
// voted on 10 April 2025 and called twice; everything paid; last accounts, those
// of 2025, approved on 9 April 2026; reference date 18 May 2026.

func date(s string) predate.Date {
	d, err := predate.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

func year(n int) predate.Period {
	return predate.Period{From: predate.Date{Year: n, Month: 1, Day: 1}, To: predate.Date{Year: n, Month: 12, Day: 31}}
}

// houseWords are the wordings of papers, read once.
var houseWords = sync.OnceValue(func() *lexicon.Lexicon {
	l, err := lexicon.Load(papers.Lexicon())
	if err != nil {
		panic(err)
	}
	return l
})

// shelf builds papers.
type shelf struct{ in Input }

func (s *shelf) add(file string, kind predate.Kind, printed string, figures ...predate.Figure) *Paper {
	for i := range figures {
		if figures[i].Status == "" {
			figures[i].Status = predate.StatusConfirmed
		}
		figures[i].Evidence = []predate.Evidence{{File: file, Page: 1, Text: fmt.Sprint(figures[i].Value), Rule: string(figures[i].Key)}}
	}
	s.in.Papers = append(s.in.Papers, Paper{File: file, Part: predate.Part{First: 1, Last: 1, Kind: kind}, Printed: date(printed), Figures: figures})
	s.in.Documents = append(s.in.Documents, predate.ReadDocument{File: file, Pages: 1})
	return &s.in.Papers[len(s.in.Papers)-1]
}

// openedAtExercises is a stage that knows the exercises of a dossier and nothing else.
func openedAtExercises(in Input) stating {
	s, d := newSheet(in), given(in)
	return stating{books{accountBook: accountBook{callBook: callBook{sale: sale{dated: dated{dossier: d, years: readExercises(d, s)}}}}}, s}
}

// find gives a paper to change.
func (s *shelf) find(t testing.TB, file string) *Paper {
	t.Helper()
	for i := range s.in.Papers {
		if s.in.Papers[i].File == file {
			return &s.in.Papers[i]
		}
	}
	t.Fatalf("no paper %q", file)
	return nil
}

// drop takes papers away.
func (s *shelf) drop(files ...string) {
	s.in.Papers = keep(s.in.Papers, func(p Paper) bool {
		for _, f := range files {
			if p.File == f {
				return false
			}
		}
		return true
	})
}

// change replaces the value of the figures of a key in a paper.
func change(p *Paper, key predate.Key, with func(predate.Value) predate.Value) {
	for i := range p.Figures {
		if p.Figures[i].Key == key {
			p.Figures[i].Value = with(p.Figures[i].Value)
		}
	}
}

func money(key predate.Key, cents predate.Cents) predate.Figure {
	return predate.Figure{Key: key, Value: predate.Money(cents)}
}

func inYear(f predate.Figure, n int) predate.Figure { f.Year = year(n); return f }

func asOf(f predate.Figure, day string) predate.Figure { f.AsOf = date(day); return f }

var bothLots = predate.LotList{
	{Number: "7", Type: "Appartement", Building: "A", Floor: "2e étage", Shares: 300},
	{Number: "8", Type: "Cave", Building: "A", Floor: "Sous-sol", Shares: 20, Ancillary: true},
}

// soundDossier is a dossier with nothing wrong.
func soundDossier() *shelf {
	s := &shelf{in: Input{Words: houseWords(), ReferenceDate: date("2026-05-18"), Order: predate.Order{
		Property: predate.Address{Street: "3 rue des Aulnes", Zipcode: "38000", City: "Grenoble"},
		Owners:   []predate.Owner{{Firstname: "Luce", Lastname: "Barrandel"}}, Lots: "7, 8",
	}}}
	for y := 2024; y <= 2026; y++ {
		for q := 1; q <= 4; q++ {
			if y < 2026 || q <= 2 {
				s.call(y, q)
			}
		}
	}
	s.account()
	s.charges(2024, 372000, 404000, "2025-04-10")
	s.charges(2025, 418000, 404000, "2026-04-09")
	s.schedules()
	s.add("pv-2024.pdf", predate.KindMinutes, "2024-04-11", points(), asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("ordinaire")}, "2024-04-11"))
	s.minutesOf2025()
	s.minutesOf2026()
	s.add("fiche.pdf", predate.KindSummarySheet, "2026-04-20",
		predate.Figure{Key: predate.KeyCondominiumName, Value: predate.Text("Les Aulnes")},
		predate.Figure{Key: predate.KeyBuildingAddress, Value: predate.Text("3 rue des Aulnes, 38000 Grenoble")},
		predate.Figure{Key: predate.FactMainLotCount, Value: predate.Count(24)},
		inYear(money(predate.FactSheetArrears, 999900), 2025))
	return s
}

// call is the call of a quarter: 1 010,00 of budget, 48,00 of works fund, and
// 1 600,00 of works on 1 October 2025.
func (s *shelf) call(y, q int) {
	start := predate.Date{Year: y, Month: 1, Day: 1}.AddMonths(3 * (q - 1))
	period := predate.Period{From: start, To: start.AddMonths(3).AddDays(-1)}
	line := func(lot, code string, budget, called predate.Cents, base, share int64, n predate.Nature) predate.Figure {
		amount, _ := called.Share(share, base)
		label := map[string]string{"GEN": "Charges générales", "ASC": "Ascenseur"}[code]
		l := predate.CallLine{Lot: lot, Code: code, Label: label, Budget: budget, Called: called, Base: base, Share: share, Unit: "tantièmes", Amount: amount, Nature: n}
		if n == predate.NatureWorks {
			l.Title, l.VotedOn = "Réfection du hall", date("2025-04-10")
		}
		return predate.Figure{Key: predate.FactCallLine, Value: l}
	}
	figures := []predate.Figure{
		{Key: predate.KeyLots, Value: bothLots},
		{Key: predate.KeyOwners, Value: predate.Texts{"Mme Barrandel Luce"}},
		money(predate.KeyCashAdvance, 64000),
		line("7", "GEN", 1200000, 300000, 1000, 300, predate.NatureBudget),
		line("8", "GEN", 1200000, 300000, 1000, 20, predate.NatureBudget),
		line("7", "ASC", 200000, 50000, 100, 10, predate.NatureBudget),
		line("7", "GEN", 60000, 15000, 1000, 300, predate.NatureWorksFund),
		line("8", "GEN", 60000, 15000, 1000, 20, predate.NatureWorksFund),
	}
	total := predate.Cents(105800)
	if start == date("2025-10-01") {
		figures = append(figures, line("7", "GEN", 1000000, 500000, 1000, 300, predate.NatureWorks), line("8", "GEN", 1000000, 500000, 1000, 20, predate.NatureWorks))
		total += 160000
	}
	figures = append(figures, predate.Figure{Key: predate.FactCall, Value: predate.CallHead{
		Account: "A-1", Number: fmt.Sprintf("%d-%d", y, q), Period: period, Due: start, Issued: start.AddDays(-15), Lots: []string{"7", "8"}, Total: total, HasTotal: true,
	}})
	s.add(fmt.Sprintf("appel-%d-%d.pdf", y, q), predate.KindFundCall, start.AddDays(-15).String(), figures...)
}

// entries are the movements of the account: each call, paid on the tenth.
func entries() []predate.Movement {
	var out []predate.Movement
	debit := func(on predate.Date, label string, n predate.Nature, amount predate.Cents) {
		out = append(out, predate.Movement{Date: on, Label: label, Nature: n, Debit: amount})
	}
	owed := predate.Cents(0)
	for y := 2024; y <= 2026; y++ {
		for q := 1; q <= 4 && (y < 2026 || q <= 2); q++ {
			start := predate.Date{Year: y, Month: 1, Day: 1}.AddMonths(3 * (q - 1))
			debit(start, "Appel provisions sur budget", predate.NatureBudget, 101000)
			debit(start, "Cotisation fonds de travaux", predate.NatureWorksFund, 4800)
			owed += 105800
			if start == date("2025-10-01") {
				debit(start, "Travaux art. 14-2 Réfection du hall", predate.NatureWorks, 160000)
				owed += 160000
			}
			if owed > 0 {
				out = append(out, predate.Movement{Date: start.AddDays(9), Label: "Virement", Nature: predate.NatureBudget, Credit: owed})
				owed = 0
			}
			if start == date("2025-04-01") {
				// 2024 cost 320,00 less than called.
				out = append(out, predate.Movement{Date: date("2025-04-10"), Label: "Régularisation charges exercice 2024", Nature: predate.NatureBudget, Credit: 32000})
				owed -= 32000
			}
			if start == date("2026-04-01") {
				debit(date("2026-04-09"), "Régularisation charges exercice 2025", predate.NatureBudget, 14000)
				out = append(out, predate.Movement{Date: date("2026-04-20"), Label: "Virement", Credit: 14000})
			}
		}
	}
	return out
}

func (s *shelf) account() { s.accountOf("releve.pdf", entries()) }

// accountOf makes an extract of some movements.
func (s *shelf) accountOf(file string, movements []predate.Movement) {
	figures := []predate.Figure{
		{Key: predate.KeyLots, Value: bothLots},
		{Key: predate.FactAccount, Value: predate.AccountHead{Account: "A-1", Period: predate.Period{From: date("2024-01-01"), To: date("2026-05-10")}, Lots: []string{"7", "8"}}},
		asOf(predate.Figure{Key: predate.FactAccountOpening, Value: predate.AccountBalance{Account: "A-1", Date: date("2024-01-01")}}, "2024-01-01"),
	}
	var sum predate.Cents
	for _, m := range movements {
		sum += m.Debit - m.Credit
		m.Balance, m.HasBalance = sum, true
		figures = append(figures, predate.Figure{Key: predate.FactAccountLine, Value: predate.AccountLine{Account: "A-1", Movement: m}})
	}
	figures = append(figures, asOf(predate.Figure{Key: predate.FactAccountClosing, Value: predate.AccountBalance{Account: "A-1", Date: date("2026-05-10"), Amount: sum}}, "2026-05-10"))
	s.add(file, predate.KindAccountStatement, "2026-05-10", figures...)
}

// charges is the charge statement of an exercise.
func (s *shelf) charges(y int, actual, called predate.Cents, approved string) {
	cellar := map[int]predate.Cents{2024: 22000, 2025: 25000}[y]
	s.add(fmt.Sprintf("decompte-%d.pdf", y), predate.KindChargeStatement, approved,
		predate.Figure{Key: predate.KeyLots, Value: bothLots},
		inYear(predate.Figure{Key: predate.FactCharges, Value: predate.ChargeHead{Account: "A-1", Approved: date(approved), Lots: []string{"7", "8"}}}, y),
		inYear(predate.Figure{Key: predate.FactChargeLot, Value: predate.ChargeLot{Lot: "7", Actual: actual - cellar, Called: called - 24000, HasCalled: true}}, y),
		inYear(predate.Figure{Key: predate.FactChargeLot, Value: predate.ChargeLot{Lot: "8", Actual: cellar, Called: 24000, HasCalled: true}}, y),
		inYear(predate.Figure{Key: predate.FactChargeTotals, Value: predate.ChargeTotals{Actual: actual, Called: called, Adjustment: actual - called, HasActual: true, HasCalled: true, HasAdjustment: true}}, y),
		inYear(predate.Figure{Key: predate.FactChargeNoWorks, Value: predate.Flag(true)}, y),
		money(predate.KeyCashAdvance, 64000),
		asOf(money(predate.KeyWorksFundLotShare, 38400), year(y).To.String()))
}

// schedules are annexes 1, 3 and 5 of 2025.
func (s *shelf) schedules() {
	end := "2025-12-31"
	s.add("annexe-1.pdf", predate.KindSchedule1, "2026-02-28",
		asOf(money(predate.FactAssetsTotal, 5_000_000), end), asOf(money(predate.FactLiabilitiesTotal, 5_000_000), end),
		asOf(money(predate.FactOwnersDebit, 123456), end), asOf(money(predate.FactOwnersDoubtful, 0), end),
		asOf(money(predate.KeySupplierDebt, 654321), end), asOf(money(predate.FactCashAdvance, 200000), end),
		asOf(money(predate.FactWorksAdvance, 0), end), asOf(money(predate.FactOtherAdvance, 0), end),
		asOf(money(predate.FactWorksPending, 500000), end), asOf(money(predate.KeyWorksFundBalance, 120000), end))
	net := func(code, label string, total int64, previous, closed, running, next predate.Cents) predate.KeyNet {
		return predate.KeyNet{Code: code, Label: label, Total: total, Amounts: []predate.ColumnAmount{
			{Column: predate.ColumnPrevious, Year: year(2024), Amount: previous},
			{Column: predate.ColumnClosed, Year: year(2025), Amount: closed},
			{Column: predate.ColumnRunning, Year: year(2026), Amount: running},
			{Column: predate.ColumnNext, Year: year(2027), Amount: next},
		}}
	}
	s.add("annexe-3.pdf", predate.KindSchedule3, "2026-02-28", inYear(predate.Figure{Key: predate.FactKeyNets, Value: predate.KeyNets{
		net("GEN", "Charges générales", 1000, 1_100_000, 1_250_000, 1_200_000, 1_300_000), net("ASC", "Ascenseur", 100, 200_000, 180_000, 200_000, 210_000),
	}}, 2025))
	s.add("annexe-5.pdf", predate.KindSchedule5, "2026-02-28",
		inYear(predate.Figure{Key: predate.FactOpenWorks, Value: predate.OpenWorks{{Title: "Réfection du hall", Key: "Charges générales", VotedOn: date("2025-04-10"), Voted: 1_000_000, Received: 500_000, Pending: 500_000}}}, 2025),
		inYear(money(predate.FactPendingTotal, 500_000), 2025))
}

// points are three points of minutes, all voted.
func points() predate.Figure {
	p := predate.Resolution{Title: "Point", Outcome: predate.VoteAdopted}
	return predate.Figure{Key: predate.FactResolutions, Value: predate.Resolutions{p, p, p}}
}

func approved(y int, on string, adopted bool) predate.Figure {
	return asOf(inYear(predate.Figure{Key: predate.FactApproval, Value: predate.Flag(adopted)}, y), on)
}

func (s *shelf) minutesOf2025() {
	s.add("pv-2025.pdf", predate.KindMinutes, "2025-04-10", approved(2024, "2025-04-10", true), points(),
		asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("ordinaire")}, "2025-04-10"),
		asOf(inYear(money(predate.FactBudgetVoted, 1_400_000), 2026), "2025-04-10"),
		predate.Figure{Key: predate.KeyVotedWorks, Value: predate.WorkList{{
			Title: "Réfection du hall", VotedOn: date("2025-04-10"), Amount: 1_000_000, Key: "Charges générales", Adopted: true,
			Calls: []predate.Call{{Date: date("2025-10-01"), Amount: 500_000}, {Date: date("2026-07-01"), Amount: 500_000}},
		}}})
}

func (s *shelf) minutesOf2026() {
	s.add("pv-2026.pdf", predate.KindMinutes, "2026-04-09", approved(2025, "2026-04-09", true), points(),
		asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("ordinaire")}, "2026-04-09"),
		asOf(inYear(money(predate.FactBudgetVoted, 1_510_000), 2027), "2026-04-09"),
		predate.Figure{Key: predate.FactAgentMandate, Value: predate.Span(predate.Period{From: date("2026-04-09"), To: date("2027-06-30")})})
}
