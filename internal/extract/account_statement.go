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

// accountStatementRules read the extracts of a co-owner's account.
func accountStatementRules() []Rule {
	const kind = predate.KindAccountStatement
	return []Rule{
		{"account_statement.head", kind, predate.FactAccount, accountFacts(predate.FactAccount)},
		{"account_statement.line", kind, predate.FactAccountLine, accountFacts(predate.FactAccountLine)},
		{"account_statement.opening", kind, predate.FactAccountOpening, accountFacts(predate.FactAccountOpening)},
		{"account_statement.closing", kind, predate.FactAccountClosing, accountFacts(predate.FactAccountClosing)},
		{"account_statement.totals", kind, predate.FactAccountTotals, accountFacts(predate.FactAccountTotals)},
		{"account_statement.nature", kind, predate.FactAccountNature, accountFacts(predate.FactAccountNature)},
		{"account_statement.purchase", kind, predate.FactPurchase, accountFacts(predate.FactPurchase)},
		{"account_statement.lots", kind, predate.KeyLots, ownerLots},
		{"account_statement.owners", kind, predate.KeyOwners, ownerNames},
	}
}

// accountFacts gives the facts of one key of an extract.
func accountFacts(key predate.Key) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		var out []predate.Figure
		for _, f := range ledgerOf(doc).facts() {
			if f.Key == key {
				out = append(out, f)
			}
		}
		return out
	}
}

// accountForms are the phrases of extracts.
type accountForms struct {
	opening, closing, total, carried, own, sub, span, purchase, owner, stopped, told *regexp.Regexp
}

func newAccountForms() accountForms {
	return accountForms{
		opening:  regexp.MustCompile(`\ba[ -]nouveau|\breport (?:au|du|a nouveau|de solde|solde)|\bsolde (?:anterieur|initial|precedent|a nouveau|reporte|de depart)|\bancien solde|^report$|\bsolde au debut`),
		closing:  regexp.MustCompile(`\bsolde (?:au|final|actuel|de cloture|du compte|de votre compte|a ce jour|debiteur au|crediteur au|arrete)|\bnouveau solde|\bsolde debiteur\b|\bsolde crediteur\b|\bsolde en (?:votre|notre) faveur|\breste (?:du|a payer) au`),
		total:    regexp.MustCompile(`\btotal|\btotaux`),
		told:     regexp.MustCompile(`\bcompte (?:presente|affiche|fait apparaitre|fait ressortir) (?:a ce jour )?un solde(?: debiteur| crediteur)? de$|\bsolde(?: de votre compte| du compte)? (?:est|etait) de$`),
		carried:  regexp.MustCompile(`^(?:a )?report(?:er)?\b|\ba reporter\b|\breport page|\bsous-total`),
		own:      regexp.MustCompile(`\bcompte(?: n°)? ?:? ?([a-z0-9][a-z0-9./-]*\d[a-z0-9./-]*)\b`),
		sub:      regexp.MustCompile(`^45\d(?:[-. ]?\d)?$|^45\d{2,4}$`),
		span:     regexp.MustCompile(`\b(?:periode|mouvements?|ecritures?|operations|extrait|situation|historique|compte)?\b[a-z :]*` + spanForm),
		purchase: regexp.MustCompile(`\bmutation|\bacquisition|\bachat (?:du|des|de) lot|\bentree en jouissance|\bvente\b`),
		owner:    regexp.MustCompile(`\b(?:proprietaire depuis le|lots? acquis le|bien acquis le|date d'(?:acquisition|entree en jouissance)|acquisition (?:du|le|en date du)|mutation (?:du|le)|entree en jouissance (?:le|du)|achat du) ?:? ?` + dayForm),
		stopped:  regexp.MustCompile(`\b(?:arrete|arretee|solde|situation|releve)\b[a-z ]*\b(?:au|le) ` + dayForm),
	}
}

// accountColumns are the places of an extract's columns, from its heading.
type accountColumns struct {
	row                    int
	amount                 predate.Box // a single column for both sides
	debit, credit, balance predate.Box
	balanceDebit           predate.Box
	balanceCredit          predate.Box
	others                 []predate.Box
	found                  bool
}

