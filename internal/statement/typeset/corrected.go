package typeset

import (
	"predate"
	"predate/internal/reading/wording"
)

// CorrectionWords says in French what an operator said of a document, or a client of
// one that is asked for, with who, when and why.
func CorrectionWords(c predate.Correction) string {
	said := remark(c)
	if c.First > 0 && c.About != predate.RemarkCut && c.About != predate.RemarkTurn {
		said += " (" + pages(predate.Part{First: c.First, Last: c.Last}) + ")"
	}
	who := "l’opérateur " + c.By
	if c.Declarant == predate.DeclaredByClient {
		who = "le client"
	}
	if !c.On.IsZero() {
		who += " le " + spoken(c.On)
	}
	said += ", selon " + who
	if c.Why == "" { // a client need not say why
		return said
	}
	return said + nbsp + ": " + quoted(c.Why)
}

// remark says what was said.
func remark(c predate.Correction) string {
	page := onPage(c.First)
	switch c.About {
	case predate.RemarkKind:
		return "classé " + quoted(kindName(c.Kind()))
	case predate.RemarkExercise:
		e := c.Exercise()
		return "exercice du " + wording.Day(e.From) + " au " + wording.Day(e.To)
	case predate.RemarkDay:
		return "daté du " + spoken(c.Day())
	case predate.RemarkCut:
		if c.Value == predate.CutSplit {
			return "une autre pièce commence " + page
		}
		return "la même pièce continue " + page
	case predate.RemarkTurn:
		return "tourné de " + c.Value + nbsp + "degrés " + page
	case predate.RemarkBuilding:
		if c.Value == predate.BuildingOther {
			return "d’un autre immeuble"
		}
		return "de l’immeuble"
	case predate.RemarkDuplicate, predate.RemarkReplaced:
		return relation(c)
	case predate.RemarkAbsent:
		return "n’existe pas, d’après " + c.Value
	case predate.RemarkUnobtainable:
		return "ne peut pas être obtenue, d’après " + c.Value
	}
	return string(c.About)
}

func relation(c predate.Correction) string {
	switch {
	case c.About == predate.RemarkDuplicate && c.Value == "":
		return "n’est le double d’aucune pièce"
	case c.About == predate.RemarkDuplicate:
		return "double d’une autre pièce"
	case c.Value == "":
		return "n’est remplacé par aucune pièce"
	}
	return "remplacé par une autre pièce"
}

// classedBy says of the page of a source that a person, and not its own words, said
// what it is; "" where none did.
func classedBy(documents []predate.ReadDocument, e predate.Evidence) string {
	for _, d := range documents {
		if d.File != e.File {
			continue
		}
		for _, c := range d.Corrections {
			if c.About == predate.RemarkKind && c.Holds(e.Page, e.Page) {
				return "classé par l’opérateur " + c.By
			}
		}
	}
	return ""
}
