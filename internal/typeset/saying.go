package typeset

import (
	"slices"
	"strings"

	"predate"
)

// saying is a figure put into words: what stands in the place of the amount,
// the mention that qualifies it, and the sentence that explains it.
type saying struct {
	value   string
	mention string
	note    string
	known   bool // value is the figure's own, not a word for its absence
	verify  bool
}

// sayFigure puts a figure into words. Each status has its own; an unknown
// figure is never a zero.
func sayFigure(f predate.Figure) saying {
	note := typographic(f.Derivation)
	value := words(f.Value)
	switch f.Status {
	case predate.StatusConfirmed:
		if value != "" {
			return saying{value: value, mention: zeroMention(f.Value), note: note, known: true}
		}
	case predate.StatusComputed:
		if value != "" {
			return saying{value: value, mention: "calculé", note: note, known: true}
		}
	case predate.StatusDeclared:
		const declared = "déclaré par le vendeur, non vérifié"
		if value == "" {
			return saying{value: declared, note: note}
		}
		return saying{value: value, mention: declared, note: note, known: true}
	case predate.StatusNone:
		if note == "" {
			note = absence(f)
		}
		return saying{value: "néant", note: note, known: true}
	case predate.StatusNotRequired:
		return saying{value: "non exigé", mention: "dispense légale", note: note}
	case predate.StatusConflicting:
		if note == "" {
			note = contradiction(f.Evidence)
		}
		return saying{value: "à vérifier", note: note, verify: true}
	}
	return saying{value: "non communiqué", note: note}
}

// zeroMention keeps a printed zero from being taken for an absent figure.
func zeroMention(v predate.Value) string {
	if m, ok := v.(predate.Money); ok && m == 0 {
		return "confirmé"
	}
	return ""
}

// absence says how an absence was established when the figure does not.
func absence(f predate.Figure) string {
	if len(f.Evidence) > 0 {
		return "Établi par les pièces citées."
	}
	return "Aucune mention dans les pièces du dossier."
}

// contradiction quotes what the papers say, up to four of them.
func contradiction(evidence []predate.Evidence) string {
	var said []string
	for _, e := range evidence {
		said = append(said, quoted(e.Text)+" ("+e.File+", "+onPage(e.Page)+")")
		if len(said) == 4 {
			break
		}
	}
	if len(said) == 0 {
		return "Les pièces se contredisent."
	}
	return "Les pièces se contredisent" + nbsp + ": " + strings.Join(said, thin+"; ") + "."
}

// words writes a value as a reader expects it; a list of calls as its total.
func words(v predate.Value) string {
	switch v := v.(type) {
	case predate.Money:
		return euros(predate.Cents(v))
	case predate.Day:
		return dateWords(predate.Date(v))
	case predate.Span:
		return "du " + dateWords(v.From) + " au " + dateWords(v.To)
	case predate.Text:
		return string(v)
	case predate.Flag:
		if v {
			return "oui"
		}
		return "non"
	case predate.Count:
		return number(int64(v))
	case predate.Texts:
		return strings.Join(v, ", ")
	case predate.Days:
		return joinDays(v)
	case predate.CallList:
		return euros(total(v))
	case predate.Contribution:
		return euros(v.Amount)
	case predate.Policy:
		return policyWords(v)
	case predate.Paper:
		return paperWords(v)
	}
	return ""
}

func joinDays(days predate.Days) string {
	days = slices.Clone(days)
	slices.SortFunc(days, predate.Date.Compare)
	var said []string
	for _, d := range days {
		said = append(said, dateWords(d))
	}
	return strings.Join(said, ", ")
}

func policyWords(p predate.Policy) string {
	said := p.Insurer
	if p.Number != "" {
		said += ", police n°" + nbsp + strings.ReplaceAll(p.Number, " ", nbsp)
	}
	if !p.Until.IsZero() {
		said += ", jusqu’au " + dateWords(p.Until)
	}
	return said
}

func paperWords(p predate.Paper) string {
	if p.Date.IsZero() {
		return "fourni, sans date lisible"
	}
	return "fourni, daté du " + dateWords(p.Date)
}

// total adds up calls that are all printed.
func total(calls predate.CallList) predate.Cents {
	var sum predate.Cents
	for _, c := range calls {
		sum += c.Amount
	}
	return sum
}

func sortedUnique(numbers []int) []int {
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// moneyOf gives an amount that may be added up: known and money, or a proven
// absence, which counts for nothing.
func moneyOf(f predate.Figure) (predate.Cents, bool) {
	if !f.Known() {
		return 0, false
	}
	switch v := f.Value.(type) {
	case predate.Money:
		return predate.Cents(v), true
	case predate.CallList:
		return total(v), true
	}
	return 0, f.Status == predate.StatusNone
}
