package form

import (
	"slices"

	"predate"
	"predate/internal/lexicon"
)

// callOfSum reads a call of which nothing but its amount is printed. Words of a
// balance before it leave open what the amount holds.
func (r *reader) callOfSum() []predate.Figure {
	if r.anyLine("opening_balance", "brought_forward") {
		return r.callHead(cell{}, nil)
	}
	if sum, whole, ok := r.callOfOneSum(); ok {
		out := r.callHead(sum, whole)
		if whole[0].nature != predate.NatureUnknown {
			out = append(out, r.sectionFigures(whole[0])...)
		}
		return out
	}
	if only, ok := r.repeatedAmount(); ok {
		return r.callHead(only, []callSection{{sum: only.amount.Cents}})
	}
	return r.callHead(cell{}, nil)
}

// callOfOneSum reads a call that prints one amount: nothing beside it can be a
// part of it or a balance that it holds (décret 67-223, art. 35-2). Recognition
// alone proves no amount.
func (r *reader) callOfOneSum() (cell, []callSection, bool) {
	var sum cell
	for _, c := range r.amounts() {
		switch {
		case c.amount.Cents <= 0 || sum.text != "" && c.amount.Cents != sum.amount.Cents:
			return cell{}, nil, false
		case sum.text == "" || !r.asksFor(sum):
			sum = c
		}
	}
	if r.ocr || sum.text == "" || !r.asksFor(sum) {
		return cell{}, nil, false
	}
	nature, title := r.callNature(), ""
	for i := range r.lines {
		words := r.lineText(i)
		if len(words) > 120 || r.hasAmounts(i) || r.isHeadLine(i) || r.says(words, "column_share", "unit_shares", "call_nature") {
			continue
		}
		n := r.natureOf(words)
		if nature == predate.NatureUnknown && n != predate.NatureUnknown && r.says(words, "call_for_funds") {
			nature = n
		}
		if n == nature && (n == predate.NatureWorks || n == predate.NatureLoan) && len(words) > len(title) {
			title = words
		}
	}
	return sum, []callSection{{words: title, nature: nature, sum: sum.amount.Cents, total: sum}}, true
}

// asksFor reports whether words say that an amount is what the owner is called
// for, and not the whole building.
func (r *reader) asksFor(c cell) bool {
	return r.isCalled(c, "call_total", "amount_to_pay") && !r.isCalled(c, "building_total_called")
}

// anyLine reports whether a line says one of some concepts.
func (r *reader) anyLine(ids ...lexicon.ID) bool {
	return slices.ContainsFunc(r.lines, func(l line) bool {
		return slices.ContainsFunc(l.cells, func(c cell) bool { return c.nature == text && r.says(c.text, ids...) })
	})
}
