package chargestatement

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/coowner"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// workRow reads a row of the operations closed in the exercise.
func (c *charges) workRow(i int, q quotepart.Quote, quoted bool) {
	r := c.Rows[i]
	switch {
	case quoted:
		c.works = append(c.works, c.workOf(i, q))
	case (chargeOrdinary.MatchString(r.Folded) || c.Doc.Says(r.Folded, "charges_total", "provisions_total")) && !c.Doc.Says(r.Folded, "nature_works"):
		c.inWorks = false // "Total de vos charges courantes" is no total of works
	case chargeKeyTotal.MatchString(r.Folded) || c.sumsWorks(r) || c.sumsCards(i):
		c.sumOfWorks(r)
	case chargeOrdinary.MatchString(r.Folded):
		c.inWorks = false
	case len(r.Amounts) > 2 && (len(quotepart.Counts(r)) > 1 || !slices.ContainsFunc(r.Amounts, func(a layout.Amount) bool { return a.Cents == c.worked() })):
		c.missed = true // a row of works, or the sum of others than those read
		if q, rough := quotepart.In(r.Amounts, c.sharesOf(r), roundedPosts); rough && q.Part.Cents > roundedPosts {
			f := c.workOf(i, q)
			w := f.Value.(predate.ChargeWork)
			// Calls rounded one by one: the sum of all works decides, not the share.
			f.Value = predate.ChargeWork{Lot: w.Lot, Key: w.Key, Title: w.Title, Amount: w.Amount, Called: w.Called, HasCalled: w.HasCalled}
			c.works = append(c.works, f)
		}
	}
}

// sumsWorks reports whether a row holds one amount, and that it is the sum of the
// works above: their total, whatever its words.
func (c *charges) sumsWorks(r paper.Row) bool {
	return len(r.Amounts) == 1 && len(c.works) > 0 && len(c.worksum) == 0 && r.Amounts[0].Cents == c.worked()
}

// sumsCards reports whether the first amount of a row is the sum of the works above, and
// that the words over it name a total.
func (c *charges) sumsCards(i int) bool {
	r := c.Rows[i]
	if len(r.Amounts) == 0 || len(c.works) == 0 || len(c.worksum) > 0 || r.Amounts[0].Cents != c.worked() {
		return false
	}
	return slices.ContainsFunc(c.Labels(), func(l coowner.Labelled) bool {
		return l.Row == i && l.Amount == r.Amounts[0] && chargeKeyTotal.MatchString(l.Label)
	})
}

// worked is the sum of the quote-parts of works read so far.
func (c *charges) worked() predate.Cents {
	var sum predate.Cents
	for _, f := range c.works {
		sum += f.Value.(predate.ChargeWork).Amount
	}
	return sum
}

// worksFollow reports whether a heading of works begins their part by its place: it
// stands after the totals of the charges, and over a line that apportions a sum
// which no account of charges bears, or over the word that there is none.
func (c *charges) worksFollow(i int) bool {
	if i+1 >= len(c.Rows) || len(strings.Fields(c.Rows[i].Folded)) > 8 {
		return false
	}
	summed := false
	for _, l := range c.Labels() {
		summed = summed || l.Row < i && len(c.order) > 0 && saysActual(c.Doc.Meaning, l.Label) && !c.notSummary(l) && c.makesLots(l.Amount.Cents)
	}
	if !summed {
		return false
	}
	next := c.Rows[i+1]
	if len(next.Amounts) == 0 {
		return c.Doc.Says(next.Folded, "none")
	}
	if _, quoted := quotepart.In(next.Amounts, quotepart.Counts(next), 1); !quoted {
		return false
	}
	return len(next.Words) > 0 && !chargeCode.MatchString(next.Words[0].Text)
}

// workCard reads the words over a card of works, "Remplacement du portail | Lot 34
// · Clé PKS · 1 / 28": their share makes a part of the amounts of the card.
func (c *charges) workCard(i int) (at int, q quotepart.Quote, ok bool) {
	const tall = 3 // rows of heads over the amounts of a card
	head := c.Rows[i]
	counts := quotepart.Counts(head)
	if !c.inWorks || len(head.Amounts) > 0 || len(counts) < 2 || !chargeKeyShare.MatchString(head.Folded) {
		return 0, quotepart.Quote{}, false
	}
	for at = i + 1; at < min(len(c.Rows), i+1+tall) && c.Rows[at].Page == head.Page; at++ {
		if len(c.Rows[at].Amounts) > 2 {
			q, ok = quotepart.In(c.Rows[at].Amounts, counts, 1)
			return at, q, ok
		}
	}
	return 0, quotepart.Quote{}, false
}

// cardOver returns the row of words over a card whose amounts are on a row.
func (c *charges) cardOver(i int) (int, quotepart.Quote, bool) {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		if at, q, ok := c.workCard(j); ok && at == i {
			return j, q, true
		}
	}
	return 0, quotepart.Quote{}, false
}

