package form

import (
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// callHead returns what the call says of itself: the day on which it is due, its
// months and its total. What is printed in two ways is not given.
func (r *reader) callHead(total cell, sections []callSection) []predate.Figure {
	h := predate.CallHead{Due: r.onlyDay("due_date"), Period: r.onlyPeriod()}
	var proof []predate.Evidence
	if len(sections) > 0 {
		h.Total, h.HasTotal = 0, true
		for _, s := range sections {
			h.Total += s.sum
		}
		proof = append(proof, total.Proof("form.fund_call.total"))
	}
	if h.Due.IsZero() && !h.HasTotal {
		return nil
	}
	return []predate.Figure{{Key: predate.FactCall, Value: h, Evidence: proof}}
}

// onlyDay returns the only day that words of a concept name.
func (r *reader) onlyDay(id lexicon.ID) predate.Date {
	var found predate.Date
	for i, l := range r.Lines {
		for k, c := range l.Cells {
			d := predate.Date{}
			switch {
			case c.Nature == text && r.Says(c.Text, id) && !citesLaw(c.Text):
				if days := layout.DatesIn(c.Text); len(days) == 1 {
					d = days[0]
				} else if k+1 < len(l.Cells) && l.Cells[k+1].Nature == day {
					d = l.Cells[k+1].Date
				}
			case c.Nature == day:
				if beside := k > 0 && l.Cells[k-1].Nature == text; !beside && (r.Says(r.stacked(c, 1), id) || r.Says(r.stacked(c, -1), id)) {
					d = c.Date
				}
			}
			if d.IsZero() || i < 0 {
				continue
			}
			if !found.IsZero() && found != d {
				return predate.Date{}
			}
			found = d
		}
	}
	return found
}

// onlyPeriod returns the only period of one to twelve months that the paper
// prints.
func (r *reader) onlyPeriod() predate.Period {
	var found predate.Period
	for i := range r.Lines {
		days := layout.DatesIn(r.LineText(i))
		for k := 0; k+1 < len(days); k++ {
			p := predate.Period{From: days[k], To: days[k+1]}
			if !days[k].Before(days[k+1]) || days[k].Day != 1 || days[k+1].AddDays(1).Day != 1 || p.Months() < 1 || p.Months() > 6 {
				continue
			}
			if !found.IsZero() && found != p {
				return predate.Period{}
			}
			found = p
		}
	}
	return found
}

// citesLaw reports whether words name a law, whose day is no day of the call.
func citesLaw(words string) bool {
	folded := foldedWords(words)
	return strings.Contains(folded, "loi du") || strings.Contains(folded, "loi n") || strings.Contains(folded, "decret")
}
