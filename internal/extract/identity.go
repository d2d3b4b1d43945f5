package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/fold"
)

var (
	registerForm = regexp.MustCompile(`\b([A-Za-z]{2}\d)[-– ]?(\d{3})[-– ]?(\d{3})\b`)
	situatedForm = regexp.MustCompile(`(?i)(?:situ[eé]e?s?|sise?s?)\s+(?:au\s+|à\s+)?(\d[^;:]{4,90}?\b\d{5}\s+[\pL'’-]+(?:[ -]\pL+)*?)\s*(?:,|\.|;|se sont|$)`)
	zipForm      = regexp.MustCompile(`\b\d{5}\b`)
)

// registrationNumber reads the number in the register, written as the register
// prints it: two letters and seven digits. A paper with two numbers gives none.
func registrationNumber(doc source) []predate.Figure {
	p := paperOf(doc)
	if p.recognised() {
		return nil
	}
	var out []predate.Figure
	seen := map[string]bool{}
	for _, r := range p.rows {
		for _, m := range registerForm.FindAllStringSubmatch(r.Text(), -1) {
			number := strings.ToUpper(m[1] + "-" + m[2] + "-" + m[3])
			if !seen[number] {
				seen[number] = true
				out = append(out, predate.Figure{Value: predate.Text(number), Evidence: proof(r.Page, r.Box, m[0])})
			}
		}
	}
	return single(out)
}

// situatedAt reads "l'immeuble …, situé 2 rue …, 44300 Nantes".
func situatedAt(doc source) []predate.Figure {
	p := paperOf(doc)
	for i, r := range p.rows {
		if !fold.Has(r.text, "situe") && !fold.Has(r.text, "situee") && !fold.Has(r.text, "sis") && !fold.Has(r.text, "sise") {
			continue
		}
		text := r.Text()
		if i+1 < len(p.rows) {
			text += " " + p.rows[i+1].Text()
		}
		if m := situatedForm.FindStringSubmatch(text); m != nil {
			return []predate.Figure{{Value: predate.Text(strings.TrimSpace(m[1])), Evidence: proof(r.Page, r.Box, m[1])}}
		}
	}
	return nil
}

// addressAfter reads the building's address after a label; it must hold a
// postal code.
func addressAfter(labels ...string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		value, ok := p.field(labels...)
		if !ok || !zipForm.MatchString(value.Text) {
			return nil
		}
		return []predate.Figure{{Value: predate.Text(value.Text), Evidence: proofOf(value)}}
	}
}

// textAfter reads words after a label.
func textAfter(labels ...string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		value, ok := p.field(labels...)
		if !ok || countLetters(value.Text) < 3 || p.isPlace(value.Text) {
			return nil
		}
		return []predate.Figure{{Value: predate.Text(value.Text), Evidence: proofOf(value)}}
	}
}

// isPlace says that words are a town, as an address of the paper ends, with its
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

// nameAfter reads a name after a label that stands alone: what holds a figure
// is no name.
func nameAfter(labels ...string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		for _, label := range labels {
			for i := range p.rows {
				if !p.alone(i, label) {
					continue
				}
				value, ok := p.valueAt(i, label)
				if ok && countLetters(value.Text) >= 3 && !strings.ContainsAny(value.Text, "0123456789:") && !p.isPlace(value.Text) {
					return []predate.Figure{{Value: predate.Text(value.Text), Evidence: proofOf(value)}}
				}
			}
		}
		return nil
	}
}

// alone says whether a segment of row i is the label and nothing else, or the
// label with its colon.
func (p paper) alone(i int, label string) bool {
	for _, segment := range p.rows[i].Segments(0) {
		text := fold.Text(segment.Text)
		if trimLeaders(text) == label || strings.HasPrefix(text, label+" :") {
			return true
		}
	}
	return false
}

// dayAfter reads a day after a label.
func dayAfter(labels ...string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		day, value, ok := paperOf(doc).dateField(labels...)
		if !ok {
			return nil
		}
		return []predate.Figure{{Value: predate.Day(day), Evidence: proofOf(value)}}
	}
}

// agentType tells a volunteer or cooperative agent by those words, and a
// professional by the card that the law requires of him (loi 70-9).
func agentType(doc source) []predate.Figure {
	card := regexp.MustCompile(`carte (?:professionnelle )?(?:n° )?cpi|carte professionnelle|\bcpi \d{4}|garantie financiere`)
	p := paperOf(doc)
	for _, kind := range []struct{ words, value string }{{"syndic benevole", "volunteer"}, {"(benevole)", "volunteer"}, {"syndic non professionnel", "volunteer"}, {"syndicat cooperatif : oui", "cooperative"}, {"forme cooperative", "cooperative"}} {
		for _, r := range p.rows {
			if strings.Contains(r.text, kind.words) {
				return []predate.Figure{{Value: predate.Text(kind.value), Evidence: proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	for _, r := range p.rows {
		if card.MatchString(r.text) {
			return []predate.Figure{{Value: predate.Text("professional"), Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}
