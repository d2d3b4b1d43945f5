package predate

import "reflect"

// ReasonCode identifies a reason. The codes are listed in catalogue_reasons.go.
type ReasonCode string

// Reason is why a figure has its value, why it has none, or why an operator must look:
// a code with its terms. internal/reading/wording turns it into a French sentence. The
// zero Reason is no reason.
type Reason struct {
	Code  ReasonCode
	About []Term
}

// Because returns a reason with its terms.
func Because(code ReasonCode, about ...Term) Reason { return Reason{Code: code, About: about} }

// reasonWorded is the code of a reason of which only the sentence is known.
const reasonWorded ReasonCode = "worded"

// Worded returns a reason of which only the sentence is known, such as one from a stored
// statement. It returns the zero Reason for an empty text.
func Worded(text string) Reason {
	if text == "" {
		return Reason{}
	}
	return Because(reasonWorded, Text(text))
}

// Words returns the sentence of a reason made by Worded; false for other reasons.
func (r Reason) Words() (string, bool) {
	if r.Code != reasonWorded || len(r.About) != 1 {
		return "", false
	}
	text, ok := r.About[0].(Text)
	return string(text), ok
}

// IsZero reports whether r is no reason.
func (r Reason) IsZero() bool { return r.Code == "" }

// Or returns r, or other if r is zero.
func (r Reason) Or(other Reason) Reason {
	if r.IsZero() {
		return other
	}
	return r
}

// Equal reports whether r and o have the same code and the same terms.
func (r Reason) Equal(o Reason) bool { return reflect.DeepEqual(r, o) }

// Term is a value that the sentence of a reason contains. The set of types of terms is
// closed, like that of values.
type Term interface{ isTerm() }

type (
	// FileName identifies a paper of the dossier by the name of its file.
	FileName string
	// Said is a value that a paper or a person gave.
	Said struct{ Value Value }
	// Reasons is a list of reasons; its sentences follow one another.
	Reasons []Reason
)

// The types of terms: an amount, a day, an exercise by its name, a period by its days, a
// text, a number, names, a nature, a figure, a paper, a given value, and other reasons.
func (Cents) isTerm()    {}
func (Date) isTerm()     {}
func (Period) isTerm()   {}
func (Span) isTerm()     {}
func (Text) isTerm()     {}
func (Count) isTerm()    {}
func (Texts) isTerm()    {}
func (Days) isTerm()     {}
func (Nature) isTerm()   {}
func (Key) isTerm()      {}
func (FileName) isTerm() {}
func (Said) isTerm()     {}
func (Reason) isTerm()   {}
func (Reasons) isTerm()  {}
