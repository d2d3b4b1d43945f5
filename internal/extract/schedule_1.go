package extract

import (
	"slices"
	"strings"

	"predate"
)

// schedule1Rules read annexe 1, "État financier après répartition" (décret
// 2005-240). Every figure is given for both columns, told apart by AsOf.
func schedule1Rules() []Rule {
	from := predate.KindSchedule1
	return []Rule{
		{"schedule_1.arrears", from, predate.KeyArrears, position(claims, "45", "459")},
		{"schedule_1.supplier_debt", from, predate.KeySupplierDebt, position(debts, "40")},
		{"schedule_1.works_fund", from, predate.KeyWorksFundBalance, position(provisions, "105")},
		{"schedule_1.accounts_date", from, predate.KeyAccountsDate, accountsDate},
		{"schedule_1.works_fund_exists", from, predate.KeyWorksFundExists, worksFundExists},
		{"schedule_1.assets_total", from, predate.FactAssetsTotal, grandTotal(0)},
		{"schedule_1.liabilities_total", from, predate.FactLiabilitiesTotal, grandTotal(1)},
		{"schedule_1.owners_debit", from, predate.FactOwnersDebit, position(claims, "45")},
		{"schedule_1.owners_doubtful", from, predate.FactOwnersDoubtful, position(claims, "459")},
		{"schedule_1.owners_credit", from, predate.FactOwnersCredit, position(debts, "45")},
		{"schedule_1.cash_advance", from, predate.FactCashAdvance, position(provisions, "1031")},
		{"schedule_1.works_advance", from, predate.FactWorksAdvance, position(provisions, "1032")},
		{"schedule_1.other_advance", from, predate.FactOtherAdvance, position(provisions, "1033")},
		{"schedule_1.works_pending", from, predate.FactWorksPending, position(provisions, "12")},
		{"schedule_1.suspense_claims", from, predate.FactSuspense, position(claims, "47")},
		{"schedule_1.suspense_debts", from, predate.FactSuspense, position(debts, "47")},
		{"schedule_1.list_debit", from, predate.FactListDebit, listTotal("debiteur")},
		{"schedule_1.list_credit", from, predate.FactListCredit, listTotal("crediteur")},
		{"schedule_1.loans", from, predate.FactLoansOutstanding, loansOutstanding},
	}
}

// section is one of the four tables of annexe 1.
type section int

const (
	unknown section = iota
	treasury
	provisions
	claims
	debts
)

// post is one row of annexe 1 under its account.
type post struct {
	account string
	entry   entry
}

// table is one section with its columns.
type table struct {
	section section
	columns []named
	posts   []post
	total   *entry // the row that closes it; nil when none is printed
}

// postNames reads the accounts of entries whose names may wrap. A line of words that
// went to one entry is no part of another's name.
type postNames struct {
	stateWords
	entries []entry
	taken   map[int]bool
}

// account reads the account of an entry and the words that name it: its own, or,
// where they name none or not on which side they stand, those with the line of
// words right under it or over it. Two readings that differ are none.
func (l postNames) account(j int) (account, label string) {
	e := l.entries[j]
	account, label = l.accountOf(e.label), e.label
	if len(e.amounts) == 0 || account != "" && (account != "45" || l.ownersSection(label) != unknown) {
		return account, label
	}
	below, above := e.label+" "+l.wrapped(j, j+1), l.wrapped(j, j-1)+" "+e.label
	a, b := l.accountOf(below), l.accountOf(above)
	named := func(wrapped, whole string) bool {
		return wrapped != "" && (account == "" || wrapped == account && l.ownersSection(whole) != unknown)
	}
	switch goesOn, began := named(a, below), named(b, above); {
	case goesOn && (!began || a == b):
		l.taken[j+1] = true
		return a, below
	case began && !goesOn:
		l.taken[j-1] = true
		return b, above
	}
	return account, label
}

// wrapped is the words of a line without sums, next to that of entry j, that
// name no account by themselves; "" for any other.
func (l postNames) wrapped(j, other int) string {
	if other < 0 || other >= len(l.entries) || len(l.entries[other].amounts) > 0 || l.taken[other] {
		return ""
	}
	above, below := l.entries[min(j, other)], l.entries[max(j, other)]
	if label := l.entries[other].label; gap(above.row, below.row) <= 0.6 && l.accountOf(label) == "" && !l.isSectionTotal(label) && !l.isSectionHead(label) {
		return label
	}
	return ""
}

// tablesOf1 reads the sections of annexe 1, whether its two halves stand side
// by side or one under the other.
func tablesOf1(p paper) []table {
	ex := exercisesOf(p)
	var out []table
	var heads []side
	for _, b := range statePages(p).bands(p.doc.isHead) {
		for i, s := range b.sides {
			columns := p.doc.nameHalf(s, ex)
			if columns == nil {
				columns = p.doc.inherited(s, heads, ex)
			} else {
				heads = append(heads, s)
			}
			if columns != nil {
				out = append(out, stateWordsOf(p.doc).sectionsOf(b.entries(i), columns)...)
			}
		}
	}
	return out
}

// statePages keeps what comes before the individual list of owners.
func statePages(p paper) paper {
	end := slices.IndexFunc(p.rows, func(r row) bool {
		return strings.HasPrefix(r.text, "liste individuelle des creances") || strings.HasPrefix(r.text, "liste individuelle des dettes")
	})
	if end >= 0 {
		p.rows = p.rows[:end]
	}
	return p
}

