package form

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/lottable"
)

// callOfSum reads a call of which nothing but its amount is printed. Words of a
// balance before it leave open what the amount holds.
func (r *reader) callOfSum() []predate.Figure {
	if r.anyLine("opening_balance", "brought_forward") {
		return r.callHead(cell{}, nil)
	}
	if sum, whole, ok := r.callOfOneSum(); ok {
		out := append(r.callHead(sum, whole), r.sharedSum(whole[0])...)
		if whole[0].nature != predate.NatureUnknown {
			out = append(out, r.sectionFigures(whole[0])...)
		}
		return out
	}
	if only, ok := r.repeatedAmount(); ok {
		return r.callHead(only, []callSection{{sum: only.Amount.Cents}})
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
		case c.Amount.Cents <= 0 || sum.Text != "" && c.Amount.Cents != sum.Amount.Cents:
			return cell{}, nil, false
		case sum.Text == "" || !r.asksFor(sum):
			sum = c
		}
	}
	if r.OCR || sum.Text == "" || !r.asksFor(sum) {
		return cell{}, nil, false
	}
	nature := r.callNature()
	beside, title := r.besideSum(sum.Amount.Cents)
	if nature == predate.NatureUnknown {
		nature = beside
	}
	named := title != "" && beside == nature
	if nature != predate.NatureWorks && nature != predate.NatureLoan || beside != nature {
		title = ""
	}
	for i := range r.Lines {
		words := r.LineText(i)
		if len(words) > 120 || r.hasAmounts(i) || r.isHeadLine(i) || r.Says(words, "column_share", "unit_shares", "call_nature", "call_is_part") {
			continue
		}
		n := r.NatureOf(words)
		works := n == predate.NatureWorks || n == predate.NatureLoan
		object := r.Says(words, "call_for_funds") || works && r.Says(words, "movement_call") || r.namesTerm(words) && !r.namesTwo(words)
		if nature == predate.NatureUnknown && n != predate.NatureUnknown && object {
			nature = n
		}
		if n == nature && works && !named && len(words) > len(title) {
			title = words
		}
	}
	return sum, []callSection{{words: title, nature: nature, sum: sum.Amount.Cents, total: sum}}, true
}

// termYear is the year that ends the object of a call.
var termYear = regexp.MustCompile(`\b20\d\d$`)

// namesTerm reports whether words are the object of a call, what it is for and in which
// term of a year: "Charges courantes - 1er trimestre 2026". A sentence is none.
func (r *reader) namesTerm(words string) bool {
	const most = 60 // letters
	return len(words) <= most && termYear.MatchString(words) && r.Says(words, "period")
}

// sharedSum returns what a call of one amount says of the lots that it is for: their
// shares, and the amount as that of them all. What it apportions is not printed.
func (r *reader) sharedSum(whole callSection) []predate.Figure {
	line := predate.CallLine{Amount: whole.sum, Nature: whole.nature, Title: whole.words, Unit: "tantièmes"}
	var out []predate.Figure
	table := lottable.Reader{Paper: r.Paper, Reader: r.Reader}
	t, listed := table.Find()
	if listed {
		out = table.Figures(t)
		line.Share, line.Label = t.Share, t.Key
		if len(t.Lots) == 1 {
			line.Lot = strings.ToUpper(t.Lots[0].Text)
		}
	} else if share, ok := table.OwnShare(); ok {
		line.Share = share
	} else {
		return nil
	}
	return append(out, predate.Figure{Key: predate.FactCallLine, Value: line, Evidence: []predate.Evidence{whole.total.Proof("form.fund_call.line")}})
}

// asksFor reports whether words say that an amount is what the owner is called
// for, and not the whole building. A call that says that it is the owner's part
// asks for nothing else.
func (r *reader) asksFor(c cell) bool {
	if r.anyLine("call_is_part") {
		return r.isCalled(c, "call_total", "amount_to_pay", "building_total_called")
	}
	return r.isCalled(c, "call_total", "amount_to_pay") && !r.isCalled(c, "building_total_called")
}

// besideSum returns what the words beside the prints of a call's only amount say
// that it is for, with these words; nothing where they disagree.
func (r *reader) besideSum(sum predate.Cents) (nature predate.Nature, title string) {
	for _, c := range r.amounts() {
		if c.Amount.Cents != sum {
			continue
		}
		for _, g := range r.GroupsAt(c.Line) {
			n := r.NatureOf(g.Label)
			if n == predate.NatureUnknown || len(g.Label) > 120 || !slices.ContainsFunc(g.Amounts, func(a cell) bool { return a.Box == c.Box }) {
				continue
			}
			if r.namesTwo(g.Label) || nature != predate.NatureUnknown && n != nature {
				return predate.NatureUnknown, ""
			}
			nature, title = n, strings.TrimSpace(g.Label+" "+r.Next(g, 1))
		}
	}
	return nature, title
}

// anyLine reports whether a line says one of some concepts.
func (r *reader) anyLine(ids ...lexicon.ID) bool {
	return slices.ContainsFunc(r.Lines, func(l line) bool {
		return slices.ContainsFunc(l.Cells, func(c cell) bool { return c.Nature == text && r.Says(c.Text, ids...) })
	})
}
