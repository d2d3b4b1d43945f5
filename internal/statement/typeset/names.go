package typeset

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
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

// writtenName writes the printed name of a seller as deeds do, "Mme Hélène VASSORELLE",
// where the order tells his first name from his family name; else as it is printed.
func writtenName(printed string, owners []predate.Owner) string {
	for _, o := range owners {
		match := fold.Name(printed, o.Firstname, o.Lastname)
		if match == fold.OtherName || strings.TrimSpace(o.Firstname) == "" {
			continue
		}
		first := ""
		if match == fold.WholeName {
			first = o.Firstname
		}
		return joined(" ", civility(printed), strings.TrimSpace(first), strings.ToUpper(strings.TrimSpace(o.Lastname)))
	}
	return printed
}

// ownerName writes the name of a seller as the order gives it.
func ownerName(o predate.Owner) string {
	if strings.TrimSpace(o.Firstname) == "" { // a company, or several together
		return strings.TrimSpace(o.Lastname)
	}
	return strings.TrimSpace(o.Firstname) + " " + strings.ToUpper(strings.TrimSpace(o.Lastname))
}

// civility is the title of courtesy before or behind a printed name, in short; "" for none.
func civility(printed string) string {
	for _, word := range strings.Fields(printed) {
		switch strings.ToLower(strings.TrimSuffix(word, ".")) {
		case "m", "mr", "monsieur":
			return "M."
		case "mme", "madame":
			return "Mme"
		case "mlle", "mademoiselle":
			return "Mlle"
		}
	}
	return ""
}

// sellersNamed gives the sellers' names, one by one.
func (c *composer) sellersNamed() []string {
	var names []string
	f := c.Figure(predate.KeyOwners)
	if printed, ok := f.Value.(predate.Texts); ok && f.Known() && len(printed) > 0 {
		for _, name := range printed {
			names = append(names, writtenName(name, c.Order.Owners))
		}
		return names
	}
	for _, o := range c.Order.Owners {
		names = append(names, ownerName(o))
	}
	return names
}