// inherited names the columns of a side without heading by those of an earlier
// one that stands right above.
func (w wording) inherited(s side, heads []side, ex exercises) []named {
	for _, h := range slices.Backward(heads) {
		if len(h.columns) != len(s.columns) {
			continue
		}
		above := true
		for k := range s.columns {
			above = above && s.columns[k].x0 < h.columns[k].x1 && h.columns[k].x0 < s.columns[k].x1
		}
		if above {
			return w.nameHalf(h, ex)
		}
	}
	return nil
}

// sectionsOf cuts the rows of a side at their totals and at their headings.
func (w stateWords) sectionsOf(entries []entry, columns []named) []table {
	var out []table
	current := table{columns: columns}
	closeSection := func() {
		if len(current.posts) > 0 {
			current.section = w.sectionFor(current.posts)
			out = append(out, current)
		}
		current = table{columns: columns}
	}
	names := postNames{w, entries, map[int]bool{}}
	for j, e := range entries {
		switch {
		case w.says(e.label, "row_grand_total"):
			closeSection()
		case w.isSectionTotal(e.label):
			if len(e.amounts) > 0 {
				current.total = &e
			}
			closeSection()
		default:
			var account string
			account, e.label = names.account(j)
			if account == "" && len(e.amounts) == 0 && w.isSectionHead(e.label) {
				closeSection()
			}
			if account != "" {
				current.posts = append(current.posts, post{account, e})
			}
		}
	}
	closeSection()
	return out
}

func (w stateWords) isSectionTotal(label string) bool {
	return w.says(label, "row_total_one", "row_total_two") || w.is(label, "total")
}

func (w stateWords) isSectionHead(label string) bool {
	return w.is(label, "part_cash", "part_provisions", "part_claims", "part_debts")
}

// sectionFor tells a section by the accounts in it.
func (w stateWords) sectionFor(posts []post) section {
	has := func(accounts ...string) bool {
		return slices.ContainsFunc(posts, func(p post) bool { return slices.Contains(accounts, p.account) })
	}
	switch {
	case has("40", "49"):
		if has("459", "50", "51", "105", "1031") {
			return unknown
		}
		return debts
	case has("459"):
		if has("50", "51", "105", "1031") {
			return unknown
		}
		return claims
	case has("50", "51", "53"):
		if has("105", "1031", "102", "45") {
			return unknown
		}
		return treasury
	case has("105", "1031", "102", "1032"):
		if has("45") {
			return unknown
		}
		return provisions
	case has("45"):
		for _, p := range posts {
			if p.account == "45" {
				return w.ownersSection(p.entry.label)
			}
		}
	}
	return unknown
}

// ownersSection tells on which side of annexe 1 the row of the co-owners'
// accounts stands by its words, which narrow columns cut: what they still owe,
// or what they paid in excess.
func (w stateWords) ownersSection(label string) section {
	owes, owed := w.says(label, "account_owners_debit"), w.says(label, "account_owners_credit")
	if !owes && !owed {
		for _, c := range w.cutShort(label) {
			owes, owed = owes || c.ID == "account_owners_debit", owed || c.ID == "account_owners_credit"
		}
	}
	switch {
	case owes && !owed:
		return claims
	case owed && !owes:
		return debts
	}
	return unknown
}

// balanced says whether the rows of a column add up to the printed total.
// Without total it is a weak yes: nothing contradicts.
func (t table) balanced(k int) (ok, proven bool) {
	if t.total == nil {
		return true, false
	}
	total, printed := t.total.amounts[k]
	if !printed {
		return true, false
	}
	sum, sub := predate.Cents(0), predate.Cents(0)
	for _, p := range t.posts {
		amount := p.entry.amounts[k].Cents
		sum += amount
		if p.account == "103" {
			sub += amount // may be printed besides its sub-accounts
		}
	}
	return sum == total.Cents || sum-sub == total.Cents, true
}

// position reads one or several accounts of a section, added together, in both
// columns. A column whose rows do not add up to its total gives nothing, and
// neither does one that recognition read and no total proves.
func position(want section, accounts ...string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		var out []predate.Figure
		for _, t := range tablesOf1(p) {
			if t.section != want {
				continue
			}
			for k, c := range t.columns {
				ok, proven := t.balanced(k)
				if !ok || p.recognised() && !proven {
					continue
				}
				if figure, found := t.sum(k, accounts, proven); found {
					figure.Year, figure.AsOf = whole(c.year), c.year.To
					out = append(out, figure)
				}
			}
		}
		return only(out)
	}
}

// sum adds the accounts of a column. A printed row with a blank cell is zero
// when the total of the column proves it.
func (t table) sum(k int, accounts []string, proven bool) (predate.Figure, bool) {
	var figure predate.Figure
	sum, first := predate.Cents(0), false
	for _, p := range t.posts {
		if !slices.Contains(accounts, p.account) {
			continue
		}
		amount, printed := p.entry.amounts[k]
		if !printed && !proven {
			return figure, false
		}
		first = first || p.account == accounts[0]
		sum += amount.Cents
		if printed {
			figure.Evidence = append(figure.Evidence, proofOfAmount(amount)...)
		}
	}
	if !first {
		return figure, false
	}
	if len(figure.Evidence) == 0 {
		figure.Evidence = proofOfAmount(t.total.amounts[k])
	}
	figure.Value = predate.Money(sum)
	return figure, true
}

// only drops the figures of which the paper gives two for the same day.
func only(figures []predate.Figure) []predate.Figure {
	count := map[predate.Date]int{}
	for _, f := range figures {
		count[f.AsOf]++
	}
	return slices.DeleteFunc(figures, func(f predate.Figure) bool { return count[f.AsOf] > 1 || f.AsOf.IsZero() })
}
