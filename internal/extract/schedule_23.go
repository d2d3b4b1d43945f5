package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// schedule23Rules read annexe 2, "Compte de gestion général", and annexe 3,
// "Compte de gestion pour opérations courantes" by allocation key.
func schedule23Rules() []Rule {
	two, three := predate.KindSchedule2, predate.KindSchedule3
	return []Rule{
		{"schedule_2.balance_current", two, predate.FactBalance2Current, balance2(false)},
		{"schedule_2.balance_works", two, predate.FactBalance2Works, balance2(true)},
		{"schedule_2.works_before", two, predate.FactClosedTotal, worksBefore},
		{"schedule_3.key_nets", three, predate.FactKeyNets, keyNets},
		{"schedule_3.net_charges", three, predate.FactNetCharges, account3(isNetTotal, predate.ColumnClosed, predate.ColumnPrevious)},
		{"schedule_3.budget", three, predate.FactBudget, account3(isNetTotal, predate.ColumnClosedBudget, predate.ColumnRunning, predate.ColumnNext)},
		{"schedule_3.provisions", three, predate.FactProvisionsCurrent, account3(isProvisions, predate.ColumnClosed, predate.ColumnPrevious)},
		{"schedule_3.balance", three, predate.FactBalance3, account3(isBalance, predate.ColumnClosed, predate.ColumnPrevious)},
	}
}

// sheetSide is one side of a band with its columns told.
type sheetSide struct {
	columns []named
	entries []entry
	band    band
}

// sidesNamed reads the bands of a schedule whose columns are told by their
// headings, those without heading by the ones above.
func sidesNamed(p paper) []sheetSide {
	ex := exercisesOf(p)
	var out []sheetSide
	var heads []side
	for _, b := range p.bands(p.doc.isHead) {
		for i, s := range b.sides {
			columns := p.doc.nameColumns(s, ex)
			if columns == nil {
				columns = p.doc.inherited(s, heads, ex)
			} else {
				heads = append(heads, s)
			}
			if columns != nil {
				out = append(out, sheetSide{columns, wholeTotals(b.entries(i)), b})
			}
		}
	}
	return out
}

// wholeTotals joins to the words of a total, which narrow columns wrap, those
// right under them: "Total des charges" over "nettes".
func wholeTotals(entries []entry) []entry {
	for j := range entries[:max(0, len(entries)-1)] {
		e, next := &entries[j], entries[j+1]
		total := strings.HasPrefix(e.label, "total") || strings.HasPrefix(e.label, "provisions")
		if !total || len(e.amounts) == 0 || len(next.amounts) > 0 || gap(e.row, next.row) > 0.6 || startsWithDigit(next.label) {
			continue
		}
		if _, opens := keyHeading(next); !opens {
			e.label += " " + next.label
			e.words = append(slices.Clone(e.words), next.words...)
		}
	}
	return entries
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// worksPart says whether a side of annexe 2 is of the works part, by its accounts
// and its words; told is false when neither speaks.
func worksPart(entries []entry) (works, told bool) {
	operating := regexp.MustCompile(`^(?:60[0-9]|61[0-9]|62[0-4]|63[0-9]|64[0-9]|701)\b`)
	special := regexp.MustCompile(`^(?:661|671|672|673|677|678|702|703|704|705|712|718)\b`)
	for _, e := range entries {
		switch {
		case operating.MatchString(e.label) || isSectionEnd(e.label, "total i"):
			return false, true
		case special.MatchString(e.label) || isSectionEnd(e.label, "total ii"):
			return true, true
		}
	}
	return false, false
}

func isSectionEnd(label, total string) bool { return strings.Trim(label, " .:") == total }

// balance2 reads the balance of a part of annexe 2: the excess printed on the
// charges' side, less the deficit printed on the products' side.
func balance2(works bool) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		if p.recognised() {
			return nil
		}
		sums := map[predate.Column]*predate.Figure{}
		var order []predate.Column
		for _, s := range sidesNamed(p) {
			isWorks, told := worksPart(s.entries)
			if !told || isWorks != works {
				continue
			}
			for _, e := range s.entries {
				sign, ok := balanceSign(e.label)
				if !ok {
					continue
				}
				for k, c := range s.columns {
					amount, printed := e.amounts[k]
					if !printed || c.column != predate.ColumnClosed && c.column != predate.ColumnPrevious {
						continue
					}
					f := sums[c.column]
					if f == nil {
						f = &predate.Figure{Value: predate.Money(0), Year: whole(c.year), AsOf: c.year.To}
						sums[c.column] = f
						order = append(order, c.column)
					}
					f.Value = f.Value.(predate.Money) + sign*predate.Money(amount.Cents)
					f.Evidence = append(f.Evidence, proofOfAmount(amount)...)
				}
			}
		}
		var out []predate.Figure
		for _, c := range order {
			out = append(out, *sums[c])
		}
		return only(out)
	}
}

