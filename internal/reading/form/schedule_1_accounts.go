package form

import (
	"slices"
	"strings"

	"predate/internal/reading/lexicon"
)

// blanks returns the accounts that the lines of a section name and print nothing
// for in the column of its sum: the sum proves that they are zero.
func (r *reader) blanks(total, first *node) []account {
	var out []account
	left := r.groupOf(first)
	from, to, step := first.cell.Line, total.cell.Line, -1
	if r.above {
		from, to, step = total.cell.Line, total.cell.Line, 1
		for _, c := range total.children {
			to = max(to, c.cell.Line)
		}
	}
	end := map[int]int{-1: from, 1: to}[step]
	for i, other := end+step, 0; i >= 0 && i < len(r.Lines) && r.Lines[i].Page == r.Lines[end].Page && other < 3 && !r.holds(i, total); i += step {
		a, ok := r.blankAt(i, left, total)
		if other++; ok { // names wrap, and the other half may have more lines
			out, other = append(out, a), 0
		}
	}
	for i := from; i <= to; i++ {
		if a, ok := r.blankAt(i, left, total); ok {
			out = append(out, a)
		}
	}
	return out
}

// blankAt returns the account that a line names under the same words as another
// group and for which it prints nothing in the column of a sum.
func (r *reader) blankAt(i int, beside group, total *node) (account, bool) {
	if r.holds(i, total) {
		return account{}, false
	}
	for _, g := range r.GroupsAt(i) {
		if over(g.Box, beside.Box) == 0 || len(g.Amounts) == 0 && r.isOfRow(g, total) {
			continue
		}
		concepts := r.accounts(g.Label)
		if len(concepts) == 0 {
			concepts = r.accounts(g.Label + " " + r.Next(g, 1))
		}
		if number := accountNumber(g); len(concepts) > 0 || isPosition(number) {
			nothing := *total
			nothing.cell.Amount.Cents, nothing.children = 0, nil
			return account{node: &nothing, concepts: concepts, number: number, alone: len(g.Amounts) == 0}, true
		}
	}
	return account{}, false
}

// holds reports whether a line prints an amount in the column of another.
func (r *reader) holds(i int, n *node) bool {
	return slices.ContainsFunc(r.Lines[i].Cells, func(c cell) bool {
		return c.Nature == amount && (over(c.Box, n.cell.Box) > 0.35 || near(c.Box.X1, n.cell.Box.X1))
	})
}

// groupOf returns the group of a line in which an amount stands.
func (r *reader) groupOf(n *node) group {
	for _, g := range r.GroupsAt(n.cell.Line) {
		if slices.ContainsFunc(g.Amounts, func(c cell) bool { return c.Box == n.cell.Box }) {
			return g
		}
	}
	return group{Line: n.cell.Line}
}

// accountAt names an amount by the words on its left, with those right under
// or over them where they say nothing alone or do not say on which side owners
// stand.
func (r *reader) accountAt(n *node) account {
	g := r.ownGroup(n)
	a := account{node: n, number: accountNumber(g)}
	if g.Label == "" {
		a.concepts = r.accounts(r.rowWords(n))
		return a
	}
	for _, words := range r.accountWords(g) {
		if a.concepts = r.accounts(words); len(a.concepts) > 0 {
			return a
		}
	}
	if a.concepts = r.cutAccounts(g.Label); len(a.concepts) == 0 && strings.HasPrefix(a.number, "45") && !strings.HasPrefix(a.number, "459") {
		a.concepts = r.sideOfOwners(g)
	}
	return a
}

// accountWords returns the words that may name the account of a row, the surest first.
// Words under it that name an account themselves may be the next row, and are no rest
// of words that go on in a small letter: "versés" over "Fournisseurs".
func (r *reader) accountWords(g group) []string {
	below, above := r.Next(g, 1), r.Next(g, -1)
	under, over := g.Label+" "+below, above+" "+g.Label
	switch {
	case len(r.accounts(below)) == 0:
		return []string{g.Label, under, over, over + " " + below}
	case startsLower(g.Label):
		return []string{g.Label, over}
	}
	return []string{g.Label, over, under}
}

// sideOfOwners reports whether owners, of whom the words of a row say no side, owe or
// are owed: by the nearest part of the state that begins over the row.
func (r *reader) sideOfOwners(row group) []lexicon.ID {
	for i := row.Line - 1; i >= 0 && r.Lines[i].Page == r.Lines[row.Line].Page; i-- {
		for _, c := range r.Lines[i].Cells {
			switch {
			case c.Nature != text || over(c.Box, row.Box) < 0.3:
			case r.Says(c.Text, "part_claims"):
				return []lexicon.ID{"account_owners_debit"}
			case r.Says(c.Text, "part_debts"):
				return []lexicon.ID{"account_owners_credit"}
			case r.Says(c.Text, "part_cash", "part_provisions"):
				return nil
			}
		}
	}
	return nil
}

// cutAccounts returns the account of annexe 1 within whose name words end, as
// narrow columns cut it: ten letters of it must be left. None where they may be two.
func (r *reader) cutAccounts(words string) []lexicon.ID {
	printed := strings.Join(r.Words.Text(words).Words(), " ")
	var out []lexicon.ID
	for _, c := range r.Words.Concepts() {
		if c.Role != lexicon.Row || len(c.Accounts) == 0 || c.Accounts[0] >= "6" || slices.Contains(out, c.ID) {
			continue
		}
		for _, way := range r.Words.Ways(c.ID) {
			if endsWithin(printed, strings.Join(r.Words.Text(way).Words(), " ")) {
				out = append(out, c.ID)
				break
			}
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

func endsWithin(printed, whole string) bool {
	for n := len(whole) - 1; n >= 10; n-- {
		if strings.HasSuffix(printed, whole[:n]) {
			return len(printed) == n || printed[len(printed)-n-1] == ' '
		}
	}
	return false
}

// accounts returns the accounts of annexe 1 that words name; none where they
// name two.
func (r *reader) accounts(words string) []lexicon.ID {
	var out []lexicon.ID
	for _, s := range r.Meanings(words) {
		c, _ := r.Words.Concept(s.Concept)
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
	n := g.Number
	if n == "" {
		first, _, _ := strings.Cut(g.Label, " ")
		n = strings.Trim(first, "[]() .-")
	}
	if len(n) < 2 || len(n) > 6 || strings.Trim(n, "0123456789") != "" {
		return ""
	}
	return n
}
