package predate

import "fmt"

// The rules of evidence that is no words of a paper.
const (
	OperatorRule = "operator"  // an operator's word
	ClientRule   = "client"    // the client's word
	PresenceRule = "part.kind" // the paper itself, whatever it says
)

// Declarant is in what capacity a person says a figure.
type Declarant string

// The declarants. What a client says, he says for the seller, and nobody has
// verified it.
const (
	DeclaredByOperator Declarant = "operator"
	DeclaredByClient   Declarant = "client"
)

// Declaration is who said a figure that no paper prints, when and why.
type Declaration struct {
	By   Declarant
	Name string // the operator's; of a client's, the seller's, for whom he speaks; may be empty
	On   Date
	Why  string // the reason, to the letter as it was typed; may be empty
}

// IsZero reports whether nobody declared anything.
func (d Declaration) IsZero() bool { return d == Declaration{} }

// Ruling is a value that an operator decided for a figure of one run. It takes
// the place of whatever the papers say, and the statement says whose it is. One
// with a file is on no figure: the operator looked at the pages of that file which
// could not be read, and found that nothing hangs on them.
type Ruling struct {
	File  string
	Key   Key
	Value Value  // nil for an absence
	By    string // the operator
	On    Date
	Why   string // French, printed in the statement
}

// Figure is the figure as ruled: declared, or an absence where there is no
// value or an empty list. It says who decided, when and why.
func (r Ruling) Figure() Figure {
	day := fmt.Sprintf("%02d/%02d/%04d", r.On.Day, int(r.On.Month), r.On.Year)
	status := StatusDeclared
	if r.Value == nil || emptyList(r.Value) {
		status = StatusNone
	}
	return Figure{
		Key: r.Key, Value: r.Value, Status: status,
		Evidence:   []Evidence{{Text: fmt.Sprintf("%s, le %s : %s", r.By, day, r.Why), Rule: OperatorRule}},
		Derivation: Because(ReasonRuled, Text(r.By), r.On, Text(r.Why)),
		Declared:   Declaration{By: DeclaredByOperator, Name: r.By, On: r.On, Why: r.Why},
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
