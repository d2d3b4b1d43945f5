package classify

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/layout"
)

// Publishers call their papers as they like. What an account is shows in its
// sums: balances that run from row to row, or sums laid on tantièmes.

var (
	wholeWord = regexp.MustCompile(`^\d{1,7}$`)
	fraction  = regexp.MustCompile(`^(\d{1,6})/(\d{1,7})$`)
	fromTo    = regexp.MustCompile(day + `\s*(?:au|a|-)\s*` + day)
)

// shape tells a paper of an owner's accounts by its sums, where its words do
// not; "" when they do not either, and why.
func shape(group []sheet) (predate.Kind, string) {
	laid, running, entries := 0, 0, 0
	for _, s := range group {
		if s.ocr {
			return "", ""
		}
		laid += s.apportioned()
		r, e := s.running()
		running, entries = running+r, entries+e
	}
	switch {
	case runs(running, entries):
		return predate.KindAccountStatement, "soldes qui se suivent ligne à ligne"
	case laid < 4:
		return "", ""
	}
	called, borne := false, false
	for _, m := range fromTo.FindAllStringSubmatch(textOf(group), -1) {
		from, a := layout.ParseDate(m[1])
		to, b := layout.ParseDate(m[2])
		if !a || !b || !from.Before(to) {
			continue
		}
		months := predate.Period{From: from, To: to}.Months()
		called, borne = called || months <= 6, borne || months >= 10 && months <= 24
	}
	switch {
	case called && !borne:
		return predate.KindFundCall, "quotes-parts d’une période"
	case borne && !called:
		return predate.KindChargeStatement, "quotes-parts d’un exercice"
	}
	return "", ""
}

// runs says that dated rows bear balances that run from one to the next.
func runs(followed, entries int) bool { return followed >= 4 && 5*followed >= 4*entries }

// apportioned counts the rows on which a sum, times a share over its total,
// makes another sum.
func (s sheet) apportioned() int {
	n := 0
	for _, line := range s.page.Lines {
		amounts, counts := layout.Amounts(line), countsOf(line)
		if len(amounts) >= 2 && len(counts) >= 2 && provesPart(amounts, counts) {
			n++
		}
	}
	return n
}

func provesPart(amounts []layout.Amount, counts []int64) bool {
	for i, whole := range amounts {
		for j, part := range amounts {
			for a, base := range counts {
				for b, share := range counts {
					if i == j || a == b || base < 10 || share >= base || whole.Cents < 1000 || part.Cents == 0 {
						continue
					}
					if laid, ok := whole.Cents.Share(share, base); ok && laid-part.Cents <= 1 && part.Cents-laid <= 1 {
						return true
					}
				}
			}
		}
	}
	return false
}

// countsOf reads the whole numbers of a row, and the terms of its fractions.
func countsOf(line layout.Line) []int64 {
	var out []int64
	add := func(digits string) {
		n := int64(0)
		for _, r := range digits {
			n = 10*n + int64(r-'0')
		}
		out = append(out, n)
	}
	for _, w := range line.Words {
		text := strings.Trim(w.Text, "(),;:")
		if m := fraction.FindStringSubmatch(text); m != nil {
			add(m[1])
			add(m[2])
		} else if wholeWord.MatchString(text) {
			add(text)
		}
	}
	return out
}

// running counts, among the rows that begin with a day and hold several sums,
// those whose last sum is that of the row before, more or less another of
// theirs, whatever its side.
func (s sheet) running() (followed, entries int) {
	before, known := predate.Cents(0), false
	for _, line := range s.page.Lines {
		if len(line.Words) == 0 {
			continue
		}
		amounts := layout.Amounts(line)
		if _, dated := layout.ParseDate(strings.Trim(line.Words[0].Text, ".,;:")); !dated || len(amounts) == 0 {
			continue
		}
		balance := amounts[len(amounts)-1].Cents
		if known && len(amounts) > 1 {
			entries++
			for _, a := range amounts[:len(amounts)-1] {
				if a.Cents != 0 && follows(before, a.Cents, balance) {
					followed++
					break
				}
			}
		}
		before, known = balance, true
	}
	return followed, entries
}

// follows says that two balances, whatever their sides, are a sum apart.
func follows(before, sum, after predate.Cents) bool {
	for _, x := range []predate.Cents{before, -before} {
		for _, y := range []predate.Cents{after, -after} {
			if x+sum == y || x-sum == y {
				return true
			}
		}
	}
	return false
}
