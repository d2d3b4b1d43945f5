package extract

import (
	"maps"
	"slices"

	"predate"
	"predate/internal/reading/blank"
	"predate/internal/reading/chargestatement"
	"predate/internal/reading/coowner"
	"predate/internal/reading/deeds"
	"predate/internal/reading/fundcall"
	"predate/internal/reading/layout"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
	"predate/internal/reading/particulars"
	"predate/internal/reading/resolutions"
)

// Figures applies the forms and the rules of one kind to a part of that kind and
// keeps what is what its field must be. Every figure has its Key, a Status
// (confirmed unless the rule said otherwise) and the rule's name in its evidence;
// the file is left to the caller.
func Figures(kind predate.Kind, doc layout.Doc, forms *blank.Set) []predate.Figure {
	s := paper.Source{Doc: doc, Meaning: paper.NewMeaning(forms.Words(), kind)}
	var out []predate.Figure
	for _, rule := range rules() {
		if rule.From != kind {
			continue
		}
		for _, figure := range rule.Find(s) {
			out = append(out, rule.Sign(figure))
		}
	}
	for _, form := range forms.Of(kind) {
		out = append(out, particulars.Fill(paper.Of(s), form)...)
	}
	return checked(s, out)
}

// rules lists every rule: those of the building's papers, those of the owner's, then what
// both may mention.
func rules() []paper.Rule {
	return slices.Concat(
		schedule1Rules(), minutes.Rules(), resolutions.Rules(), deeds.Rules(), lightRules(),
		fundcall.Rules(), coowner.Rules(), chargestatement.Rules(),
		loanRules(),
	)
}

// checked keeps the candidates that are what their field must be.
func checked(doc paper.Source, figures []predate.Figure) []predate.Figure {
	table := checks()
	kept := figures[:0]
	for _, f := range figures {
		c, ok := table[f.Key]
		if !ok || f.Value == nil || c.Holds(paper.Of(doc), f.Value) {
			kept = append(kept, f)
		}
	}
	return kept
}

// checks lists what each field must be.
func checks() map[predate.Key]paper.Check {
	all := particulars.Checks()
	maps.Copy(all, resolutions.Checks())
	return all
}
