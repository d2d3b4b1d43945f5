package reading

import (
	"slices"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// inSentences returns what the form of a paper to an owner proves of sentences that wrap,
// each taken as a row.
func inSentences(words *lexicon.Lexicon, kind predate.Kind, doc layout.Doc) []predate.Figure {
	if !toOwner(kind) {
		return nil
	}
	whole, moved := doc.Unwrapped()
	if !moved.Any() {
		return nil
	}
	told := form.Figures(kind, whole, words)
	moved.Restore(told)
	return told
}

// saysMore reports whether figures proved of sentences say more than those proved of the
// rows as printed: more lines that bear an amount, or as many that make the same total,
// where the rows make one. Else a paper is read as it is printed: a sentence above a table
// is none of its rows.
func saysMore(told, rows []predate.Figure) bool {
	lines := func(list []predate.Figure) (n int) {
		for _, f := range list {
			switch f.Key {
			case predate.FactCallLine, predate.FactChargeKey, predate.FactChargeLot, predate.FactChargeWork:
				n++
			}
		}
		return n
	}
	if more := lines(told) - lines(rows); more != 0 {
		return more > 0
	}
	asTold, asPrinted := totalOf(told), totalOf(rows)
	return asTold != 0 && (asPrinted == 0 || asTold == asPrinted && len(told) >= len(rows))
}

// totalOf returns the total of a call or of a charge statement, in cents; zero for none.
func totalOf(list []predate.Figure) predate.Cents {
	for _, f := range list {
		switch v := f.Value.(type) {
		case predate.CallHead:
			return v.Total
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeTotals {
				return v.Actual
			}
		}
	}
	return 0
}

// withoutLines returns what rules read of a call but its lines, if sentences prove some: the
// rules read tables, and take the words of a sentence for the name of a key.
func withoutLines(rules, told []predate.Figure) []predate.Figure {
	isLine := func(f predate.Figure) bool { return f.Key == predate.FactCallLine }
	if !slices.ContainsFunc(told, isLine) {
		return rules
	}
	return slices.DeleteFunc(slices.Clone(rules), isLine)
}

// toOwner reports whether a paper is one that a syndic writes to an owner: some write it in
// sentences.
func toOwner(kind predate.Kind) bool {
	return kind == predate.KindFundCall || kind == predate.KindChargeStatement
}
