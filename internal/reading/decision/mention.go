package decision

import (
	"regexp"
	"strconv"
	"strings"

	"predate"
)

// Mention is a sum of money in a sentence.
type Mention struct {
	Cents    predate.Cents
	From, To int    // where it stands in the text, in bytes
	Text     string // as the text has it
}

// moneyForm is a sum in a sentence: with cents, or whole with its currency.
var moneyForm = regexp.MustCompile(`(^|[^\d.,/-])((?:\d{1,3}(?:[ .]\d{3})+|\d+)(?:[.,]\d{2})? ?(?:€|eur\b|euros?\b)|(?:\d{1,3}(?:[ .]\d{3})+|\d+)[.,]\d{2}\b)`)

// Mentions returns the sums of a folded text, in its order.
func Mentions(text string) []Mention {
	var out []Mention
	for _, m := range moneyForm.FindAllStringSubmatchIndex(text, -1) {
		printed := text[m[4]:m[5]]
		if cents, ok := sumOf(printed); ok {
			out = append(out, Mention{cents, m[4], m[5], printed})
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
func distinct(mentions []Mention) []Mention {
	var out []Mention
	seen := map[predate.Cents]bool{}
	for _, m := range mentions {
		if !seen[m.Cents] {
			seen[m.Cents] = true
			out = append(out, m)
		}
	}
	return out
}

// after returns the sums that stand right after one of the words.
func after(text string, words *regexp.Regexp) []Mention {
	var out []Mention
	for _, m := range Mentions(text) {
		if before := words.FindAllStringIndex(text[:m.From], -1); len(before) > 0 && before[len(before)-1][1] >= m.From-1 {
			out = append(out, m)
		}
	}
	return out
}

// fixing are the words right before the sum that a decision fixes.
var fixing = regexp.MustCompile(`(?:a la somme(?: totale)? de|(?:un|le|au|du) montant(?: total| maximum| global)?(?: ttc)? (?:de|a|est de|est fixe a)|s'el(?:e|ev)[a-z]* a|arretee? a|fixee? a|fixer a|budget maximum de|a hauteur de|porte(?:r)? a)\s*$`)

// Sum returns the sum that a decision fixes: the only one of the folded text, the one
// that all others make, or the only one after words that fix a sum.
func Sum(text string) (Mention, bool) {
	all := Mentions(text)
	if one := distinct(all); len(one) == 1 {
		return one[0], true
	}
	if whole, ok := wholeOf(all); ok {
		return whole, true
	}
	if fixed := distinct(after(text, fixing)); len(fixed) == 1 {
		return fixed[0], true
	}
	return Mention{}, false
}

// wholeOf is the sum that all others of a decision make, two at least: the total
// of a list of posts, wherever it is printed.
func wholeOf(all []Mention) (Mention, bool) {
	var whole Mention
	for _, m := range all {
		if m.Cents > whole.Cents {
			whole = m
		}
	}
	left, posts := whole.Cents, 0
	for _, m := range all {
		if m.Cents != whole.Cents {
			left -= m.Cents
			posts++
		}
	}
	return whole, posts > 1 && left == 0
}