// nameByCard gives a work the lot, the key and the title that are printed over its
// card.
func (c *charges) nameByCard(w *predate.ChargeWork, head paper.Row) {
	w.Title = strings.TrimSpace(head.Segments(0)[0].Text)
	if lot := strings.ToUpper(quotepart.LotNamed(head.Folded)); slices.Contains(c.lots, lot) {
		w.Lot = lot
	}
	if m := keyByCard.FindStringSubmatch(head.Folded); m != nil {
		w.Key = strings.ToUpper(m[1])
	}
}

// keyByCard is the code of the key that the words over a card name.
var keyByCard = regexp.MustCompile(`\bcle ([a-z0-9]{1,8})\b`)

// workOf makes a work of a line: net × share ÷ base is its quote-part; what
// was called is the amount after, when the difference printed agrees.
func (c *charges) workOf(i int, q quotepart.Quote) predate.Figure {
	r := c.Rows[i]
	w := predate.ChargeWork{Lot: c.by.Lot(i, q), Net: q.Apportioned.Cents, Base: q.Base.N, Share: q.Share.N, Amount: q.Part.Cents}
	w.Gross, w.Funding = w.Net, 0
	k := slices.Index(r.Amounts, q.Apportioned)
	if k >= 2 && r.Amounts[k-2].Cents-r.Amounts[k-1].Cents.Abs() == w.Net {
		w.Gross, w.Funding = r.Amounts[k-2].Cents, r.Amounts[k-1].Cents.Abs()
	}
	p := slices.Index(r.Amounts, q.Part)
	for j := p + 1; j < len(r.Amounts); j++ {
		for _, d := range r.Amounts[j+1:] {
			if d.Cents.Abs() == (w.Amount - r.Amounts[j].Cents).Abs() {
				w.Called, w.HasCalled = r.Amounts[j].Cents, true
			}
		}
	}
	if head, _, ok := c.cardOver(i); ok {
		c.nameByCard(&w, c.Rows[head])
	} else {
		w.Key, w.Title = c.by.Key(i, q)
	}
	return predate.Figure{Key: predate.FactChargeWork, Value: w, Year: c.year, Evidence: paper.ProofOfAmount(q.Part)}
}

// sumOfWorks reads the total of the operations: the sum of their quote-parts,
// and of what was called.
func (c *charges) sumOfWorks(r paper.Row) {
	var actual, called predate.Cents
	for _, f := range c.works {
		w := f.Value.(predate.ChargeWork)
		actual, called = actual+w.Amount, called+w.Called
	}
	t := predate.ChargeTotals{}
	for _, a := range r.Amounts {
		switch {
		case !t.HasActual:
			t.Actual, t.HasActual = a.Cents, true
			if len(c.works) > 0 && a.Cents != actual {
				t.HasActual = false
			}
		case !t.HasCalled && a.Cents == called:
			t.Called, t.HasCalled = a.Cents, true
		}
	}
	if !t.HasActual && len(r.Amounts) > 0 {
		t.Actual, t.HasActual = r.Amounts[0].Cents, true
	}
	if len(c.worksum) == 0 && t.HasActual {
		c.worksum = append(c.worksum, predate.Figure{Key: predate.FactChargeWorkSum, Value: t, Year: c.year, Evidence: paper.Proof(r.Page, r.Box, r.Line.Text())})
	}
}

// worksProven reports whether the operations read make their printed total.
func (c *charges) worksProven() bool {
	if len(c.worksum) == 0 {
		return false
	}
	return len(c.works) > 0 && c.worksum[0].Value.(predate.ChargeTotals).Actual == c.worked()
}

// noWorks says that no operation was closed: the paper says so, or it speaks of
// none and its last balance is that of current charges alone.
func (c *charges) noWorks(t predate.ChargeTotals, known bool) ([]predate.Evidence, bool) {
	if len(c.works) > 0 || len(c.worksum) > 0 {
		return nil, false
	}
	if len(c.none) > 0 {
		return c.none, true
	}
	if !known {
		return nil, false
	}
	if slices.ContainsFunc(c.Rows, func(r paper.Row) bool { return c.Doc.Says(r.Folded, "nature_works") }) {
		return nil, false
	}
	var last *coowner.Labelled
	for _, l := range c.Labels() {
		if saysBalance(c.Doc.Meaning, l.Label) && !c.Doc.Says(l.Label, "nature_works_fund") {
			last = &l
		}
	}
	if last == nil || last.Amount.Cents.Abs() != t.Adjustment.Abs() {
		return nil, false
	}
	return paper.ProofOfAmount(last.Amount), true
}

// headsRecall reports whether a row heads what is recalled as attached to the lots, an
// advance or the works fund: the works are over.
func (c *charges) headsRecall(i int) bool {
	const near = 5 // rows to the first thing that is recalled
	if !c.Doc.Says(c.Rows[i].Folded, "for_information") {
		return false
	}
	for _, r := range c.Rows[i+1 : min(len(c.Rows), i+1+near)] {
		for _, p := range paper.Pieces(r) {
			if _, ok := coowner.Recalled(c.Doc.Meaning, p.Folded); ok {
				return true
			}
		}
	}
	return false
}