// worksBefore reads, in the works part of annexe 2, what was spent and received
// for the exercise before the closed one: the total of that exercise's own
// annexe 4. The accounts must add up to their sub-totals.
func worksBefore(doc source) []predate.Figure {
	p := paperOf(doc)
	var spent, received *layout.Amount
	var year predate.Period
	for _, s := range sidesNamed(p) {
		isWorks, told := worksPart(s.entries)
		k := slices.IndexFunc(s.columns, func(c named) bool { return c.column == predate.ColumnPrevious })
		if !told || !isWorks || k < 0 {
			continue
		}
		year = whole(s.columns[k].year)
		total, charges, ok := subTotal(s.entries, k)
		switch {
		case !ok:
			return nil
		case charges:
			spent = &total
		default:
			received = &total
		}
	}
	if spent == nil || received == nil || year.IsZero() || p.recognised() {
		return nil
	}
	total := predate.ClosedWork{Spent: spent.Cents, Received: received.Cents, Balance: received.Cents - spent.Cents}
	return []predate.Figure{{
		Value: predate.ClosedWorks{total}, Year: year, AsOf: year.To,
		Evidence: append(proofOfAmount(*spent), proofOfAmount(*received)...),
	}}
}

// subTotal reads the sub-total of one column of a side of annexe 2, and whether
// the side is of charges (accounts 6) rather than products (accounts 7).
func subTotal(entries []entry, k int) (total layout.Amount, charges, ok bool) {
	account := regexp.MustCompile(`^([67])\d{2}\b`)
	var sum predate.Cents
	sides := map[string]bool{}
	for _, e := range entries {
		if m := account.FindStringSubmatch(e.label); m != nil {
			sides[m[1]] = true
			sum += e.amounts[k].Cents
		}
		if amount, printed := e.amounts[k]; printed && fold.Has(e.label, "sous-total") {
			return amount, sides["6"], len(sides) == 1 && sum == amount.Cents
		}
	}
	return layout.Amount{}, false, false
}

// balanceSign tells an excess (+1) from a deficit (-1); false for a row that
// says neither or both.
func balanceSign(label string) (predate.Money, bool) {
	if !fold.Has(label, "solde") {
		return 0, false
	}
	excess, deficit := fold.Has(label, "excedent"), fold.Has(label, "insuffisance")
	switch {
	case excess && !deficit:
		return 1, true
	case deficit && !excess:
		return -1, true
	}
	return 0, false
}

func isNetTotal(label string) bool {
	return fold.Has(label, "total charges nettes") || fold.Has(label, "total des charges nettes") || fold.Has(label, "total general des charges nettes")
}

func isProvisions(label string) bool {
	return strings.HasPrefix(label, "provisions coproprietaires") || strings.HasPrefix(label, "701 provisions")
}

func isBalance(label string) bool { return strings.HasPrefix(label, "solde") }

// account3 reads a row of the foot of annexe 3 in some of its columns. Nothing
// is given unless the foot balances: provisions − charges = balance.
func account3(is func(string) bool, wanted ...predate.Column) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		var out []predate.Figure
		for _, s := range sidesNamed(p) {
			foot := map[int][3]*layout.Amount{}
			for _, e := range s.entries {
				for k := range s.columns {
					amount, ok := e.amounts[k]
					if !ok {
						continue
					}
					cells := foot[k]
					for i, row := range []func(string) bool{isNetTotal, isProvisions, isBalance} {
						if row(e.label) {
							cells[i] = &amount
						}
					}
					foot[k] = cells
				}
			}
			for _, e := range s.entries {
				if !is(e.label) {
					continue
				}
				for k, c := range s.columns {
					amount, ok := e.amounts[k]
					if !ok || !slices.Contains(wanted, c.column) || !footBalances(foot[k], p.recognised()) {
						continue
					}
					out = append(out, predate.Figure{Value: predate.Money(amount.Cents), Evidence: proofOfAmount(amount), Year: whole(c.year), AsOf: c.year.To})
				}
			}
		}
		return dated(out)
	}
}

// footBalances checks provisions − charges = balance; when a row is missing it
// is satisfied, unless the page was recognised.
func footBalances(foot [3]*layout.Amount, strict bool) bool {
	if foot[0] == nil || foot[1] == nil || foot[2] == nil {
		return !strict
	}
	return foot[1].Cents-foot[0].Cents == foot[2].Cents
}

// dated keeps the figures whose exercise is whole and told once.
func dated(figures []predate.Figure) []predate.Figure {
	return slices.DeleteFunc(only(figures), func(f predate.Figure) bool { return f.Year.IsZero() })
}
