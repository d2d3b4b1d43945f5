package predate

// Key names a figure of the statement, or a fact that leads to one. The
// statement's own keys are listed in keys.go.
type Key string

// Status says how far a figure can be relied upon.
type Status string

// The statuses. They are different sentences to a notary; none stands for
// another.
const (
	StatusConfirmed   Status = "confirmed"    // printed in a supplied paper
	StatusComputed    Status = "computed"     // derived; Rule says how
	StatusMissing     Status = "missing"      // not communicated; never a zero
	StatusNotRequired Status = "not_required" // exempted by law
	StatusNone        Status = "none"         // absence proven
	StatusDeclared    Status = "declared"     // said by a person; Declared says by whom
	StatusConflicting Status = "conflicting"  // papers disagree; a person decides
	// StatusNotApplicable is said by an operator: the figure is of nothing here.
	StatusNotApplicable Status = "not_applicable"
)

// Name is the status in French, as a person types it; empty for another.
func (s Status) Name() string {
	switch s {
	case StatusConfirmed:
		return "confirmé"
	case StatusComputed:
		return "calculé"
	case StatusMissing:
		return "non communiqué"
	case StatusNotRequired:
		return "non exigé"
	case StatusNone:
		return "néant"
	case StatusDeclared:
		return "déclaré"
	case StatusConflicting:
		return "contradictoire"
	case StatusNotApplicable:
		return "sans objet"
	}
	return ""
}

// Evidence is where a figure was read.
type Evidence struct {
	File     string // the document's filename, unique in the dossier
	Document DocumentID
	Page     int // from 1
	Box      Box
	Text     string // the printed words
	Rule     string // the extraction rule: "schedule_1.arrears"
}

// Figure is one typed value under a key, with what proves it. As a candidate,
// it is what one paper says; in a Statement, it is what was chosen.
type Figure struct {
	Key      Key
	Value    Value // nil where there is none to give
	Status   Status
	Evidence []Evidence
	// Year is the exercise that the paper speaks of; zero when the figure is
	// not about an exercise.
	Year Period
	// AsOf is the day for which a balance holds; zero otherwise.
	AsOf Date
	// Derivation is how a computed figure was obtained, or why there is none.
	Derivation Reason
	// Declared is who said the figure, where a person did rather than a paper;
	// zero otherwise.
	Declared Declaration
}

// Known says whether the figure has a value that may be printed as such.
func (f Figure) Known() bool {
	switch f.Status {
	case StatusConfirmed, StatusComputed, StatusNone, StatusDeclared:
		return true
	}
	return false
}
