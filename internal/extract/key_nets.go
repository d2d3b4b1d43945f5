package extract

import (
	"regexp"
	"strings"
	"unicode"

	"predate"
	"predate/internal/fold"
)

// keyNets reads the net charges of every allocation key of annexe 3, in all
// columns. Nothing is given unless, in each column, the keys add up to the
// printed total of net charges.
func keyNets(doc source) []predate.Figure {
	p := paperOf(doc)
	var nets predate.KeyNets
	totals := map[predate.Column]predate.Cents{}
	var evidence []predate.Evidence
	var key predate.KeyNet
	for _, s := range sidesNamed(p) {
		for _, e := range s.entries {
			switch {
			case isNetTotal(e.label):
				for k, c := range s.columns {
					if amount, ok := e.amounts[k]; ok {
						totals[c.column] = amount.Cents
						evidence = append(evidence, proofOfAmount(amount)...)
					}
				}
			case strings.HasPrefix(e.label, "total net"):
				net := namedNet(key, e)
				for k, c := range s.columns {
					amount := e.amounts[k] // a blank cell is nil
					net.Amounts = append(net.Amounts, predate.ColumnAmount{Column: c.column, Year: whole(c.year), Amount: amount.Cents})
				}
				nets = append(nets, net)
				key = predate.KeyNet{}
			case len(e.amounts) == 0:
				if k, ok := keyHeading(e); ok {
					key = k
				}
			}
		}
	}
	if !addUp(nets, totals) {
		return nil
	}
	closed := exercisesOf(p).closed
	return []predate.Figure{{Value: nets, Year: whole(closed), AsOf: closed.To, Evidence: evidence}}
}

// addUp checks the keys against the totals, column by column.
func addUp(nets predate.KeyNets, totals map[predate.Column]predate.Cents) bool {
	sums := map[predate.Column]predate.Cents{}
	for _, n := range nets {
		for _, a := range n.Amounts {
			sums[a.Column] += a.Amount
		}
	}
	for column, sum := range sums {
		if total, printed := totals[column]; !printed || total != sum {
			return false
		}
	}
	return len(nets) > 0
}

// unitForm is the total of a key with its unit: "10 000 tantièmes", "48 lots".
var unitForm = regexp.MustCompile(`(?i)\b(\d[\d\s\x{00a0}\x{202f}.]*)\s*(tanti[eè]mes?|milli[eè]mes?|dix-milli[eè]mes|lots?|parts?|unit[eé]s?|m³|m3)(?:$|[^\pL])`)

// keyHeading reads the line that opens a key: its code, its words, its total.
func keyHeading(e entry) (predate.KeyNet, bool) {
	text := joined(e.words)
	m := unitForm.FindStringSubmatchIndex(text)
	if m == nil {
		return predate.KeyNet{}, false
	}
	total, ok := wholeNumber(strings.ReplaceAll(strings.TrimSpace(text[m[2]:m[3]]), ".", ""))
	if !ok || total == 0 {
		return predate.KeyNet{}, false
	}
	head := text[:m[2]]
	if i := strings.LastIndex(fold.Text(head), "base"); i >= 0 && strings.HasSuffix(strings.TrimSpace(fold.Text(head)), "base") {
		head = strings.TrimSpace(head)[:len(strings.TrimSpace(head))-len("base")]
	}
	code, label := codeAndLabel(head)
	return predate.KeyNet{Code: code, Label: label, Total: total, Unit: unitName(text[m[4]:m[5]])}, label != "" || code != ""
}

func unitName(printed string) string {
	switch f := fold.Text(printed); {
	case strings.HasPrefix(f, "tantieme"), strings.Contains(f, "millieme"):
		return "tantièmes"
	case strings.HasPrefix(f, "lot"):
		return "lots"
	case f == "m3":
		return "m³"
	default:
		return f
	}
}

// codeAndLabel parts "GEN – CHARGES GENERALES", "Charges générales GEN" or
// "CLÉ GEN Charges générales" into code and words. A code is a short word of
// capitals beside words that are longer.
func codeAndLabel(head string) (code, label string) {
	trim := func(s string) string { return strings.Trim(strings.TrimSpace(s), "–—-:|(,. \u00a0") }
	words := strings.Fields(trim(head))
	if len(words) > 1 && fold.Text(words[0]) == "cle" {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", ""
	}
	last := len(words) - 1
	switch {
	case len(words) > 1 && isCode(words[0]):
		return words[0], trim(strings.Join(words[1:], " "))
	case len(words) > 1 && isCode(words[last]) && !allCapitals(words[0]):
		return words[last], trim(strings.Join(words[:last], " "))
	}
	return "", trim(strings.Join(words, " "))
}

// isCode says that a word is a key's short name, of capitals and digits.
func isCode(w string) bool {
	n := 0
	for _, r := range w {
		if !unicode.IsUpper(r) && !unicode.IsDigit(r) {
			return false
		}
		n++
	}
	return n >= 2 && n <= 5
}

func allCapitals(w string) bool { return w == strings.ToUpper(w) && w != strings.ToLower(w) }

// namedNet gives a "Total net" row its key: the heading that opened it, when
// the row names no other.
func namedNet(key predate.KeyNet, e entry) predate.KeyNet {
	label := strings.TrimLeft(strings.TrimPrefix(e.label, "total net"), " -:")
	if label == "" {
		return key
	}
	said := fold.Text(key.Label)
	code := fold.Text(key.Code)
	if said != "" && (strings.HasPrefix(said, label) || strings.HasPrefix(label, said)) || code != "" && fold.Has(label, code) {
		return key
	}
	_, own := codeAndLabel(strings.Join(strings.Fields(afterTotalNet(joined(e.words))), " "))
	return predate.KeyNet{Label: own}
}

// afterTotalNet keeps what follows the words "Total net" as printed.
func afterTotalNet(text string) string {
	fields := strings.Fields(text)
	if len(fields) > 2 {
		return strings.Join(fields[2:], " ")
	}
	return ""
}
