package classify

import (
	"slices"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// settled reports whether pages list dated payments with their printed sum, and
// what this leaves of a greater one: an owner's account that is printed as two
// lists, of calls and of payments, whatever the title over the first.
func (c Classifier) settled(group []sheet) bool {
	var printed []predate.Cents
	var run, paid predate.Cents // of the dated lines since the last sum
	dated := 0
	for _, s := range group {
		if s.ocr {
			return false
		}
		for _, line := range s.page.Lines {
			amounts := layout.Amounts(line)
			for _, a := range amounts {
				printed = append(printed, a.Cents)
			}
			switch {
			case len(amounts) == 1 && beginsWithDay(line):
				run, dated = run+amounts[0].Cents, dated+1
			case len(amounts) == 1 && amounts[0].Cents == run && dated > 1 && c.sumsPayments(line):
				paid = run
			case len(amounts) > 0:
				run, dated = 0, 0
			}
		}
	}
	return paid > 0 && slices.ContainsFunc(printed, func(due predate.Cents) bool {
		left := due - paid
		return left != 0 && due > 0 && (slices.Contains(printed, left) || slices.Contains(printed, -left))
	})
}

// sumsPayments reports whether the words of a line say that its amount is what
// was paid.
func (c Classifier) sumsPayments(line layout.Line) bool {
	said := c.words.All(c.words.Text(line.Text()), lexicon.Context{Kind: predate.KindAccountStatement})
	return slices.ContainsFunc(said, func(span lexicon.Span) bool {
		return span.Concept == "payments_total" || span.Concept == "movement_payment"
	})
}