// columnsAt reads a heading row: one that names both a debit and a credit.
func (o owned) columnsAt(i int) (accountColumns, bool) {
	c := accountColumns{row: i}
	for _, p := range o.headCells(i) {
		text := p.text
		isDebit, isCredit := o.doc.headsSide(text, "column_debit", "column_balance_debit"), o.doc.headsSide(text, "column_credit", "column_balance_credit")
		isBalance := strings.Contains(text, "solde") || strings.Contains(text, "cumul")
		switch {
		case len(text) > 32 || isDebit && isCredit:
			c.others = append(c.others, p.Box)
		case isBalance && isDebit:
			c.balanceDebit = p.Box
		case isBalance && isCredit:
			c.balanceCredit = p.Box
		case isDebit:
			c.debit = p.Box
		case isCredit:
			c.credit = p.Box
		case isBalance:
			c.balance = p.Box
		case text == "montant" || text == "montants" || strings.HasPrefix(text, "montant ") && len(text) < 20:
			c.amount = p.Box
		default:
			c.others = append(c.others, p.Box)
		}
	}
	both := c.debit != (predate.Box{}) && c.credit != (predate.Box{})
	followed := c.balance != (predate.Box{}) || c.balanceDebit != (predate.Box{}) && c.balanceCredit != (predate.Box{})
	if both {
		c.amount = predate.Box{}
	}
	c.found = both || c.amount != (predate.Box{}) && followed && strings.Contains(o.rows[i].text, "date")
	return c, c.found
}

// headsSide reports whether a heading is that of a side of an account: its words
// say so and nothing else, or the word of accountants is among them.
func (w wording) headsSide(text string, ids ...lexicon.ID) bool {
	return w.is(text, ids...) || w.surely(text, ids...)
}

// crowded gives the cells of a heading, those apart that a single space parts:
// each word that names an amount begins another one, but for the side that
// follows "solde".
func crowded(r row) []piece {
	var out []piece
	for _, p := range pieces(r) {
		words := wordsIn(r.Line, p.Box)
		start := 0
		for k := 1; k < len(words); k++ {
			if before := fold.Text(words[k-1].Text); beginsHead(fold.Text(words[k].Text)) && !(strings.HasPrefix(before, "solde") && !strings.HasPrefix(fold.Text(words[k].Text), "solde")) && namesSum(words[start:k]) {
				out = append(out, pieceOf(words[start:k], r.Page))
				start = k
			}
		}
		if start == 0 {
			out = append(out, p)
			continue
		}
		out = append(out, pieceOf(words[start:], r.Page))
	}
	return out
}

func pieceOf(words []predate.Word, page int) piece {
	c := cell(words, page)
	return piece{c, fold.Text(c.Text)}
}

func beginsHead(word string) bool {
	return strings.HasPrefix(word, "debit") || strings.HasPrefix(word, "credit") || strings.HasPrefix(word, "solde")
}

// namesSum says that words head a column of amounts.
func namesSum(words []predate.Word) bool {
	return slices.ContainsFunc(words, func(w predate.Word) bool { return beginsHead(fold.Text(w.Text)) })
}

// side is where an amount stands in an extract.
type amountPlace int

const (
	placeNone amountPlace = iota
	placeDebit
	placeCredit
	placeAmount
	placeBalance
	placeBalanceDebit
	placeBalanceCredit
)

// place tells in which column an amount stands: the nearest heading. One that
// stands as near to two headings, or nearer to another column, has no place.
func (c accountColumns) place(a layout.Amount) amountPlace {
	best, second := 1e9, 1e9
	at := placeNone
	try := func(box predate.Box, where amountPlace) {
		if box == (predate.Box{}) {
			return
		}
		d := distanceX(box, a.Box) + 0.02*max(box.X1-a.Box.X1, a.Box.X1-box.X1)
		if d < best {
			best, second, at = d, best, where
		} else if d < second {
			second = d
		}
	}
	try(c.debit, placeDebit)
	try(c.credit, placeCredit)
	try(c.amount, placeAmount)
	try(c.balance, placeBalance)
	try(c.balanceDebit, placeBalanceDebit)
	try(c.balanceCredit, placeBalanceCredit)
	for _, box := range c.others {
		try(box, placeNone)
	}
	if best > 60 || second-best < 1 {
		return placeNone
	}
	return at
}

// subAccount reads the code of a co-owners' sub-account in a row.
func (o owned) subAccount(r row, forms accountForms) string {
	for _, p := range pieces(r) {
		first, _, _ := strings.Cut(p.text, " ")
		if forms.sub.MatchString(first) {
			return first
		}
	}
	for _, w := range r.Words {
		text := strings.Trim(fold.Text(w.Text), ".,;:")
		if forms.sub.MatchString(text) {
			return text
		}
		if countLetters(text) > 0 {
			break // the label begins: what follows is no account
		}
	}
	return ""
}

// natureOfLabel is what a movement's words say it is for. "Appel de fonds"
// alone names everything that a call holds, hence nothing.
func (w wording) natureOfLabel(label string) predate.Nature {
	text := fold.Text(label)
	if w.says(text, "call_for_funds") && !w.says(text, "nature_works", "nature_works_fund", "nature_advance") && !strings.Contains(text, "provision") {
		return predate.NatureUnknown
	}
	return w.nature(text)
}
