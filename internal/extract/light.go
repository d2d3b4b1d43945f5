package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
	"predate/internal/lexicon"
)

// lightRules read accounts kept in the light form that small syndicats may use
// (loi 65-557, art. 14-3 al. 2).
func lightRules() []Rule {
	from := predate.KindLightAccounts
	return []Rule{
		{"light_accounts.form", from, predate.FactLightBookkeeping, lightForm},
		{"light_accounts.owners", from, predate.FactOwnerRows, ownerRows},
		{"light_accounts.expenses", from, predate.FactExpenses, lightExpenses},
		{"light_accounts.cash", from, predate.FactCashAtEnd, cashAtEnd},
	}
}

// lightYear is the only period that the accounts name.
func lightYear(p paper) predate.Period {
	seen := map[predate.Period]bool{}
	var year predate.Period
	for _, m := range spanWords.FindAllStringSubmatch(p.text(), -1) {
		if s, ok := spanOf(m[1], m[2]); ok && s.Months() >= 6 {
			seen[s], year = true, s
		}
	}
	if len(seen) != 1 {
		return predate.Period{}
	}
	return year
}

func lightForm(doc source) []predate.Figure {
	form := regexp.MustCompile(`comptabilite simplifiee|comptabilite en partie simple|article 14-3|art\. ?14-3`)
	p := paperOf(doc)
	for _, r := range p.rows {
		if form.MatchString(r.text) {
			return []predate.Figure{{Value: predate.Flag(true), Year: lightYear(p), Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}

// ownerRows reads what each owner bore, was called and paid, and where he
// stands at the end of the year, with one piece of evidence for each row in the
// same order.
func ownerRows(doc source) []predate.Figure {
	p := paperOf(doc)
	year := lightYear(p)
	start := slices.IndexFunc(p.rows, func(r row) bool { return doc.says(r.text, "part_owners_list") })
	if start < 0 || year.IsZero() {
		return nil
	}
	part := paper{doc: doc, rows: p.rows[start:]}
	columns := []lexicon.ID{"column_charges_laid", "column_called", "column_paid", "column_balance"}
	var rows predate.OwnerRows
	var evidence []predate.Evidence
	for _, b := range part.bands(func(r row) bool { return doc.says(r.text, "column_charges_laid") && doc.says(r.text, "column_lot") }) {
		b.merge()
		s := b.sides[0]
		if len(s.columns) != len(columns) {
			continue
		}
		fits := true
		for k, id := range columns {
			fits = fits && doc.says(s.columns[k].head, id)
		}
		if !fits {
			continue
		}
		for _, e := range b.entries(0) {
			if owner, ok := ownerRow(e); ok {
				rows = append(rows, owner)
				evidence = append(evidence, proof(e.row.Page, e.row.Box, e.row.Text())...)
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return []predate.Figure{{Value: rows, Year: year, AsOf: year.To, Evidence: evidence}}
}

var lotsForm = regexp.MustCompile(`^\d{1,4}(?:, ?\d{1,4})*$`)

func ownerRow(e entry) (predate.OwnerRow, bool) {
	if len(e.amounts) != 4 {
		return predate.OwnerRow{}, false
	}
	var name, lots []string
	for _, w := range e.words {
		switch text := strings.TrimRight(w.Text, ","); {
		case w.Box.X0 > e.amounts[0].Box.X1:
		case lotsForm.MatchString(text):
			lots = append(lots, text)
		default:
			name = append(name, w.Text)
		}
	}
	r := predate.OwnerRow{
		Owner: strings.Join(name, " "), Lots: strings.Join(lots, ", "),
		Charges: e.amounts[0].Cents, Called: e.amounts[1].Cents, Paid: e.amounts[2].Cents, Balance: e.amounts[3].Cents,
	}
	after := wordsAfter(e.row, e.amounts[3])
	inFavour := hasAny(e.label+" "+after, []string{"a rembourser", "en sa faveur", "en votre faveur", "en avance", "crediteur", "trop verse"})
	if inFavour || layout.IsCredit(e.amounts[3].Mark) {
		r.Balance = -magnitude(r.Balance)
	}
	return r, len(lots) > 0 && len(name) > 0
}

// lightExpenses lists the dated expenses; they must add up to their total.
func lightExpenses(doc source) []predate.Figure {
	p := paperOf(doc)
	year := lightYear(p)
	start := slices.IndexFunc(p.rows, func(r row) bool { return strings.Trim(r.text, " :") == "depenses" })
	if start < 0 || year.IsZero() {
		return nil
	}
	var list predate.MovementList
	var evidence []predate.Evidence
	var sum predate.Cents
	for _, r := range p.rows[start+1:] {
		if fold.Has(r.text, "total depenses") || fold.Has(r.text, "total des depenses") || strings.HasPrefix(r.text, "total") {
			if len(r.amounts) != 1 || r.amounts[0].Cents != sum || len(list) == 0 {
				return nil
			}
			return []predate.Figure{{Value: list, Year: year, Evidence: append(evidence, proofOfAmount(r.amounts[0])...)}}
		}
		days := layout.Dates(r.Line)
		if len(days) == 0 || len(r.amounts) != 1 {
			continue
		}
		list = append(list, predate.Movement{Date: days[0].Date, Label: labelBetween(r, days[0].Box, r.amounts[0].Box), Debit: r.amounts[0].Cents})
		sum += r.amounts[0].Cents
		evidence = append(evidence, proofOfAmount(r.amounts[0])...)
	}
	return nil
}

// labelBetween is the words between a day and an amount.
func labelBetween(r row, day, amount predate.Box) string {
	var words []predate.Word
	for _, w := range r.Words {
		if w.Box.X0 >= day.X1-0.5 && w.Box.X1 <= amount.X0+0.5 {
			words = append(words, w)
		}
	}
	return joined(words)
}

// cashAtEnd reads what the syndicat held at the end of the year.
func cashAtEnd(doc source) []predate.Figure {
	form := regexp.MustCompile(`(?:fin d'annee|fin de l'annee|fin d'exercice|au 31/12/\d{4})\s*:?\s*$`)
	p := paperOf(doc)
	year := lightYear(p)
	for _, r := range p.rows {
		if !strings.Contains(r.text, "caisse") && !strings.Contains(r.text, "banque") {
			continue
		}
		for _, m := range mentionsIn(r.text) {
			if form.MatchString(r.text[:m.from]) {
				return []predate.Figure{{Value: predate.Money(m.cents), Year: year, AsOf: year.To, Evidence: proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}

// merge takes the columns of a band as one side: a wrapped word is no reason to
// part it.
func (b *band) merge() {
	var columns []column
	for _, s := range b.sides {
		columns = append(columns, s.columns...)
	}
	b.sides = []side{{left: 0, columns: columns}}
	for k := range columns {
		b.sides[0].columns[k].head = ""
	}
	b.head(0)
}
