package wording

import (
	"fmt"
	"strconv"
	"strings"

	"predate"
)

// Euros writes an amount as French readers expect: "2 746,46 €", with no-break
// spaces.
func Euros(c predate.Cents) string {
	digits, sign := c.Decimal(), ""
	if strings.HasPrefix(digits, "-") {
		digits, sign = digits[1:], minus
	}
	units, decimals, _ := strings.Cut(digits, ".")
	return sign + thousands(units) + "," + decimals + "\u00a0€"
}

// Number writes a whole number: "10 000".
func Number(n int64) string {
	text := strconv.FormatInt(n, 10)
	if strings.HasPrefix(text, "-") {
		return minus + thousands(text[1:])
	}
	return thousands(text)
}

const minus = "\u2212"

func thousands(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString("\u202f")
		}
		b.WriteRune(d)
	}
	return b.String()
}

// Day writes "26/03/2026".
func Day(d predate.Date) string {
	if d.IsZero() {
		return "date inconnue"
	}
	return fmt.Sprintf("%02d/%02d/%04d", d.Day, int(d.Month), d.Year)
}

// DayInWords writes a day as it is said: "1er mai 2026". No line breaks in it.
func DayInWords(d predate.Date) string {
	if !d.Valid() {
		return "date inconnue"
	}
	months := []string{
		"janvier", "février", "mars", "avril", "mai", "juin",
		"juillet", "août", "septembre", "octobre", "novembre", "décembre",
	}
	day := strconv.Itoa(d.Day)
	if d.Day == 1 {
		day = "1er"
	}
	return day + "\u00a0" + months[d.Month-1] + "\u00a0" + strconv.Itoa(d.Year)
}

func span(p predate.Period) string { return "du " + Day(p.From) + " au " + Day(p.To) }

// enumerate joins names: "14, 38 et 42".
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " et " + names[len(names)-1]
}

// printed shows a value inside a sentence.
func printed(v predate.Value) string {
	switch v := v.(type) {
	case predate.Money:
		return Euros(predate.Cents(v))
	case predate.Day:
		return Day(predate.Date(v))
	case predate.Span:
		return span(predate.Period(v))
	case predate.Text:
		return "« " + string(v) + " »"
	case predate.Count:
		return strconv.FormatInt(int64(v), 10)
	case predate.Flag:
		if v {
			return "oui"
		}
		return "non"
	case predate.Contribution:
		return Euros(v.Amount) + " le " + Day(v.Date)
	}
	return fmt.Sprint(v)
}

func natureName(n predate.Nature) string {
	names := map[predate.Nature]string{
		predate.NatureBudget: "charges courantes", predate.NatureWorks: "travaux", predate.NatureAdvance: "avances",
		predate.NatureLoan: "emprunt", predate.NatureWorksFund: "fonds de travaux", predate.NatureFees: "frais privatifs",
	}
	return names[n]
}

func each[T any](list []T, word func(T) string) []string {
	var out []string
	for _, v := range list {
		out = append(out, word(v))
	}
	return out
}
