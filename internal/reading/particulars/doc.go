// Package particulars fills in the forms of papers that are labels with values: who and where the
// building is, its agent and insurance, what a summary sheet (fiche synthétique), a maintenance
// log (carnet d'entretien), the register and diagnostics state, and when they were made.
//
// It owns what the types of fields read, where the value of a label stands, what a name, an
// address and a policy must be. It refuses to know any field itself: forms in papers/forms name
// the labels, and internal/reading/blank holds those forms. A label that leads to two values
// gives none.
package particulars
