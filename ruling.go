package predate

import "fmt"

// OperatorRule is the Rule of evidence that is an operator's word, and no
// place in a paper.
const OperatorRule = "operator"

// PresenceRule is the Rule of evidence that a paper is in the dossier, whatever
// it says.
const PresenceRule = "part.kind"

// Ruling is a value that an operator decided for a figure of one run. It takes
// the place of whatever the papers say, and the statement says whose it is.
type Ruling struct {
	Key   Key
	Value Value
	By    string // the operator
	On    Date
	Why   string // French, printed in the statement
}

// Figure is the figure as ruled: confirmed, or a proven absence when the value
// is an empty list. Its derivation names who decided, when and why.
func (r Ruling) Figure() Figure {
	day := fmt.Sprintf("%02d/%02d/%04d", r.On.Day, int(r.On.Month), r.On.Year)
	status := StatusConfirmed
	if emptyList(r.Value) {
		status = StatusNone
	}
	return Figure{
		Key: r.Key, Value: r.Value, Status: status,
		Evidence:   []Evidence{{Text: fmt.Sprintf("%s, le %s : %s", r.By, day, r.Why), Rule: OperatorRule}},
		Derivation: fmt.Sprintf("Retenu par l’opérateur %s le %s : %s", r.By, day, r.Why),
	}
}

func emptyList(v Value) bool {
	switch v := v.(type) {
	case Texts:
		return len(v) == 0
	case Days:
		return len(v) == 0
	case LotList:
		return len(v) == 0
	case KeyList:
		return len(v) == 0
	case CallList:
		return len(v) == 0
	case WorkList:
		return len(v) == 0
	case LoanList:
		return len(v) == 0
	}
	return false
}
