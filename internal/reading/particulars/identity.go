package particulars

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
)

var (
	registerForm = regexp.MustCompile(`\b([A-Za-z]{2}\d)[-– ]?(\d{3})[-– ]?(\d{3})\b`)
	zipForm      = regexp.MustCompile(`\b\d{5}\b`)
)

// nameAt reads the name that a label at row i announces: the value that the
// label leads to or, where that is no name, what is stacked with the label.
func nameAt(p paper.Paper, i int, id lexicon.ID) (layout.Cell, bool) {
	value, ok := p.ValueAt(i, id)
	if !ok {
		return value, false
	}
	if value = continued(p, value); isName(p, value.Text) {
		return value, true
	}
	for _, segment := range p.Rows[i].Segments(0) {
		if !p.Doc.Is(trimLeaders(segment.Text), id) {
			continue
		}
		if value, ok = p.Stacked(i, segment); ok && isName(p, value.Text) {
			return value, true
		}
	}
	return layout.Cell{}, false
}

// isPlace reports whether words are a town, as an address of the paper ends, with its
// code or without: no name of anybody.
func isPlace(p paper.Paper, text string) bool {
	folded := fold.Text(text)
	if paper.StartsWithTownCode(folded) {
		return true
	}
	for _, r := range p.Rows {
		for _, at := range zipForm.FindAllStringIndex(r.Folded, -1) {
			if strings.TrimLeft(r.Folded[at[1]:], " ,") == folded {
				return true
			}
		}
	}
	return false
}

// alone reports whether a segment of row i is the label and nothing else, or the
// label with its colon.
func alone(p paper.Paper, i int, id lexicon.ID) bool {
	return slices.ContainsFunc(p.Rows[i].Segments(0), func(segment layout.Cell) bool {
		label, _, _ := strings.Cut(segment.Text, " :")
		return p.Doc.Is(trimLeaders(label), id)
	})
}

var (
	// labelWords are words that announce a value and are none.
	labelWords = regexp.MustCompile(`^(?:(?:n°|numero)?(?: d'| de )?immat[a-z.]*(?: au registre.*)?|(?:adresses?|code|ref(?:erence)?s?\.?|siret|police|contrat|edite|page|siege|cadre d'intervention|mandat de syndic)(?: .*)?|nom(?: d'usage.*| du.*| de .*)?|syndic(?: en exercice)?|immeuble|copropriete|residence|assureur|assure|souscripteur|compagnie|echeance|representant legal|destinataire|objet|denomination|raison sociale|neant|non communique|sans objet|non|oui)$`)
	// noNameMark is what no name holds.
	noNameMark = regexp.MustCompile(`[:@€=]|\d{5}|\d\d[ .]\d\d[ .]\d\d|\btel\b|\bsiret\b|\bimmat|n° |\d{1,2}/\d{1,2}/|^(?:du|le|au) \d`)
	// sentenceVerb is a verb that a sentence on a building has, and no name.
	sentenceVerb = regexp.MustCompile(`\b(?:est|sont|a ete|ont|designe|nomme|elu|represente|atteste|certifie|agissant|demeurant)\b`)
)

// numberedHeading opens a part of a paper: "1. Données d’identification".
var numberedHeading = regexp.MustCompile(`^(?:\d{1,2}|[ivx]{2,4}) ?[.)] ?\pL`)

// isName reports whether words may be the name of a building, an agent or an
// insurer.
func isName(p paper.Paper, text string) bool {
	folded := strings.Trim(fold.Text(text), " .,;")
	switch {
	case paper.CountLetters(folded) < 3, len(folded) > 80:
	case labelWords.MatchString(folded), numberedHeading.MatchString(folded), noNameMark.MatchString(folded), paper.IsCut(text), sentenceVerb.MatchString(folded):
	case len(fold.Addresses(folded)) > 0 && fold.Addresses(folded)[0].Start == 0:
	case isPlace(p, text):
	default:
		return true
	}
	return false
}

// continued joins a name to the rest of it where its line is full: the run under
// it, in its column and beside no label of its own, when the name ends where a
// word must follow or the rest begins where one must go before.
func continued(p paper.Paper, value layout.Cell) layout.Cell {
	for i, r := range p.Rows {
		if r.Page != value.Page || r.Box.Y0 > value.Box.Y0+1 || r.Box.Y1 < value.Box.Y1-1 {
			continue
		}
		for j := i + 1; j < len(p.Rows) && j <= i+2 && p.Rows[j].Page == value.Page; j++ {
			for _, next := range p.Rows[j].Segments(0) {
				if continues(p, value, next) {
					joined := layout.Cell{Text: value.Text + " " + next.Text, Page: value.Page, Box: value.Box.Union(next.Box)}
					joined.Text = strings.ReplaceAll(joined.Text, "- ", "-")
					return joined
				}
			}
		}
		break
	}
	return value
}

// continues reports whether a run carries a name on to the next line.
func continues(p paper.Paper, value, next layout.Cell) bool {
	height := value.Box.Height()
	near := next.Box.Y0 > value.Box.Y0+0.5*height && next.Box.Y0-value.Box.Y1 < 0.9*height
	edge := func(a, b float64) bool { return a-b < 2 && b-a < 2 }
	column := edge(next.Box.X0, value.Box.X0) || edge(next.Box.X1, value.Box.X1) || edge(next.Box.X0+next.Box.X1, value.Box.X0+value.Box.X1)
	opens := regexp.MustCompile(`^(?:&|et |de |du |des |d'|la |le |les )`)
	return near && column && (paper.IsCut(value.Text) || opens.MatchString(fold.Text(next.Text))) && isName(p, next.Text)
}

// trimLeaders drops the dots and colons that lead the eye to a value.
func trimLeaders(s string) string { return strings.TrimRight(s, " .:…_") }
