package layout

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"predate"
	"predate/internal/base/fold"
)

// amountForm is the whole grammar of a printed amount, once spaces and signs
// are plain: groups of three all apart or none, exactly two decimals.
const amountForm = `^(\()? ?([-+])? ?(?:€|eur)? ?([-+])?` +
	`(\d{1,3}(?: \d{3})+|\d{1,3}(?:\.\d{3})+|\d+)?([.,])(\d{2})` +
	` ?(?:€|eur|euros?)? ?([-+])?(?: ?(\)))?$`

// amountGrammar is amountForm compiled; coreGrammar is the word of a printed
// amount that holds its decimals.
var (
	amountGrammar = regexp.MustCompile(amountForm)
	coreGrammar   = regexp.MustCompile(`^[(]?[-+]?(?:€|eur)?[-+]?[\d.]*[.,]\d{2}(?:€|eur|euros?)?[-+]?[)]?$`)
)

// thousandsMarks are what parts the thousands of an amount whose spaces are plain.
var thousandsMarks = strings.NewReplacer(" ", "", ".", "")

// ParseAmount reads text that is a printed amount and nothing else, in cents:
// "1 234,56", "1.234,56 €", "1234.56", "1,234.56", "−12,50", "12,50-", "(12,50)". Every
// kind of space may part the thousands. It refuses what has not exactly two
// decimals, thousands that are not whole, leading zeros, percentages, dates,
// and also credit and debit marks, which would lose their sign here: see
// Amounts and Cell.Amount for those.
func ParseAmount(s string) (predate.Cents, bool) {
	return parsePlain(plainAmount(s))
}

// parsePlain reads an amount whose spaces and signs are plain.
func parsePlain(s string) (predate.Cents, bool) {
	if !hasDecimals(s) {
		return 0, false
	}
	m := amountGrammar.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	open, signs, units, point, cents := m[1], m[2]+m[3]+m[7], m[4], m[5], m[6]
	wrongPoint := point == "." && (units == "" || strings.Contains(units, "."))
	if wrongPoint || len(signs) > 1 || (open != "") != (m[8] != "") || (open != "" && signs != "") {
		return 0, false
	}
	digits := thousandsMarks.Replace(units)
	if len(digits) > 1 && digits[0] == '0' || len(digits) > 13 {
		return 0, false
	}
	n, err := strconv.ParseInt(digits+cents, 10, 64)
	if err != nil {
		return 0, false
	}
	if signs == "-" || open != "" {
		n = -n
	}
	return predate.Cents(n), true
}

// plainAmount makes every space a plain single one, every minus a hyphen, and
// letters lower case.
func plainAmount(s string) string {
	var b strings.Builder
	space := false
	for _, r := range strings.TrimSpace(s) {
		switch {
		case unicode.IsSpace(r):
			space = true
			continue
		case r == '−' || r == '–' || r == '‑' || r == '‐' || r == '‒':
			r = '-'
		case r == '\u200b' || r == '\u2060' || r == '\ufeff':
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return withoutCommas(b.String())
}

// englishForm is a number whose thousands are parted by commas before a decimal
// point, as programs print that know no French: it has no other meaning.
var englishForm = regexp.MustCompile(`^\D*\d{1,3}(?:,\d{3})+\.\d{2}(?:\D|$)`)

// withoutCommas drops the commas that part the thousands of an English number.
func withoutCommas(s string) string {
	if strings.Contains(s, ",") && strings.Contains(s, ".") && englishForm.MatchString(s) {
		return strings.ReplaceAll(s, ",", "")
	}
	return s
}

// isMark reports whether a word after an amount says on which side it stands.
func isMark(word string) bool {
	switch strings.TrimRight(fold.Letters(word), ".,;:)") {
	case "cr", "db", "dt", "c", "d", "crediteur", "debiteur", "crediteurs", "debiteurs", "cred", "deb", "credit", "debit":
		return true
	}
	return false
}

// IsCredit reports whether a mark, as found in Amount.Mark, means a credit balance.
func IsCredit(mark string) bool { return mark != "" && strings.HasPrefix(fold.Letters(mark), "c") }

// IsDebit reports whether a mark, as found in Amount.Mark, means a debit balance.
func IsDebit(mark string) bool { return mark != "" && strings.HasPrefix(fold.Letters(mark), "d") }

// notMoney reports whether a word right after a number makes it something else than
// an amount of euros: a rate, a measure, an older currency.
func notMoney(word string) bool {
	w := strings.ToLower(word)
	switch strings.TrimRight(w, ".,;:)") {
	case "%", "‰", "m²", "m2", "m³", "m3", "kwh", "mwh", "kw", "kg", "km", "ha", "°c", "f", "ff", "frs", "francs", "franc", "k€", "m€", "ke", "h", "ans", "jours":
		return true
	}
	return strings.HasPrefix(w, "%") || strings.HasPrefix(w, "‰") || strings.HasPrefix(w, "€/") || strings.HasPrefix(w, "/")
}
