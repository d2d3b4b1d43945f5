package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// grandTotal reads "Total général (I) + (II)": of the assets when half is 0,
// of the liabilities when it is 1, whether the halves stand side by side or
// one under the other.
func grandTotal(half int) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		ex := exercisesOf(p)
		var halves [][]predate.Figure
		var heads []side
		for _, b := range statePages(p).bands(p.doc.isHead) {
			for i, s := range b.sides {
				columns := p.doc.nameHalf(s, ex)
				if columns == nil {
					columns = p.doc.inherited(s, heads, ex)
				} else {
					heads = append(heads, s)
				}
				for _, e := range b.entries(i) {
					if columns != nil && p.doc.says(e.label, "row_grand_total") && len(e.amounts) > 0 {
						halves = append(halves, amountsOf(e, columns))
					}
				}
			}
		}
		if len(halves) != 2 {
			return nil
		}
		return only(halves[half])
	}
}

// amountsOf gives the amounts of a row as figures of its columns.
func amountsOf(e entry, columns []named) []predate.Figure {
	var out []predate.Figure
	for k, c := range columns {
		if amount, ok := e.amounts[k]; ok {
			out = append(out, predate.Figure{
				Value: predate.Money(amount.Cents), Evidence: proofOfAmount(amount),
				Year: whole(c.year), AsOf: c.year.To,
			})
		}
	}
	return out
}

// accountsDate reads the day for which annexe 1 is drawn up.
func accountsDate(doc source) []predate.Figure {
	form := regexp.MustCompile(`apres repartition.{0,24}?\b(?:au|a la date du) ` + dayForm)
	p := paperOf(doc)
	for i, r := range p.rows {
		text := r.text
		if i+1 < len(p.rows) && fold.Has(text, "apres repartition") && !form.MatchString(text) {
			text += " " + p.rows[i+1].text
		}
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if day, ok := layout.ParseDate(m[1]); ok {
			return []predate.Figure{{Value: predate.Day(day), AsOf: day, Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}

// worksFundExists is proven by a balance of account 105 that is not nil.
func worksFundExists(doc source) []predate.Figure {
	var out []predate.Figure
	for _, f := range position(provisions, "105")(doc) {
		if balance, ok := f.Value.(predate.Money); ok && balance > 0 {
			f.Value = predate.Flag(true)
			out = append(out, f)
		}
	}
	return out
}

// listTotal reads the total of the debtors or of the creditors in the list of
// owners joined to annexe 1.
func listTotal(name string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		start := slices.IndexFunc(p.rows, func(r row) bool { return strings.HasPrefix(r.text, "liste individuelle") && !hasAmounts(r) })
		if start < 0 {
			return nil
		}
		as := exercisesOf(p).closed
		if m := regexp.MustCompile(`\bau ` + dayForm).FindStringSubmatch(p.rows[start].text); m != nil {
			if day, ok := layout.ParseDate(m[1]); ok && day != as.To {
				as = predate.Period{To: day}
			}
		}
		p.rows = p.rows[start:]
		var out []predate.Figure
		var before []column
		for _, b := range p.bands(isListHead) {
			for i := range b.sides {
				s := &b.sides[i]
				if k := headed(*s, name); k >= 0 {
					before = s.columns
				} else if len(before) == len(s.columns) {
					s.columns = before
				}
				k := headed(*s, name)
				for _, e := range b.entries(i) {
					if amount, ok := e.amounts[k]; ok && k >= 0 && isListTotal(e.label) {
						out = append(out, predate.Figure{Value: predate.Money(amount.Cents), Evidence: proofOfAmount(amount), Year: whole(as), AsOf: as.To})
					}
				}
			}
		}
		return only(out)
	}
}

func isListHead(r row) bool {
	return fold.Has(r.text, "debiteur") && fold.Has(r.text, "crediteur") || fold.Has(r.text, "solde precedent")
}

func isListTotal(label string) bool {
	return fold.Has(label, "total") || fold.Has(label, "totaux")
}

// headed gives the only column whose heading holds a word, or -1.
func headed(s side, word string) int {
	at := -1
	for k, c := range s.columns {
		if !fold.Has(c.head, word) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = k
	}
	return at
}

// loansOutstanding reads the foot of annexe 1 on loans: an amount, or "néant".
func loansOutstanding(doc source) []predate.Figure {
	p := paperOf(doc)
	ex := exercisesOf(p)
	for _, r := range statePages(p).rows {
		if !doc.says(r.text, "account_loan") {
			continue
		}
		f := predate.Figure{Year: whole(ex.closed), AsOf: ex.closed.To, Evidence: proof(r.Page, r.Box, r.Text())}
		switch {
		case doc.says(r.text, "none"):
			f.Value, f.Status = predate.Money(0), predate.StatusNone
		case len(r.amounts) == 1:
			f.Value, f.Evidence = predate.Money(r.amounts[0].Cents), proofOfAmount(r.amounts[0])
		default:
			continue
		}
		return []predate.Figure{f}
	}
	return nil
}
