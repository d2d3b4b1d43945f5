package predate

// Key identifies a figure of the statement, or a fact. The keys of the statement
// are listed in keys.go.
type Key string

// Status is how a figure was established, or why it has no value.
type Status string

// The statuses. Each is a different statement to a notary; none may replace
// another.
const (
	StatusConfirmed   Status = "confirmed"    // printed in a supplied paper
	StatusComputed    Status = "computed"     // derived; Rule says how
	StatusMissing     Status = "missing"      // not communicated; never a zero
	StatusNotRequired Status = "not_required" // exempted by law
	StatusNone        Status = "none"         // absence proven
	StatusDeclared    Status = "declared"     // said by a person; Declared says by whom
	StatusConflicting Status = "conflicting"  // papers disagree; a person decides
	// StatusNotApplicable is an operator's ruling: the figure has no object here.
	StatusNotApplicable Status = "not_applicable"
)

// Name returns the French name of the status, as a person types it; empty if the
// status has none.
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

// Evidence is the place where a figure was read.
type Evidence struct {
	File     string // the document's filename, unique in the dossier
	Document DocumentID
	Page     int // from 1
	Box      Box
	Text     string // the printed words
	Rule     string // the extraction rule: "schedule_1.arrears"
}

// Figure is one typed value under a key, with its evidence. A candidate is the value
// that one paper gives; in a Statement, a figure is the value that was chosen.
type Figure struct {
	Key      Key
	Value    Value // nil if there is none
	Status   Status
	Evidence []Evidence
	// Year is the exercise that the figure belongs to; zero if it belongs to
	// none.
	Year Period
	// AsOf is the day for which a balance holds; zero otherwise.
	AsOf Date
	// Derivation is how a computed figure was obtained, or why there is no value.
	Derivation Reason
	// Declared is the declaration of the figure by a person; zero if it comes from
	// papers.
	Declared Declaration
}

// Known reports whether the figure has a value that may be printed.
func (f Figure) Known() bool {
	switch f.Status {
	case StatusConfirmed, StatusComputed, StatusNone, StatusDeclared:
		return true
	}
	return false
}
