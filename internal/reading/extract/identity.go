package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

var (
	registerForm = regexp.MustCompile(`\b([A-Za-z]{2}\d)[-– ]?(\d{3})[-– ]?(\d{3})\b`)
	zipForm      = regexp.MustCompile(`\b\d{5}\b`)
)

// nameAt reads the name that a label at row i announces: the value that the
// label leads to or, where that is no name, what is stacked with the label.
func (p paper) nameAt(i int, id lexicon.ID) (layout.Cell, bool) {
	value, ok := p.valueAt(i, id)
	if !ok {
		return value, false
	}
	if value = p.continued(value); p.isName(value.Text) {
		return value, true
	}
	for _, segment := range p.rows[i].Segments(0) {
		if !p.doc.is(trimLeaders(segment.Text), id) {
			continue
		}
		if value, ok = p.stacked(i, segment); ok && p.isName(value.Text) {
			return value, true
		}
	}
	return layout.Cell{}, false
}

// namedInSentence is how minutes and certificates name a building: "l'immeuble Les
// Glycines, situé 2 rue…".
var namedInSentence = regexp.MustCompile(`\b(?:de l'immeuble|de la copropriete|de la residence|de l'ensemble immobilier) (?:denommee? )?([^,;:()]{4,60}), (?:sise?|situee?)\b`)

// nameInSentence reads the building's name in a sentence of the first page.
func nameInSentence(doc source) []predate.Figure {
	p := paperOf(doc)
	for _, s := range sentencesIn(p.rows[:min(len(p.rows), 60)]) {
		m := namedInSentence.FindStringSubmatch(s.text)
		if m == nil {
			continue
		}
		return []predate.Figure{{Value: predate.Text(printedAs(s.raw, m[1])), Evidence: proof(s.at.Page, s.at.Box, s.raw)}}
	}
	return nil
}

// isPlace reports whether words are a town, as an address of the paper ends, with its
// code or without: no name of anybody.
func (p paper) isPlace(text string) bool {
	folded := fold.Text(text)
	if startsWithTownCode(folded) {
		return true
	}
	for _, r := range p.rows {
		for _, at := range zipForm.FindAllStringIndex(r.text, -1) {
			if strings.TrimLeft(r.text[at[1]:], " ,") == folded {
				return true
			}
		}
	}
	return false
}

// alone reports whether a segment of row i is the label and nothing else, or the
// label with its colon.
func (p paper) alone(i int, id lexicon.ID) bool {
	return slices.ContainsFunc(p.rows[i].Segments(0), func(segment layout.Cell) bool {
		label, _, _ := strings.Cut(segment.Text, " :")
		return p.doc.is(trimLeaders(label), id)
	})
}

var (
	// labelWords are words that announce a value and are none.
	labelWords = regexp.MustCompile(`^(?:(?:n°|numero)?(?: d'| de )?immat[a-z.]*(?: au registre.*)?|(?:adresses?|code|ref(?:erence)?s?\.?|siret|police|contrat|edite|page|siege|cadre d'intervention|mandat de syndic)(?: .*)?|nom(?: d'usage.*| du.*| de .*)?|syndic(?: en exercice)?|immeuble|copropriete|residence|assureur|assure|souscripteur|compagnie|echeance|representant legal|destinataire|objet|denomination|raison sociale|neant|non communique|sans objet|non|oui)$`)
	// noNameMark is what no name holds.
	noNameMark = regexp.MustCompile(`[:@€=]|\d{5}|\d\d[ .]\d\d[ .]\d\d|\btel\b|\bsiret\b|\bimmat|n° |\d{1,2}/\d{1,2}/|^(?:du|le|au) \d`)
	// openEnd is a last word that calls for another, as where a line is full.
	openEnd = regexp.MustCompile(`(?:[&,(/-]|\b(?:et|de|du|des|la|le|les|l'|d'|en|au|aux|sur|sous|a))$`)
	// sentenceVerb is a verb that a sentence on a building has, and no name.
	sentenceVerb = regexp.MustCompile(`\b(?:est|sont|a ete|ont|designe|nomme|elu|represente|atteste|certifie|agissant|demeurant)\b`)
)

// numberedHeading opens a part of a paper: "1. Données d’identification".
var numberedHeading = regexp.MustCompile(`^(?:\d{1,2}|[ivx]{2,4}) ?[.)] ?\pL`)

// isName reports whether words may be the name of a building, an agent or an
// insurer.
func (p paper) isName(text string) bool {
	folded := strings.Trim(fold.Text(text), " .,;")
	switch {
	case countLetters(folded) < 3, len(folded) > 80:
	case labelWords.MatchString(folded), numberedHeading.MatchString(folded), noNameMark.MatchString(folded), isCut(text), sentenceVerb.MatchString(folded):
	case len(fold.Addresses(folded)) > 0 && fold.Addresses(folded)[0].Start == 0:
	case p.isPlace(text):
	default:
		return true
	}
	return false
}

// isCut reports whether words end where another must follow.
func isCut(text string) bool { return openEnd.MatchString(strings.TrimSpace(fold.Text(text))) }

// continued joins a name to the rest of it where its line is full: the run under
// it, in its column and beside no label of its own, when the name ends where a
// word must follow or the rest begins where one must go before.
func (p paper) continued(value layout.Cell) layout.Cell {
	for i, r := range p.rows {
		if r.Page != value.Page || r.Box.Y0 > value.Box.Y0+1 || r.Box.Y1 < value.Box.Y1-1 {
			continue
		}
		for j := i + 1; j < len(p.rows) && j <= i+2 && p.rows[j].Page == value.Page; j++ {
			for _, next := range p.rows[j].Segments(0) {
				if p.continues(value, next) {
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
func (p paper) continues(value, next layout.Cell) bool {
	height := value.Box.Height()
	near := next.Box.Y0 > value.Box.Y0+0.5*height && next.Box.Y0-value.Box.Y1 < 0.9*height
	edge := func(a, b float64) bool { return a-b < 2 && b-a < 2 }
	column := edge(next.Box.X0, value.Box.X0) || edge(next.Box.X1, value.Box.X1) || edge(next.Box.X0+next.Box.X1, value.Box.X0+value.Box.X1)
	opens := regexp.MustCompile(`^(?:&|et |de |du |des |d'|la |le |les )`)
	return near && column && (isCut(value.Text) || opens.MatchString(fold.Text(next.Text))) && p.isName(next.Text)
}
