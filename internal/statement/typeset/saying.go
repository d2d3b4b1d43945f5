package typeset

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// saying is a figure put into words: what stands in the place of the amount,
// the mention that qualifies it, and the sentence that explains it.
type saying struct {
	value   string
	mention string
	note    string
	known   bool // value is the figure's own, not a word for its absence
	none    bool // value is a word for a known absence
	verify  bool
}

// sayFigure puts a figure into words. Each status has its own; an unknown
// figure is never a zero, and what a person said is never taken for print.
func sayFigure(f predate.Figure) saying {
	said := sayStatus(f)
	switch {
	case f.Declared.By == predate.DeclaredByOperator:
		said.mention, said.note = declaredBy(f.Declared), reasonOf(f.Declared)
	case !f.Declared.IsZero():
		said.mention = declaredBy(f.Declared)
	case said.known:
		said.mention = strings.Join(notEmpty(said.mention, restsOn(f.Evidence)), ", ")
	}
	return said
}

func sayStatus(f predate.Figure) saying {
	note := typographic(wording.Of(f.Derivation))
	value := shown(f.Value)
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
		return saying{value: noneWord(f), note: note, known: true, none: true}
	case predate.StatusNotRequired:
		return saying{value: "non exigé", mention: "dispense légale", note: note}
	case predate.StatusNotApplicable:
		return saying{value: "sans objet", note: note, none: true}
	case predate.StatusConflicting:
		if note == "" {
			note = contradiction(f.Evidence)
		}
		return saying{value: "à vérifier", note: note, verify: true}
	}
	return saying{value: "non communiqué", note: note}
}

// noneWord says that there is none: « néant » where words or accounts prove it,
// and no more than that nobody speaks of it where silence does.
func noneWord(f predate.Figure) string {
	entry, _ := predate.FigureOf(f.Key)
	switch {
	case !silent(f):
		return "néant"
	case entry.Is(predate.Feminine):
		return "aucune mentionnée dans les pièces fournies"
	}
	return "aucun mentionné dans les pièces fournies"
}

// silent reports whether a figure is none because no paper mentions it.
func silent(f predate.Figure) bool {
	entry, _ := predate.FigureOf(f.Key)
	return entry.Is(predate.Silent) && f.Status == predate.StatusNone && len(f.Evidence) == 0
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
	return "Aucune pièce fournie n’en parle."
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

// shown is a value on a page: as words writes it, with the letters of ordinals raised
// but in what papers print.
func shown(v predate.Value) string {
	switch v.(type) {
	case predate.Text, predate.Texts:
		return words(v)
	}
	return ordinals(words(v))
}

// words writes a value as a reader expects it; a list of calls as its total.
func words(v predate.Value) string {
	switch v := v.(type) {
	case predate.Money:
		return wording.Euros(predate.Cents(v))
	case predate.Day:
		return wording.DayInWords(predate.Date(v))
	case predate.Span:
		return "du " + wording.DayInWords(v.From) + " au " + wording.DayInWords(v.To)
	case predate.Text:
		return string(v)
	case predate.Flag:
		if v {
			return "oui"
		}
		return "non"
	case predate.Count:
		return wording.Number(int64(v))
	case predate.Texts:
		return strings.Join(v, ", ")
	case predate.Days:
		return joinDays(v)
	case predate.CallList:
		return wording.Euros(total(v))
	case predate.Contribution:
		return wording.Euros(v.Amount)
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
		said = append(said, wording.DayInWords(d))
	}
	return strings.Join(said, ", ")
}

func policyWords(p predate.Policy) string {
	said := p.Insurer
	if p.Number != "" {
		said += ", police n°" + nbsp + strings.ReplaceAll(p.Number, " ", nbsp)
	}
	if !p.Until.IsZero() {
		said += ", jusqu’au " + wording.DayInWords(p.Until)
	}
	return said
}

func paperWords(p predate.Paper) string {
	if p.Date.IsZero() {
		return "fourni, sans date lisible"
	}
	return "fourni, daté du " + wording.DayInWords(p.Date)
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
// absence or a figure without object, which count for nothing.
func moneyOf(f predate.Figure) (predate.Cents, bool) {
	if f.Status == predate.StatusNotApplicable {
		return 0, true
	}
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
