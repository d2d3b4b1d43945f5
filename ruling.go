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

// Ruling is what an operator decided for a figure of one run: a value, or a status
// without one. It takes the place of whatever the papers say, and the statement says
// whose it is. One with a file is on no figure: the operator looked at the pages of
// that file which could not be read, and found that nothing hangs on them.
type Ruling struct {
	File  string
	Key   Key
	Value Value // nil for an absence, and for what has no value
	// Status is declared, none, missing, not required or not applicable; empty where
	// the value says which of the first two.
	Status Status
	By     string // the operator's name
	// Operator is the operator's id; empty on the command line.
	Operator string
	On       Date
	Why      string // French, printed in the statement
}

// Decided is the status that the ruling gives its figure.
func (r Ruling) Decided() Status {
	switch {
	case r.Status != "":
		return r.Status
	case r.Value == nil || emptyList(r.Value):
		return StatusNone
	}
	return StatusDeclared
}

// Check refuses a ruling that its figure cannot have, with a sentence that says
// what can be.
func (r Ruling) Check() error {
	entry, ok := FigureOf(r.Key)
	if !ok {
		return Refuse(CodeInvalid, "« %s » n’est pas un chiffre de la déclaration.", r.Key)
	}
	status := r.Decided()
	switch {
	case status == StatusNone && entry.Type == TypeMoney && !entry.MayBe(status):
		return Refuse(CodeInvalid, "%s : « néant » ne se dit pas de cette somme. Si elle est nulle, écrivez 0,00.", entry.Label)
	case !entry.MayBe(status):
		return Refuse(CodeInvalid, "%s : « %s » ne se dit pas de ce chiffre. Il peut être %s.", entry.Label, status.Name(), entry.choices())
	case status == StatusDeclared && r.Value == nil:
		return Refuse(CodeInvalid, "%s : il manque la valeur.", entry.Label)
	case status == StatusNone && r.Value != nil && !nothing(r.Value), status != StatusNone && status != StatusDeclared && r.Value != nil:
		return Refuse(CodeInvalid, "%s : « %s » ne va pas avec une valeur.", entry.Label, status.Name())
	}
	return nil
}

// choices says what an operator may decide of a figure, in French.
func (e FigureEntry) choices() string {
	out := "une valeur"
	for _, s := range []Status{StatusNone, StatusNotRequired, StatusMissing, StatusNotApplicable} {
		if e.MayBe(s) {
			out += ", « " + s.Name() + " »"
		}
	}
	return out
}

// Figure is the figure as ruled. It says who decided, when and why.
func (r Ruling) Figure() Figure {
	day := fmt.Sprintf("%02d/%02d/%04d", r.On.Day, int(r.On.Month), r.On.Year)
	status, value := r.Decided(), r.Value
	switch status {
	case StatusMissing, StatusNotRequired, StatusNotApplicable:
		value = nil
	case StatusNone:
		value = r.absence()
	}
	return Figure{
		Key: r.Key, Value: value, Status: status,
		Evidence:   []Evidence{{Text: fmt.Sprintf("%s, le %s : %s", r.By, day, r.Why), Rule: OperatorRule}},
		Derivation: Because(ReasonRuled, Text(r.By), r.On, Text(r.Why)),
		Declared:   Declaration{By: DeclaredByOperator, Name: r.By, On: r.On, Why: r.Why},
	}
}

// absence is the value of a figure of which there is none: nothing of an amount, an
// empty list of things.
func (r Ruling) absence() Value {
	entry, _ := FigureOf(r.Key)
	switch {
	case r.Value != nil:
		return r.Value
	case entry.Type == TypeMoney:
		return Money(0)
	case entry.Type == TypeTexts:
		return Texts(nil)
	case entry.Type == TypeCalls:
		return CallList(nil)
	case entry.Type == TypeWorks:
		return WorkList(nil)
	case entry.Type == TypeLoans:
		return LoanList(nil)
	}
	return nil
}

// nothing reports whether a value says that there is none.
func nothing(v Value) bool { return v == Money(0) || v == Flag(false) || emptyList(v) }

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
