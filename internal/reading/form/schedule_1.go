package form

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/lexicon"
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
	alone    bool // the line that names it prints no amount
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
		{"suspense_claims", predate.FactSuspense, true, []lexicon.ID{"account_suspense"}, []string{"47"}, nil},
		{"suspense_debts", predate.FactSuspense, false, []lexicon.ID{"account_suspense"}, []string{"47"}, nil},
	}
}

// isPosition reports whether a number is that of an account of which annexe 1 gives a
// figure.
func isPosition(number string) bool {
	return slices.ContainsFunc(positions(), func(p position) bool { return slices.Contains(p.numbers, number) })
}

// schedule1 reads annexe 1 from its two lists that balance, with what stands below
// them.
func schedule1(r *reader) []predate.Figure {
	years := r.years()
	out := slices.Concat(r.loans(years.closed.To), r.listTotals(years.closed.To))
	for _, sheet := range r.balanceSheets(years) {
		for _, p := range positions() {
			f, ok := sheet.figure(p)
			if !ok {
				continue
			}
			out = append(out, f)
			if p.key == predate.KeyWorksFundBalance && f.Value != predate.Money(0) {
				f.Key, f.Value = predate.KeyWorksFundExists, predate.Flag(true)
				out = append(out, f)
			}
		}
		if len(sheet.proof) == 0 {
			continue // a section that is proven alone
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
		f.Evidence = append(f.Evidence, a.node.cell.Proof("form.schedule_1."+p.rule))
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
	return slices.ContainsFunc(numbers, func(n string) bool {
		return a.number == n || strings.HasPrefix(a.number, n) && !(n == "45" && strings.HasPrefix(a.number, "459")) && len(n) == 2
	})
}

// section is amounts of annexe 1 with their printed sum.
type section struct {
	total    *node
	accounts []account
	assets   bool
	unsided  bool         // the side of owners' accounts is not said
	headed   bool         // a heading names the exercise
	on       predate.Date // zero where no heading tells the exercise
}

// own is what a section sums without the sections within it.
func (s section) own() predate.Cents {
	own := s.total.value()
	for _, c := range s.total.children {
		if len(c.children) > 0 {
			own -= c.value()
		}
	}
	return own
}

// balanceSheets returns the exercises of which both sides make the same total,
// whether the totals stand under their lines or above them. An account may equal the
// amounts over it by chance: it is taken for their sum only where both sides do not
// balance otherwise.
func (r *reader) balanceSheets(years exercises) []balanceSheet {
	under := r.sums
	sections := r.sections(years)
	r.sums = r.sumsWhere(func(words string) bool { return len(r.accounts(words)) == 0 })
	out := balanced(r.sections(years), years)
	r.sums = under
	for _, b := range balanced(sections, years) {
		if !slices.ContainsFunc(out, func(o balanceSheet) bool { return o.on == b.on }) {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		r.sums = r.sumsAbove()
		out = balanced(r.sections(years), years)
	}
	r.sums = under
	if r.hasUnread() {
		out = append(out, proven(slices.DeleteFunc(sections, func(s section) bool {
			return slices.ContainsFunc(out, func(b balanceSheet) bool { return b.on == s.on })
		}))...)
	}
	return out
}

// balanced puts together the sections of each exercise, assets and liabilities, and
// keeps the exercises of which both make the same total.
func balanced(sections []section, years exercises) []balanceSheet {
	byDay := map[predate.Date][]section{}
	var days []predate.Date
	for _, s := range dated(sections, years) {
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
		if s, ok := balance(sided(byDay[on])); ok && !on.IsZero() {
			s.on = on
			out = append(out, s)
		}
	}
	return out
}

// hasUnread reports whether a reader of a scan is in doubt of an amount.
func (r *reader) hasUnread() bool {
	return slices.ContainsFunc(r.Lines, func(l line) bool {
		return slices.ContainsFunc(l.Cells, func(c cell) bool { return c.Nature == unread })
	})
}

// proven returns the sections whose lines make their total, where others cannot be
// read: what is not read of them is nothing.
func proven(sections []section) []balanceSheet {
	var out []balanceSheet
	for _, s := range sections {
		twin := slices.ContainsFunc(sections, func(o section) bool {
			return o.total != s.total && o.assets == s.assets && o.on == s.on && o.total.cell.Line == s.total.cell.Line
		})
		if s.on.IsZero() || s.unsided || twin {
			continue
		}
		sheet := balanceSheet{on: s.on}
		if s.assets {
			sheet.assets = s.accounts
		} else {
			sheet.liabilities = s.accounts
		}
		out = append(out, sheet)
	}
	return out
}

// sections lists the sums of lines in the state, before the list of owners.
func (r *reader) sections(years exercises) []section {
	end := r.lineOf(func(s string) bool { return r.Says(s, "part_owners_list") })
	var out []section
	for _, col := range r.columns {
		var found []section
		for _, n := range col.nodes {
			if n.cell.Line >= end {
				break
			}
			if s, ok := r.sectionOf(n, years); ok {
				found = append(found, s)
			}
		}
		if len(found) == 0 {
			continue
		}
		on, _ := r.exerciseOver(col.nodes[0].cell, col.nodes[0].cell.Box, years)
		if k := slices.IndexFunc(found, func(s section) bool { return !s.on.IsZero() }); k >= 0 {
			on = found[k].on
		}
		for i := range found { // what a heading says holds for the sections of its column
			if !found[i].headed {
				found[i].on = on
			}
			on = found[i].on
		}
		out = append(out, found...)
	}
	return out
}

// sectionOf reads a sum of lines whose accounts say on which side they stand.
func (r *reader) sectionOf(n *node, years exercises) (section, bool) {
	s := section{total: n}
	var first *node
	width := n.cell.Box
	if len(n.children) == 0 && n.total && n.value() == 0 {
		first = n // all of the section is blank
	}
	for _, c := range n.children {
		if len(c.children) == 0 && !(c.total && c.value() == 0) {
			s.accounts = append(s.accounts, r.accountAt(c))
			first = cmp.Or(first, c)
			if c.cell.Page == first.cell.Page {
				width.X0, width.X1 = min(width.X0, c.cell.Box.X0), max(width.X1, c.cell.Box.X1)
			}
		}
	}
	if first == nil {
		return s, false
	}
	side, blank := lean(s.accounts), r.blanks(n, first)
	top := first.cell
	if r.above {
		top = n.cell
	}
	if len(s.accounts) == 0 {
		side = lean(blank)
	}
	if slices.ContainsFunc(n.children, unreadPart) {
		blank = nil // its rows hold what they make, though nothing was read on them
	}
	for _, b := range blank {
		if of := lean([]account{b}); of*side > 0 || of == 0 && b.alone {
			s.accounts = append(s.accounts, b)
		}
	}
	if side == 0 && r.OCR {
		side = r.sideOfParts(n)
	}
	s.assets, s.unsided = side > 0, side == 0
	if s.unsided && !slices.ContainsFunc(s.accounts, func(a account) bool { return strings.HasPrefix(a.number, "45") }) {
		return s, false
	}
	s.on, s.headed = r.exerciseOver(top, width, years)
	return s, true
}

// unreadPart reports whether an amount is the total of rows of which none was read.
func unreadPart(n *node) bool { return n.total && len(n.children) == 0 && n.value() != 0 }

// headsSection reports whether a cell is the title of annexe 1 or of a section of it.
func (r *reader) headsSection(c cell) bool {
	return r.Says(c.Text, "title_schedule_1", "part_cash", "part_provisions", "part_claims", "part_debts")
}

// sided returns the sections of an exercise with those of owners' accounts whose
// words do not say their side on the only sides on which both make the same total.
func sided(sections []section) []section {
	unsure := slices.IndexFunc(sections, func(s section) bool { return s.unsided })
	if unsure < 0 {
		return sections
	}
	var found [][]section
	for _, assets := range []bool{true, false} {
		tried := slices.Clone(sections)
		tried[unsure].assets, tried[unsure].unsided = assets, false
		tried = sided(tried)
		if _, ok := balance(tried); ok {
			found = append(found, tried)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// balance adds the sections of an exercise side by side.
func balance(sections []section) (balanceSheet, bool) {
	const least = 10000 // cents; below, sums close by chance
	var b balanceSheet
	var assets, liabilities predate.Cents
	for i, s := range sections {
		for _, other := range sections[:i] {
			if other.assets == s.assets && other.total.cell.Line == s.total.cell.Line {
				return b, false // two columns under one heading: nobody can tell the exercises apart
			}
		}
		if s.assets {
			b.assets, assets = append(b.assets, s.accounts...), assets+s.own()
		} else {
			b.liabilities, liabilities = append(b.liabilities, s.accounts...), liabilities+s.own()
		}
		b.proof = append(b.proof, s.total.cell.Proof("form.schedule_1.total"))
	}
	b.total = assets
	return b, assets == liabilities && assets >= least
}

// lineOf returns the first line one of whose cells meets a condition; the
// number of lines when none does.
func (r *reader) lineOf(ok func(string) bool) int {
	for i, l := range r.Lines {
		if slices.ContainsFunc(l.Cells, func(c cell) bool { return c.Nature == text && ok(c.Text) }) {
			return i
		}
	}
	return len(r.Lines)
}

// lean weighs on which side accounts stand: positive for assets.
func lean(accounts []account) int {
	n := 0
	for _, a := range accounts {
		for _, c := range a.concepts {
			switch c {
			case "account_bank", "account_placed", "account_cash", "account_owners_debit", "account_owners_doubtful", "account_other_claims", "account_sundry_debtors":
				n++
			case "works_fund", "cash_advance", "account_suppliers", "account_owners_credit", "account_works_provisions", "account_other_debts", "account_sundry_creditors", "works_advance", "other_advance", "account_works_pending", "account_subsidies_pending", "account_delegation":
				n--
			}
		}
	}
	return n
}
