package typeset

import (
	"strings"

	"predate"
)

// What a person said instead of a paper is told under the figure, with the name
// and the day, wherever the figure is printed.

// declaredBy names who said a figure, and when.
func declaredBy(d predate.Declaration) string {
	if d.IsZero() {
		return ""
	}
	who, end := "déclaré par le client", ", non vérifié"
	switch {
	case d.By == predate.DeclaredByOperator:
		who, end = "saisi par l’opérateur "+d.Name, ""
	case d.Name != "":
		who += " pour " + d.Name
	}
	if !d.On.IsZero() {
		who += " le " + spoken(d.On)
	}
	return who + end
}

// reasonOf quotes a reason to the letter: no typography, whatever it is written
// like.
func reasonOf(d predate.Declaration) string {
	if d.Why == "" {
		return ""
	}
	return "Motif" + nbsp + ": " + quoted(d.Why)
}

// restsOn says that a figure follows from what a person said.
func restsOn(evidence []predate.Evidence) string {
	for _, e := range evidence {
		switch e.Rule {
		case predate.OperatorRule:
			return "d’après une valeur saisie par l’opérateur"
		case predate.ClientRule:
			return "d’après une déclaration du client, non vérifiée"
		}
	}
	return ""
}

// attributed adds to a text who said the figures that it shows.
func (c *composer) attributed(text string, keys ...predate.Key) string {
	var said []string
	for _, k := range keys {
		if by := declaredBy(c.Figure(k).Declared); by != "" && !strings.Contains(strings.Join(said, " "), by) {
			said = append(said, by)
		}
	}
	if len(said) == 0 {
		return text
	}
	return text + " (" + strings.Join(said, thin+"; ") + ")"
}

// speaker names what stands in no paper, in the annex of sources.
func speaker(e predate.Evidence) string {
	if e.Rule == predate.ClientRule {
		return "Déclaration du client"
	}
	return "Décision d’un opérateur"
}

func notEmpty(parts ...string) []string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}
