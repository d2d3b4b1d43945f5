package typeset

import (
	"slices"

	"predate"
)

// Label is the French name of a figure of the statement, as people speak of
// it; a key that is none is given back as it is.
func Label(k predate.Key) string {
	if entry, ok := predate.FigureOf(k); ok {
		return entry.Label
	}
	return string(k)
}

// KindName is what a paper is called in French.
func KindName(k predate.Kind) string { return kindName(k) }

// GateName says in French what a gate compares.
func GateName(id string) string { return gateName(id) }

// Words writes a value as a French reader expects it, a list of calls as its
// total; "" for the other lists.
func Words(v predate.Value) string { return words(v) }

// ItemName names an item of a checklist as people speak of it.
func ItemName(item predate.Item) string {
	name := kindName(predate.Kind(item.Code))
	switch {
	case item.Code == predate.CodeUnreadable:
		name = "copie lisible"
	case item.Kind != predate.GapDocument:
		name = "question"
	case !slices.Contains(predate.Kinds(), predate.Kind(item.Code)):
		name = "pièce"
	}
	if item.FiscalYear != "" {
		name += ", exercice " + item.FiscalYear
	}
	return name
}
