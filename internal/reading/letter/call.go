package letter

import (
	"regexp"

	"predate"
	"predate/internal/reading/layout"
)

// callLetter reads a call written as a letter: what it asks for each purpose,
// side by side, makes the total that it prints.
func callLetter(l letter) []predate.Figure {
	var found []int // the total, and the first and last of its parts
	readings := 0
	for i, total := range l.all {
		if !l.means(total, "said_called", "amount_to_pay") {
			continue
		}
		for from := range l.all {
			for to := from + 1; to < len(l.all); to++ {
				beside := to == i-1 || from == i+1
				if beside && l.partsMake(total.cents, l.all[from:to+1]) {
					found = []int{i, from, to}
					readings++
				}
			}
		}
	}
	if readings != 1 {
		return nil
	}
	total, parts := l.all[found[0]], l.all[found[1]:found[2]+1]
	head := predate.CallHead{Total: total.cents, HasTotal: true, Due: l.dueDay(), Period: l.calledPeriod()}
	out := []predate.Figure{{Key: predate.FactCall, Value: head, Evidence: []predate.Evidence{total.proof}}}
	for _, p := range parts {
		n := l.purpose(p)
		out = append(out,
			predate.Figure{Key: predate.FactCallSubtotal, Value: predate.CallSubtotal{Nature: n, Amount: p.cents}, Evidence: []predate.Evidence{p.proof}},
			predate.Figure{Key: predate.FactCallLine, Value: predate.CallLine{Nature: n, Amount: p.cents}, Evidence: []predate.Evidence{p.proof}})
	}
	return out
}

// partsMake reports whether some amounts, each for a purpose of its own, make a
// total. Works have a title and a meeting, which a sentence does not prove.
func (l letter) partsMake(total predate.Cents, parts []said) bool {
	seen := map[predate.Nature]bool{}
	var sum predate.Cents
	for _, p := range parts {
		n := l.purpose(p)
		if n == predate.NatureUnknown || n == predate.NatureWorks || n == predate.NatureLoan || seen[n] || p.cents == 0 {
			return false
		}
		seen[n] = true
		sum += p.cents
	}
	return sum == total
}

// purpose is what the words of an amount say that it is for; unknown where they
// say two things.
func (l letter) purpose(s said) predate.Nature {
	found := predate.NatureUnknown
	for _, part := range letterBar.Split(s.words, -1) {
		n := l.NatureOf(part)
		if n != predate.NatureUnknown && found != predate.NatureUnknown && n != found {
			return predate.NatureUnknown
		}
		if n != predate.NatureUnknown {
			found = n
		}
	}
	return found
}

// letterBar parts the words before an amount from those after it.
var letterBar = regexp.MustCompile(` \| `)

// dueDay returns the only day on which the letter says that the sum is due.
func (l letter) dueDay() predate.Date {
	var days []predate.Date
	for _, s := range l.sentences {
		for _, rest := range append(l.after(s, "due_date"), l.after(s, "pay_before")...) {
			if found := layout.DatesIn(rest); len(found) > 0 {
				days = append(days, found[0])
			}
		}
	}
	day, _ := onlyReading(days)
	return day
}

// calledPeriod returns the only months that the letter calls for.
func (l letter) calledPeriod() predate.Period {
	var found []predate.Period
	for _, s := range l.sentences {
		days := layout.DatesIn(s)
		for i := 0; i+1 < len(days); i++ {
			p := predate.Period{From: days[i], To: days[i+1]}
			if p.From.Before(p.To) && p.From.Day == 1 && p.To.AddDays(1).Day == 1 && p.Months() <= 6 {
				found = append(found, p)
			}
		}
	}
	p, _ := onlyReading(found)
	return p
}
