package lookstest

import (
	"fmt"
	"html/template"

	"predate"
)

// houseFunctions are what papers in tables call besides the functions of every
// template.
func houseFunctions(d *Dossier) template.FuncMap {
	return template.FuncMap{
		"both2":      func(c Call, g CallGroup) []any { return []any{c, g} },
		"list2":      func(all ...any) []any { return all },
		"sideBySide": sideBySide,
		"bills":      d.bills,
		"lightOf":    d.lightAccounts,
	}
}

// sideBySide pairs the rows of the two sides of a state.
func sideBySide(left, right []row1) [][2]row1 {
	pairs := make([][2]row1, max(len(left), len(right)))
	for i, r := range left {
		pairs[i][0] = r
	}
	for i, r := range right {
		pairs[i][1] = r
	}
	return pairs
}

// bill is a line of the statement of expenses: an invoice, a heading, or with a
// number and a title a total.
type bill struct {
	Title, Firm, Number, Label string
	Day                        predate.Date
	Amount, Tenant             predate.Cents
}

// bills lists what an exercise paid, two invoices for each post.
func (d *Dossier) bills(exercise int) []bill {
	var all []bill
	year := d.Exercises[exercise]
	for i, k := range d.Keys {
		all = append(all, bill{Title: fmt.Sprintf("%s %s", k.Code, k.Label)})
		var total predate.Cents
		for n, p := range year.Posts {
			if p.Key != i {
				continue
			}
			for half, amount := range instalments(p.Spent, 2) {
				on := year.Period.From.AddMonths(3 + 5*half).AddDays(7 + n)
				all = append(all, bill{
					Firm: "Fournisseur " + p.Account, Number: fmt.Sprintf("F%d%02d%03d", on.Year%100, int(on.Month), 100+n), Label: p.Label,
					Day: on, Amount: amount, Tenant: amount * predate.Cents(p.RecoverableRate) / 100,
				})
			}
			total += p.Spent
		}
		all = append(all, bill{Title: "Total " + k.Label, Number: "T", Amount: total})
	}
	return all
}
