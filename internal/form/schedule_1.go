package form

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/lexicon"
)

// A balanceSheet is annexe 1 for one exercise: two lists of accounts with the
// same total (décret 2005-240, annexe 1).
type balanceSheet struct {
	on                  predate.Date
	assets, liabilities []account
	total               predate.Cents
	proof               []predate.Evidence // of the totals
}

// account is one amount of annexe 1.
type account struct {
	node     *node
	concepts []lexicon.ID
	number   string
}

// position is a figure of annexe 1: accounts of one side.
type position struct {
	rule     string
	key      predate.Key
	assets   bool
	concepts []lexicon.ID
	numbers  []string
	// also adds to the figure where it is printed, and is no figure alone.
	also []lexicon.ID
}

// positions lists the figures of annexe 1.
func positions() []position {
	return []position{
		{"arrears", predate.KeyArrears, true, []lexicon.ID{"account_owners_debit"}, []string{"45"}, []lexicon.ID{"account_owners_doubtful"}},
		{"owners_debit", predate.FactOwnersDebit, true, []lexicon.ID{"account_owners_debit"}, []string{"45"}, nil},
		{"owners_doubtful", predate.FactOwnersDoubtful, true, []lexicon.ID{"account_owners_doubtful"}, []string{"459"}, nil},
		{"supplier_debt", predate.KeySupplierDebt, false, []lexicon.ID{"account_suppliers"}, []string{"40"}, nil},
		{"owners_credit", predate.FactOwnersCredit, false, []lexicon.ID{"account_owners_credit"}, []string{"45"}, nil},
		{"works_fund", predate.KeyWorksFundBalance, false, []lexicon.ID{"works_fund"}, []string{"105"}, nil},
		{"cash_advance", predate.FactCashAdvance, false, []lexicon.ID{"cash_advance"}, []string{"1031"}, nil},
		{"works_advance", predate.FactWorksAdvance, false, []lexicon.ID{"works_advance"}, []string{"1032"}, nil},
		{"other_advance", predate.FactOtherAdvance, false, []lexicon.ID{"other_advance"}, []string{"1033"}, nil},
		{"cash", predate.FactCashAtEnd, true, []lexicon.ID{"account_bank", "account_placed", "account_cash"}, []string{"50", "51", "53"}, nil},
		{"works_pending", predate.FactWorksPending, false, []lexicon.ID{"account_works_pending"}, []string{"12"}, nil},
	}
}

// schedule1 reads annexe 1 from its two lists that balance.
func schedule1(r *reader) []predate.Figure {
	var out []predate.Figure
	for _, sheet := range r.balanceSheets() {
		for _, p := range positions() {
			if f, ok := sheet.figure(p); ok {
				out = append(out, f)
			}
		}
		for _, key := range []predate.Key{predate.FactAssetsTotal, predate.FactLiabilitiesTotal} {
			out = append(out, predate.Figure{Key: key, Value: predate.Money(sheet.total), AsOf: sheet.on, Evidence: sheet.proof})
		}
	}
	return out
}

// figure adds the accounts of a position. It needs the account that the figure
// is named after: a row that is not printed is not zero.
func (b balanceSheet) figure(p position) (predate.Figure, bool) {
	side := b.liabilities
	if p.assets {
		side = b.assets
	}
	f := predate.Figure{Key: p.key, AsOf: b.on}
	var sum predate.Cents
	found := false
	for _, a := range side {
		main := a.is(p.concepts, p.numbers)
		if !main && !a.is(p.also, nil) {
			continue
		}
		found = found || main
		sum += a.node.value()
		f.Evidence = append(f.Evidence, a.node.cell.proof("form.schedule_1."+p.rule))
	}
	f.Value = predate.Money(sum)
	return f, found
}

// is reports whether an account is one of some concepts, or bears one of some
// numbers where its words mean nothing. 459 is not 45.
func (a account) is(concepts []lexicon.ID, numbers []string) bool {
	for _, c := range a.concepts {
		if slices.Contains(concepts, c) {
			return true
		}
	}
	if len(a.concepts) > 0 || a.number == "" {
		return false
	}
	for _, n := range numbers {
		if a.number == n || strings.HasPrefix(a.number, n) && !(n == "45" && strings.HasPrefix(a.number, "459")) && len(n) == 2 {
			return true
		}
	}
	return false
}

// section is amounts of annexe 1 with their printed sum.
type section struct {
	total    *node
	accounts []account
	assets   bool
	on       predate.Date // zero where no heading tells the exercise
}

// balanceSheets puts together the sections of each exercise, assets and
// liabilities, and keeps the exercises of which both make the same total.
func (r *reader) balanceSheets() []balanceSheet {
	years := r.years()
	byDay := map[predate.Date][]section{}
	var days []predate.Date
	for _, s := range r.sections(years) {
		if _, known := byDay[s.on]; !known {
			days = append(days, s.on)
		}
		byDay[s.on] = append(byDay[s.on], s)
	}
	if len(days) == 1 && days[0].IsZero() {
		byDay[years.closed.To], days[0] = byDay[days[0]], years.closed.To
	}
	var out []balanceSheet
	for _, on := range days {
		if s, ok := balance(byDay[on]); ok && !on.IsZero() {
			s.on = on
			out = append(out, s)
		}
	}
	return out
}

