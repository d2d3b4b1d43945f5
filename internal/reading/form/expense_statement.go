package form

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
)

// expenseStatement reads the list of what an exercise cost, key by key (« relevé
// général des dépenses »): in each key the invoices make its gross total, which
// less the income of the key makes its net one, and the nets of all keys make a
// total that is printed after them. Where no words say that a total is net, and
// no key has income, income may be told elsewhere, and nothing is given.
func expenseStatement(r *reader) []predate.Figure {
	year := r.exercise()
	if year.IsZero() {
		year = r.namedYear()
	}
	sections := r.expenseKeys()
	if year.IsZero() || len(sections) == 0 {
		return nil
	}
	for k := range sections[:len(sections)-1] {
		net, ok := r.keyNet(sections[k])
		if !ok {
			return nil
		}
		sections[k].net = net
	}
	last := &sections[len(sections)-1]
	var found []expenseSum
	for _, net := range r.expenseSums(*last) {
		last.net = net
		if total, ok := r.netOfAll(sections); ok && (len(found) == 0 || found[0].cents != net.cents) {
			net.total = total
			found = append(found, net)
		}
	}
	if len(found) != 1 {
		return nil // two readings are none
	}
	last.net = found[0]
	return []predate.Figure{keyTotals(sections, year)}
}

// expenseKey is the part of an expense statement that lists what one key cost.
type expenseKey struct {
	code, label string
	base        int64
	unit        string
	from, to    int // its heading, and the line after its last one
	net         expenseSum
}

// expenseSum is the net total of a key, with the total of all keys that it is a
// part of.
type expenseSum struct {
	cells []cell // the printed total, or those of its accounts
	cents predate.Cents
	said  bool // it is net by its words, or by income that it is less of
	last  bool // nothing follows it in its column
	total cell
}

// end returns the line on which a sum ends.
func (s expenseSum) end() int { return s.cells[len(s.cells)-1].Line }

// expenseKeys cuts a statement at the lines that name a key with its base. A key
// that goes on on the next page is named there a second time.
func (r *reader) expenseKeys() []expenseKey {
	var out []expenseKey
	for i := range r.Lines {
		k, ok := r.expenseHeading(i)
		if !ok {
			continue
		}
		if n := len(out); n > 0 {
			if last := out[n-1]; last.code == k.code && last.label == k.label && last.base == k.base {
				continue
			}
			out[n-1].to = i
		}
		out = append(out, k)
	}
	for i, k := range out {
		if slices.ContainsFunc(out[:i], func(o expenseKey) bool { return o.code == k.code && o.label == k.label }) {
			return nil // the keys of two exercises
		}
	}
	return out
}

// expenseHeading returns the key that a line without amounts names with its base.
func (r *reader) expenseHeading(i int) (expenseKey, bool) {
	k := expenseKey{from: i, to: len(r.Lines)}
	if r.hasAmounts(i) || r.Lines[i].Repeated {
		return k, false
	}
	const right = 1e6
	k.base, k.unit = r.baseAt(i)
	if k.base > 1 {
		k.code, k.label = keyname.Split(r.wordsOfBase(i, right))
	}
	return k, k.base > 1 && k.code+k.label != ""
}

// keyNet returns what a key cost: all that the column of its invoices sums. What
// a printed total sums comes before what the totals of accounts make.
func (r *reader) keyNet(k expenseKey) (expenseSum, bool) {
	var out []expenseSum
	for _, s := range r.expenseSums(k) {
		switch {
		case !s.last || slices.ContainsFunc(out, func(o expenseSum) bool { return o.cents == s.cents }):
		case len(out) > 0 && len(s.cells) == 1 && len(out[0].cells) > 1:
			out = []expenseSum{s}
		case len(out) == 0 || len(s.cells) == 1 || len(out[0].cells) > 1:
			out = append(out, s)
		}
	}
	if len(out) != 1 {
		return expenseSum{}, false // two readings are none
	}
	return out[0], true
}

// expenseSums lists the totals at which a column holds all that a key cost so
// far, less its income. VAT and what a tenant pays are no costs of their own.
func (r *reader) expenseSums(k expenseKey) []expenseSum {
	var out []expenseSum
	for _, col := range r.columns {
		var book expenseBook
		var nodes []*node
		for _, n := range col.nodes {
			if n.cell.Line > k.from && n.cell.Line < k.to {
				nodes = append(nodes, n)
			}
		}
		if len(nodes) == 0 || r.Says(r.headUpTo(col, nodes[0]), "column_vat", "column_recoverable") {
			continue
		}
		for i, n := range nodes {
			r.enter(&book, n)
			if s := book.sum(); r.isSum(n) && (book.whole() || book.byAccount()) {
				s.last = i == len(nodes)-1
				if apart, ok := r.saidNet(k); ok && apart.cents == s.cents {
					s.said, s.cells = true, apart.cells
				}
				out = append(out, s)
			}
		}
	}
	if apart, ok := r.saidNet(k); ok && len(out) == 0 {
		return []expenseSum{apart} // its totals stand over their invoices
	}
	return out
}

// headUpTo returns the words over a column that hold for one of its amounts: a
// table that goes on under another key does not print them again.
func (r *reader) headUpTo(col column, n *node) string {
	head := ""
	for _, m := range col.nodes {
		if own := r.heads(m); own != "" {
			head = own
		}
		if m == n {
			break
		}
	}
	return head
}

// expenseBook is what a column of invoices makes so far.
type expenseBook struct {
	open, income []cell   // what no total sums yet
	net          bool     // its last total is less income, or net by its words
	accounts     []string // of its totals, as they are numbered
}

