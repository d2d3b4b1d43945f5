package classify

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Publishers call their papers as they like. What an account is shows in its
// sums: balances that run from row to row, or sums laid on tantièmes.

var (
	threeDigits = regexp.MustCompile(`^\d{3}$`)
	opensGroups = regexp.MustCompile(`(?:^|/)\d{1,3}$`)
	fromTo      = regexp.MustCompile(day + `\s*(?:au|a|-)\s*` + day)
	// expenseAccount is an account of charges, beside the name of a post (arrêté du 14
	// mars 2005, classe 6).
	expenseAccount = regexp.MustCompile(`(?:^|[( ])6[0-6]\d?(?:$|[) :–-])`)
)

// shape tells a paper of an owner's accounts by its sums, where its words do
// not; "" when they do not either, and why.
func shape(group []sheet) (predate.Kind, string) {
	laid, running, entries, posts, dated := 0, 0, 0, 0, 0
	for _, s := range group {
		if s.ocr {
			return "", ""
		}
		laid += s.apportioned()
		r, e := s.running()
		running, entries = running+r, entries+e
		p, d := s.spent()
		posts, dated = posts+p, dated+d
	}
	switch {
	case runs(running, entries):
		return predate.KindAccountStatement, "soldes qui se suivent ligne à ligne"
	case laid < 4 && posts >= 3 && dated >= 8 && dated > posts:
		return predate.KindExpenseStatement, "lignes datées sous leurs comptes"
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

// budgeted returns the annexe that sets the exercises side by side for the vote of
// budgets (décret 2005-240, annexes 2 and 3). A row has four of the five heads of
// its columns at least; the annexe is the third where one cell of the row heads
// keys. Under the title of a budget its two columns are enough. It returns "" where there is no such row.
func (c Classifier) budgeted(group []sheet) predate.Kind {
	five := []lexicon.ID{"column_previous", "column_closed_budget", "column_closed", "column_running", "column_next"}
	for _, s := range group {
		for _, line := range s.page.Lines {
			heads, keyed := map[lexicon.ID]bool{}, false
			for _, cell := range line.Segments(0) {
				said := c.words.Is(c.words.Text(cell.Text), lexicon.Context{Kind: predate.KindSchedule3, Recognised: s.ocr})
				for _, span := range said {
					keyed = keyed || span.Concept == "column_key" || span.Concept == "column_base"
					if slices.Contains(five, span.Concept) {
						heads[span.Concept] = true
					}
				}
			}
			switch {
			case len(heads) >= 4 && keyed:
				return predate.KindSchedule3
			case len(heads) >= 4, heads["column_closed_budget"] && heads["column_closed"] && c.titledBudget(group[0]):
				return predate.KindSchedule2
			}
		}
	}
	return ""
}

// titledBudget reports whether one of the first words of a page are those over a
// budget.
func (c Classifier) titledBudget(s sheet) bool {
	return slices.ContainsFunc(s.heads[:min(3, len(s.heads))], func(h head) bool {
		said := c.words.Starts(c.words.Text(h.run), lexicon.Context{Kind: predate.KindSchedule2})
		return slices.ContainsFunc(said, func(s lexicon.Span) bool { return s.Concept == "over_budget" })
	})
}

// runs reports whether dated rows bear balances that run from one to the next.
func runs(followed, entries int) bool { return followed >= 4 && 5*followed >= 4*entries }

// apportioned counts the rows on which a sum, times a share over its total,
// makes another sum: both stand on the row or on a line of words right over its table.
func (s sheet) apportioned() int {
	const (
		near  = 3   // lines of words over a table
		least = 100 // total of shares in words: a rate of VAT has a smaller one
	)
	n, headed := 0, true
	var over [][]int64
	for _, line := range s.page.Lines {
		amounts := layout.Amounts(line)
		if len(amounts) < 2 {
			if !headed {
				over, headed = nil, true
			}
			over = append(over, countsOf(line, amounts))
			over = over[max(0, len(over)-near):]
			continue
		}
		headed = false
		said := slices.ContainsFunc(over, func(counts []int64) bool { return provesPart(amounts, counts, least) })
		if said || provesPart(amounts, countsOf(line, amounts), 10) {
			n++
		}
	}
	return n
}

// spent counts the rows with amounts that name an account of charges, and those that
// print a day: invoices.
func (s sheet) spent() (posts, dated int) {
	for _, line := range s.page.Lines {
		switch text := fold.Text(line.Text()); {
		case len(layout.Amounts(line)) == 0:
		case len(layout.DatesIn(text)) == 1:
			dated++
		case expenseAccount.MatchString(text):
			posts++
		}
	}
	return posts, dated
}

// provesPart reports whether one of some amounts, times a share over a total of that many
// at least, makes another.
func provesPart(amounts []layout.Amount, counts []int64, least int64) bool {
	for i, whole := range amounts {
		for j, part := range amounts {
			for a, base := range counts {
				for b, share := range counts {
					if i == j || a == b || base < least || share >= base || whole.Cents < 1000 || part.Cents == 0 {
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

// countsOf reads the whole numbers of a row beside its amounts, with the terms of its
// fractions; parts of a day or of a reference are none.
func countsOf(line layout.Line, amounts []layout.Amount) []int64 {
	const most = 24 // numbers; a table of more proves anything
	text := fold.Text(line.Text())
	for _, a := range amounts {
		text = strings.Replace(text, fold.Text(a.Text), " ; ", 1)
	}
	var out []int64
	words := strings.Fields(text)
	for i := 0; i < len(words) && len(out) < most; i++ {
		number := strings.Trim(words[i], "(),;:×")
		for i+1 < len(words) && opensGroups.MatchString(number) && threeDigits.MatchString(strings.Trim(words[i+1], "(),;:")) {
			i++
			number += strings.Trim(words[i], "(),;:")
		}
		terms := strings.Split(number, "/")
		for _, term := range terms {
			if n, ok := fraction.Number(strings.TrimRight(term, "emsi")); ok && len(terms) < 3 {
				out = append(out, n)
			}
		}
	}
	return out
}

// running counts, among the rows that begin with a day and hold several sums,
// those whose last sum is that of the row before, more or less another of
// theirs, whatever its side. Accounts that print the latest movement first run
// the other way.
func (s sheet) running() (followed, entries int) {
	var before []layout.Amount
	down, up := 0, 0
	for _, line := range s.page.Lines {
		amounts := layout.Amounts(line)
		if len(amounts) == 0 || !beginsWithDay(line) {
			continue
		}
		if before != nil && len(amounts) > 1 {
			entries++
			if leads(balanceOf(before), amounts) {
				down++
			}
			if leads(balanceOf(amounts), before) {
				up++
			}
		}
		before = amounts
	}
	return max(down, up), entries
}

// beginsWithDay reports whether a line begins with a day, in figures or with
// the name of its month.
func beginsWithDay(line layout.Line) bool {
	var words []string
	for _, w := range line.Words[:min(3, len(line.Words))] {
		words = append(words, strings.Trim(w.Text, ".,;:"))
		if _, dated := layout.ParseDate(strings.Join(words, " ")); dated {
			return true
		}
	}
	return false
}

// balanceOf is the last sum of a row.
func balanceOf(row []layout.Amount) predate.Cents { return row[len(row)-1].Cents }

// leads reports whether another sum of a row leads from a balance to its own.
func leads(before predate.Cents, row []layout.Amount) bool {
	for _, a := range row[:len(row)-1] {
		if a.Cents != 0 && follows(before, a.Cents, balanceOf(row)) {
			return true
		}
	}
	return false
}

// follows reports whether two balances, whatever their sides, are a sum apart.
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