// sections lists the sums of lines in the state, before the list of owners.
func (r *reader) sections(years exercises) []section {
	end := r.lineOf(func(s string) bool { return r.says(s, "part_owners_list") })
	var out []section
	for _, col := range r.columns {
		var on predate.Date // what a heading says holds for the sections below
		for _, n := range col.nodes {
			if n.cell.line >= end {
				break
			}
			if s, ok := r.sectionOf(n, years); ok {
				if s.on.IsZero() {
					s.on = on
				}
				on = s.on
				out = append(out, s)
			}
		}
	}
	return out
}

// sectionOf reads a sum of lines whose accounts say on which side they stand.
func (r *reader) sectionOf(n *node, years exercises) (section, bool) {
	s := section{total: n}
	var first *node
	width := n.cell.box
	for _, c := range n.children {
		if len(c.children) == 0 {
			s.accounts = append(s.accounts, r.accountAt(c))
			first = cmp.Or(first, c)
			if c.cell.page == first.cell.page {
				width.X0, width.X1 = min(width.X0, c.cell.box.X0), max(width.X1, c.cell.box.X1)
			}
		}
	}
	side := lean(s.accounts)
	if side == 0 {
		return s, false
	}
	s.assets = side > 0
	wide := first.cell
	wide.box = width
	s.on = r.groupEnd(wide, years)
	if s.on.IsZero() {
		s.on = r.columnEnd(r.headsOver(first.cell, width), years)
	}
	return s, true
}

// balance adds the sections of an exercise side by side.
func balance(sections []section) (balanceSheet, bool) {
	var b balanceSheet
	var assets, liabilities predate.Cents
	for i, s := range sections {
		for _, other := range sections[:i] {
			if other.assets == s.assets && other.total.cell.line == s.total.cell.line {
				return b, false // two columns under one heading: nobody can tell the exercises apart
			}
		}
		if s.assets {
			b.assets, assets = append(b.assets, s.accounts...), assets+s.total.value()
		} else {
			b.liabilities, liabilities = append(b.liabilities, s.accounts...), liabilities+s.total.value()
		}
		b.proof = append(b.proof, s.total.cell.proof("form.schedule_1.total"))
	}
	b.total = assets
	return b, assets == liabilities && assets > 0
}

// lineOf returns the first line one of whose cells meets a condition; the
// number of lines when none does.
func (r *reader) lineOf(ok func(string) bool) int {
	for i, l := range r.lines {
		if slices.ContainsFunc(l.cells, func(c cell) bool { return c.nature == text && ok(c.text) }) {
			return i
		}
	}
	return len(r.lines)
}

// lean weighs on which side accounts stand: positive for assets.
func lean(accounts []account) int {
	n := 0
	for _, a := range accounts {
		for _, c := range a.concepts {
			switch c {
			case "account_bank", "account_placed", "account_cash", "account_owners_debit", "account_owners_doubtful", "account_other_claims", "account_sundry_debtors":
				n++
			case "works_fund", "cash_advance", "account_suppliers", "account_owners_credit", "account_works_provisions", "account_other_debts", "account_sundry_creditors", "works_advance", "other_advance":
				n--
			}
		}
	}
	return n
}

// accountAt names an amount by the words on its left, with those right under
// or over them where they say nothing alone or do not say on which side owners
// stand.
func (r *reader) accountAt(n *node) account {
	for _, g := range r.groupsAt(n.cell.line) {
		if !slices.ContainsFunc(g.amounts, func(c cell) bool { return c.box == n.cell.box }) {
			continue
		}
		a := account{node: n, number: accountNumber(g)}
		below, above := r.next(g, 1), r.next(g, -1)
		for _, words := range []string{g.label, g.label + " " + below, above + " " + g.label, above + " " + g.label + " " + below} {
			if a.concepts = r.accounts(words); len(a.concepts) > 0 {
				break
			}
		}
		if owners := strings.HasPrefix(a.number, "45") && !strings.HasPrefix(a.number, "459"); owners && len(a.concepts) == 0 {
			a.concepts = r.sideOfOwners(g)
		}
		return a
	}
	return account{node: n}
}

// sideOfOwners says whether owners, of whom the words of a row say no side, owe or
// are owed: by the nearest part of the state that begins over the row.
func (r *reader) sideOfOwners(row group) []lexicon.ID {
	for i := row.line - 1; i >= 0 && r.lines[i].page == r.lines[row.line].page; i-- {
		for _, c := range r.lines[i].cells {
			switch {
			case c.nature != text || over(c.box, row.box) < 0.3:
			case r.says(c.text, "part_claims"):
				return []lexicon.ID{"account_owners_debit"}
			case r.says(c.text, "part_debts"):
				return []lexicon.ID{"account_owners_credit"}
			case r.says(c.text, "part_cash", "part_provisions"):
				return nil
			}
		}
	}
	return nil
}

// accounts returns the accounts of annexe 1 that words name; none where they
// name two.
func (r *reader) accounts(words string) []lexicon.ID {
	var out []lexicon.ID
	for _, s := range r.meanings(words) {
		c, _ := r.words.Concept(s.Concept)
		if s.Role == lexicon.Row && len(c.Accounts) > 0 && !slices.Contains(out, s.Concept) {
			out = append(out, s.Concept)
		}
	}
	if len(out) > 1 {
		return nil
	}
	return out
}

// accountNumber reads the number before the words of a row.
func accountNumber(g group) string {
	n := g.number
	if n == "" {
		first, _, _ := strings.Cut(g.label, " ")
		n = strings.Trim(first, "[]() .-")
	}
	if len(n) < 2 || len(n) > 6 || strings.Trim(n, "0123456789") != "" {
		return ""
	}
	return n
}
