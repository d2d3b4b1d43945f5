package coowner

import (
	"regexp"
	"slices"

	"predate"
	"predate/internal/reading/attached"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// recalledDay is the day on which what is attached to the lots is recalled.
var recalledDay = regexp.MustCompile(`\bau ` + layout.DayForm)

// Recalls reads the advances and the share of the works fund that a paper
// recalls as attached to the lots, outside the lines that it asks to pay.
func Recalls(doc paper.Source) []predate.Figure {
	o := Of(doc)
	return o.recalledIn(o.recallLabels(true))
}

// ChargeRecalls is recalls for a charge statement. It asks for nothing, so that
// a row that only names an advance recalls it, even without a heading.
func ChargeRecalls(doc paper.Source) []predate.Figure {
	o := Of(doc)
	if found := o.recalledIn(o.recallLabels(false)); len(found) > 0 {
		return found
	}
	var alone []Labelled
	for _, l := range o.Labels() {
		if len(o.Rows[l.Row].Amounts) == 1 && len(quotepart.Counts(o.Rows[l.Row])) < 3 {
			alone = append(alone, l)
		}
	}
	if found := o.recalledIn(alone); len(found) > 0 {
		return found
	}
	return Recalls(doc)
}

// FundMentioned says that a paper speaks of the share of the works fund that is
// attached to the lots.
func FundMentioned(doc paper.Source) []predate.Figure {
	o := Of(doc)
	for i, r := range o.Rows {
		for _, c := range paper.Pieces(r) {
			if key, _ := Recalled(doc.Meaning, c.Folded+" "+o.wrap(i, c.Cell, 1)); key == predate.KeyWorksFundLotShare {
				return []predate.Figure{{Value: predate.Flag(true), Evidence: paper.ProofOf(c.Cell)}}
			}
		}
	}
	return nil
}

// recalledIn reads the advances and the fund's share among labelled amounts.
func (o Paper) recalledIn(labels []Labelled) []predate.Figure {
	var out []predate.Figure
	for _, l := range labels {
		key, ok := Recalled(o.Doc.Meaning, l.Label)
		if !ok || o.RecognisedPage(l.Amount.Page) || ofOtherType(o.Rows[l.Row], l.Amount) {
			continue // nothing on the paper proves a recognised amount
		}
		f := predate.Figure{Key: key, Value: predate.Money(l.Amount.Cents), Evidence: paper.ProofOfAmount(l.Amount)}
		if days := recalledDay.FindAllStringSubmatch(l.Label, -1); len(days) > 0 {
			if d, ok := layout.ParseDate(days[len(days)-1][1]); ok {
				f.AsOf = d
			}
		}
		out = append(out, f)
	}
	return once(out)
}

// ofOtherType reports whether an amount is set much larger than the words before it on its
// row: it is a figure of another column, beside small print.
func ofOtherType(r paper.Row, a layout.Amount) bool {
	var own, before float64
	for _, w := range r.Words {
		if paper.InAmounts(w, []layout.Amount{a}) {
			own = max(own, w.Size)
		} else if w.Box.X1 <= a.Box.X0 {
			before = w.Size
		}
	}
	return before > 0 && own > 1.5*before
}

// Recalled tells what a label recalls.
func Recalled(w paper.Meaning, label string) (predate.Key, bool) { return attached.To(label, w.Says) }

// recallLabels keeps the amounts of the part of a paper that recalls: the rows
// after a heading that says so, or a sentence of the same sense; where asked, also
// those whose own label says so.
func (o Paper) recallLabels(worded bool) []Labelled {
	// What was paid already, or is the owner's part of a fund on a day, is not asked.
	own := regexp.MustCompile(`\bavances? .*\bversees?$|\b(?:votre|ma) part du fonds (?:de )?travaux au ` + layout.DayForm)
	var out []Labelled
	for _, l := range o.Labels() {
		if worded && own.MatchString(l.Label) || o.underRecall(l) {
			out = append(out, l)
		}
	}
	return out
}

// underRecall reports whether words by which a paper recalls stand beside an amount, or
// above it in its column or on its row, closer than any line to pay.
func (o Paper) underRecall(l Labelled) bool {
	if o.Doc.Says(l.Label, "for_information") {
		return true
	}
	for j := l.Row; j >= 0 && l.Row-j < 14 && o.Rows[j].Page == o.Rows[l.Row].Page; j-- {
		for _, p := range paper.Pieces(o.Rows[j]) {
			if !o.Doc.Says(p.Folded, "for_information") {
				continue
			}
			reach := predate.Box{X0: min(p.Box.X0, l.Box.X0), X1: max(p.Box.X1, l.Box.X1)}
			if reach.X1-reach.X0 < 1.5*(p.Box.Width()+l.Box.Width())+220 || p.Box.X0 < l.Amount.Box.X1 && p.Box.X1 > l.Box.X0 {
				return true
			}
		}
	}
	return o.notedUnder(l)
}

// theseAmounts is how a note speaks of what stands over it.
var theseAmounts = regexp.MustCompile(`\b(?:ces|les) (?:montants|sommes)\b`)

// notedUnder reports whether the note under the rows of an amount, right after the last of
// them, says that these amounts are recalled.
func (o Paper) notedUnder(l Labelled) bool {
	const most, open = 6, 2.5 // rows over the note, and how far one is from the next, in lines
	for j := l.Row + 1; j < len(o.Rows) && j <= l.Row+most; j++ {
		r, before := o.Rows[j], o.Rows[j-1]
		if r.Page != before.Page || paper.Distance(before.Box, r.Box) > open*before.TypeSize() {
			return false
		}
		if len(r.Amounts) == 0 {
			return theseAmounts.MatchString(r.Folded) && o.Doc.Says(r.Folded, "for_information")
		}
	}
	return false
}

// once drops the recalls that a paper prints twice alike; a key recalled with
// two different amounts keeps both, for computation to see the conflict.
func once(list []predate.Figure) []predate.Figure {
	var out []predate.Figure
	for _, f := range list {
		if !slices.ContainsFunc(out, func(o predate.Figure) bool { return o.Key == f.Key && o.Value == f.Value && o.AsOf == f.AsOf }) {
			out = append(out, f)
		}
	}
	return out
}
