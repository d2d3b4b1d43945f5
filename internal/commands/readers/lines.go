package readers

import (
	"fmt"

	"predate"
	"predate/internal/statement/typeset"
)

// Fate says why a document is set aside.
func Fate(d predate.ReadDocument) string {
	switch {
	case d.Listed:
		return " — proposée par l’extranet, non obtenue : " + d.Unreadable
	case d.Unreadable != "":
		return " — illisible : " + d.Unreadable
	case d.DuplicateOf != "":
		return " — écartée : double de " + d.DuplicateOf
	case d.Foreign:
		return " — écartée : d’un autre immeuble"
	case d.SupersededBy != "":
		return " — écartée : remplacée par " + d.SupersededBy
	}
	return ""
}

// PartLine is a paper that was found in a document, on one line.
func PartLine(part predate.Part) string {
	line := fmt.Sprintf("p. %d", part.First)
	if part.Last > part.First {
		line = fmt.Sprintf("p. %d-%d", part.First, part.Last)
	}
	line += fmt.Sprintf(" : %s (type %d)", typeset.KindName(part.Kind), part.DocType)
	if part.Draft {
		line += ", projet"
	}
	switch {
	case part.Foreign:
		line += ", d’un autre immeuble (" + part.Whose + ")"
	case part.Doubtful:
		line += ", peut-être d’un autre immeuble (" + part.Whose + ")"
	}
	return line
}
