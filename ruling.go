package predate

import "fmt"

// The values of Evidence.Rule for evidence other than words of a paper.
const (
	OperatorRule = "operator"  // an operator's word
	ClientRule   = "client"    // the client's word
	PresenceRule = "part.kind" // the paper itself, whatever it says
)

// Declarant is the capacity in which a person declares a figure.
type Declarant string

// The declarants. A client declares on behalf of the seller, and nobody has verified
// it.
const (
	DeclaredByOperator Declarant = "operator"
	DeclaredByClient   Declarant = "client"
)

// Declaration is who declared a figure that no paper prints, when and why.
type Declaration struct {
	By   Declarant
	Name string // the operator's name or, for a client, the seller's; may be empty
	On   Date
	Why  string // the reason, exactly as typed; may be empty
}

// IsZero reports whether nobody declared anything.
func (d Declaration) IsZero() bool { return d == Declaration{} }

// Ruling is an operator's decision on a figure of one run: a value, or a status without
// a value. It replaces what the papers say, and the statement names its author. A ruling
// with a file is not about a figure: the operator looked at the unreadable pages of that
// file and found that no figure depends on them.
type Ruling struct {
	File  string
	Key   Key
	Value Value // nil for an absence, and for a status without a value
	// Status is declared, none, missing, not required or not applicable; empty if the
	// value decides between the first two.
	Status Status
	By     string // the operator's name
	// Operator is the operator's id; empty on the command line.
	Operator string
	On       Date
	Why      string // French, printed in the statement
}

// Decided returns the status that the ruling gives to its figure.
func (r Ruling) Decided() Status {
	switch {
	case r.Status != "":
		return r.Status
	case r.Value == nil || emptyList(r.Value):
		return StatusNone
	}
	return StatusDeclared
}

// Check returns an error if the ruling is not allowed for its figure, with a sentence
// about the rulings that are.
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

// choices returns a French list of what an operator may decide for a figure.
func (e FigureEntry) choices() string {
	out := "une valeur"
	for _, s := range []Status{StatusNone, StatusNotRequired, StatusMissing, StatusNotApplicable} {
		if e.MayBe(s) {
			out += ", « " + s.Name() + " »"
		}
	}
	return out
}

// Figure returns the figure as ruled, with the declaration of who decided, when and why.
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

// absence returns the value that a figure has if its thing does not exist: zero for an
// amount, an empty list for a list.
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

// nothing reports whether v means that the thing does not exist.
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