// sum returns what the book makes.
func (b *expenseBook) sum() expenseSum {
	return expenseSum{cells: slices.Clone(b.open), cents: sumOf(b.open) - sumOf(b.income), said: b.net}
}

// whole reports whether one total sums everything.
func (b *expenseBook) whole() bool { return len(b.open) == 1 && len(b.income) == 0 }

// byAccount reports whether a total of each account sums everything, and they are
// accounts of current charges, no two the same: nothing of another list is among them.
func (b *expenseBook) byAccount() bool {
	return len(b.open) == len(b.accounts) && !slices.Contains(b.accounts, "")
}

// enter adds an amount to a book: an invoice, income, or a total of what is open.
func (r *reader) enter(b *expenseBook, n *node) {
	costs, income := sumOf(b.open), sumOf(b.income)
	switch v := n.value(); {
	case !r.isSum(n) && r.isIncome(n):
		c := n.cell
		c.Amount.Cents = max(v, -v) // with or without a sign
		b.income = append(b.income, c)
		return
	case !r.isSum(n):
		b.open = append(b.open, n.cell)
		return
	case len(b.open) > 0 && v == costs-income:
		b.net = income != 0 || r.Says(r.wordsBeside(n.cell), "row_key_net", "row_net_total")
		b.open, b.income = nil, nil
	case len(b.open) > 0 && v == costs:
		b.open = nil
	default:
		b.open = collapsed(b.open, v)
	}
	b.open = append(b.open, n.cell)
	b.accounts = append(b.accounts[:min(len(b.accounts), len(b.open)-1)], b.newAccount(r.wordsBeside(n.cell)))
}

// isSum reports whether words beside an amount say that it sums others.
func (r *reader) isSum(n *node) bool {
	if n.total || !r.Says(r.wordsBeside(n.cell), "row_gross_total", "row_net_total", "row_key_net") {
		return n.total
	}
	_, invoice := r.dayOf(n.cell.Line)
	return !invoice
}

// newAccount returns the account of current charges that words name, if no total
// of the book is of it.
func (b *expenseBook) newAccount(words string) string {
	for _, w := range strings.Fields(words) {
		if len(w) >= 3 && currentAccount.MatchString(w) && !slices.Contains(b.accounts, w) {
			return w
		}
	}
	return ""
}

// saidNet returns the only amount of a key under or beside words that say that it
// is net.
func (r *reader) saidNet(k expenseKey) (expenseSum, bool) {
	var out expenseSum
	for i := k.from + 1; i < k.to; i++ {
		for _, n := range r.at[i] {
			if !r.isCalled(n.cell, "row_key_net", "row_net_total") {
				continue
			}
			if _, invoice := r.dayOf(i); invoice {
				continue
			}
			if len(out.cells) > 0 && out.cents != n.value() {
				return out, false
			}
			out = expenseSum{cells: []cell{n.cell}, cents: n.value(), said: true, last: true}
		}
	}
	return out, len(out.cells) > 0
}

// sumOf adds amounts.
func sumOf(all []cell) predate.Cents {
	var sum predate.Cents
	for _, c := range all {
		sum += c.Amount.Cents
	}
	return sum
}

// collapsed takes off the last amounts that a total sums; none where it sums none.
func collapsed(open []cell, total predate.Cents) []cell {
	var sum predate.Cents
	for m := 1; m <= len(open) && m <= budget; m++ {
		sum += open[len(open)-m].Amount.Cents
		if sum == total {
			return open[:len(open)-m]
		}
	}
	return open
}

// incomeAccount is an account of products among the words of a line (décret
// 2005-240, annexe 3: 701 to 718).
var incomeAccount = regexp.MustCompile(`^7[01]\d{1,4}$`)

// isIncome reports whether a line books income: its words give an account of class 7.
func (r *reader) isIncome(n *node) bool {
	return slices.ContainsFunc(r.Lines[n.cell.Line].Cells, func(c cell) bool {
		return c.Box.X0 < n.cell.Box.X0 && slices.ContainsFunc(strings.Fields(c.Text), incomeAccount.MatchString)
	})
}

// netOfAll finds the total that the nets of all keys make, after them or on top;
// words or income say of it or of them that they are net.
func (r *reader) netOfAll(sections []expenseKey) (cell, bool) {
	var sum predate.Cents
	net := false
	own := map[predate.Box]bool{}
	for _, k := range sections {
		sum += k.net.cents
		net = net || k.net.said
		for _, c := range k.net.cells {
			own[c.Box] = true
		}
	}
	last := sections[len(sections)-1].net.end()
	for i := range r.Lines {
		if i > sections[0].from && i <= last {
			continue
		}
		for _, n := range r.at[i] {
			said := r.isCalled(n.cell, "row_key_net", "row_net_total", "row_net_charges")
			if n.value() == sum && sum > 0 && !own[n.cell.Box] && (said || net && n.total) {
				return n.cell, true
			}
		}
	}
	return cell{}, false
}

// keyTotals returns the net of each key.
func keyTotals(sections []expenseKey, year predate.Period) predate.Figure {
	const rule = "form.expense_statement.keys"
	f := predate.Figure{Key: predate.FactKeyTotals, Year: year, AsOf: year.To}
	var nets predate.KeyNets
	for _, k := range sections {
		nets = append(nets, predate.KeyNet{Code: k.code, Label: k.label, Total: k.base, Unit: k.unit, Amounts: []predate.ColumnAmount{
			{Column: predate.ColumnClosed, Year: year, Amount: k.net.cents},
		}})
		for _, c := range k.net.cells {
			f.Evidence = append(f.Evidence, c.Proof(rule))
		}
	}
	f.Value = nets
	f.Evidence = append(f.Evidence, sections[len(sections)-1].net.total.Proof(rule))
	return f
}
