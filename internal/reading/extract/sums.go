package extract

import (
	"regexp"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// mention is a sum of money in a sentence.
type mention struct {
	cents    predate.Cents
	from, to int // in the folded text
	text     string
}

// moneyForm is a sum in a sentence: with cents, or whole with its currency.
var moneyForm = regexp.MustCompile(`(^|[^\d.,/-])((?:\d{1,3}(?:[ .]\d{3})+|\d+)(?:[.,]\d{2})? ?(?:€|eur\b|euros?\b)|(?:\d{1,3}(?:[ .]\d{3})+|\d+)[.,]\d{2}\b)`)

// mentionsIn finds the sums of a folded text.
func mentionsIn(text string) []mention {
	var out []mention
	for _, m := range moneyForm.FindAllStringSubmatchIndex(text, -1) {
		printed := text[m[4]:m[5]]
		if cents, ok := sumOf(printed); ok {
			out = append(out, mention{cents, m[4], m[5], printed})
		}
	}
	return out
}

// sumOf reads a sum whose form is known: spaces and dots part thousands, a
// comma or a dot before two last digits parts the cents.
func sumOf(printed string) (predate.Cents, bool) {
	digits := strings.TrimRight(printed, " €euros")
	cents := ""
	if n := len(digits); n > 3 && (digits[n-3] == ',' || digits[n-3] == '.') {
		digits, cents = digits[:n-3], digits[n-2:]
	}
	if cents == "" {
		cents = "00"
	}
	n, err := strconv.ParseInt(strings.NewReplacer(" ", "", ".", "").Replace(digits)+cents, 10, 64)
	return predate.Cents(n), err == nil
}

// distinct returns the different sums among some mentions.
func distinct(mentions []mention) []mention {
	var out []mention
	seen := map[predate.Cents]bool{}
	for _, m := range mentions {
		if !seen[m.cents] {
			seen[m.cents] = true
			out = append(out, m)
		}
	}
	return out
}

// after returns the sums that stand right after one of the words.
func after(text string, words *regexp.Regexp) []mention {
	var out []mention
	for _, m := range mentionsIn(text) {
		if before := words.FindAllStringIndex(text[:m.from], -1); len(before) > 0 && before[len(before)-1][1] >= m.from-1 {
			out = append(out, m)
		}
	}
	return out
}

// decidedSum is the sum that a decision fixes: the only one of the text, the
// one that all others make, or the only one after the words that fix a sum.
func decidedSum(text string) (mention, bool) {
	all := distinct(mentionsIn(text))
	if len(all) == 1 {
		return all[0], true
	}
	if whole, ok := wholeOf(mentionsIn(text)); ok {
		return whole, true
	}
	fixed := distinct(after(text, regexp.MustCompile(`(?:a la somme(?: totale)? de|(?:un|le|au|du) montant(?: total| maximum| global)?(?: ttc)? (?:de|a|est de|est fixe a)|s'el(?:e|ev)[a-z]* a|arretee? a|fixee? a|fixer a|budget maximum de|a hauteur de|porte(?:r)? a)\s*$`)))
	if len(fixed) == 1 {
		return fixed[0], true
	}
	return mention{}, false
}

// wholeOf is the sum that all others of a decision make, two at least: the total
// of a list of posts, wherever it is printed.
func wholeOf(all []mention) (mention, bool) {
	var whole mention
	for _, m := range all {
		if m.cents > whole.cents {
			whole = m
		}
	}
	left, posts := whole.cents, 0
	for _, m := range all {
		if m.cents != whole.cents {
			left -= m.cents
			posts++
		}
	}
	return whole, posts > 1 && left == 0
}

// proofOfMention finds the printed sum in the rows of a point.
func (p point) proofOfMention(m mention) []predate.Evidence {
	for _, r := range append([]row{p.head}, p.body...) {
		for _, a := range r.amounts {
			if a.Cents == m.cents {
				return proofOfAmount(a)
			}
		}
	}
	r := p.line(m.text)
	return proof(r.Page, r.Box, r.Text())
}

// spanOf is the exercise that a point gives in full: the only period in its
// words, or the twelve months (décret 2005-240, art. 5) that end on the day when
// it closes. Two periods are none.
func (p point) spanOf() predate.Period {
	text := p.text()
	seen := map[predate.Period]bool{}
	var span predate.Period
	for _, m := range spanWords.FindAllStringSubmatch(text, -1) {
		if s, ok := spanOf(m[1], m[2]); ok && s.Months() >= 6 && s.Months() <= 24 && p.subject() != predate.SubjectAgent {
			seen[s], span = true, s
		}
	}
	if len(seen) > 1 {
		return predate.Period{}
	}
	if len(seen) == 1 {
		return span
	}
	if m := exerciseEnd.FindStringSubmatch(text); m != nil {
		if end, ok := layout.ParseDate(m[1]); ok {
			return predate.Period{From: end.AddDays(1).AddMonths(-12), To: end}
		}
	}
	return predate.Period{}
}

var (
	exerciseEnd  = regexp.MustCompile(`exercice[^.]{0,30}\b(?:clos|close|arretes?|cloture|cloturant) (?:le|au) ` + dayForm)
	exerciseName = regexp.MustCompile(`exercice (?:comptable )?(?:de l'annee |annee )?(20\d\d(?: ?[/-] ?20\d\d)?)\b`)
)

// yearName is the only name of an exercise in the words of a point: "2026" or
// "2026/2027".
func (p point) yearName() string {
	name := ""
	for _, m := range exerciseName.FindAllStringSubmatch(p.text(), -1) {
		found := strings.NewReplacer(" ", "", "-", "/").Replace(m[1])
		if name != "" && found != name {
			return ""
		}
		name = found
	}
	if name == "" {
		return p.yearOfTitle()
	}
	return name
}

var titledYear = regexp.MustCompile(`\b20\d\d(?: ?[/-] ?20\d\d)?\b`)

// yearOfTitle is the exercise that ends the title of a point on accounts, a budget
// or the works fund: "Budget prévisionnel 2027".
func (p point) yearOfTitle() string {
	switch p.subject() {
	case predate.SubjectAccounts, predate.SubjectBudget, predate.SubjectWorksFund:
	default:
		return ""
	}
	title := strings.Trim(fold.Text(p.title), " .:")
	years := titledYear.FindAllString(title, -1)
	if len(years) != 1 || !strings.HasSuffix(title, years[0]) || len(layout.DatesIn(title)) > 0 {
		return ""
	}
	return strings.NewReplacer(" ", "", "-", "/").Replace(years[0])
}

// calendarYear is the year of a four-digit name.
func calendarYear(name string) predate.Period {
	n, err := strconv.Atoi(name)
	if err != nil {
		return predate.Period{}
	}
	return predate.Period{From: predate.Date{Year: n, Month: 1, Day: 1}, To: predate.Date{Year: n, Month: 12, Day: 31}}
}
