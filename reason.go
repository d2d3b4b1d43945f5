package predate

import "reflect"

// ReasonCode names a reason. The codes are listed in catalogue_reasons.go.
type ReasonCode string

// Reason is why a figure is what it is, why there is none, or why a person must
// look: a code, and what it is about. internal/reading/wording puts it into French. The
// zero Reason says nothing.
type Reason struct {
	Code  ReasonCode
	About []Term
}

// Because makes a reason.
func Because(code ReasonCode, about ...Term) Reason { return Reason{Code: code, About: about} }

// reasonWorded is the code of a reason of which only the words are known.
const reasonWorded ReasonCode = "worded"

// Worded is a reason of which only the words are known, as a statement that was
// kept has it; no words are no reason.
func Worded(text string) Reason {
	if text == "" {
		return Reason{}
	}
	return Because(reasonWorded, Text(text))
}

// Words gives the words of a reason of which only they are known.
func (r Reason) Words() (string, bool) {
	if r.Code != reasonWorded || len(r.About) != 1 {
		return "", false
	}
	text, ok := r.About[0].(Text)
	return string(text), ok
}

// IsZero reports whether it says nothing.
func (r Reason) IsZero() bool { return r.Code == "" }

// Or gives the reason, or another one where it says nothing.
func (r Reason) Or(other Reason) Reason {
	if r.IsZero() {
		return other
	}
	return r
}

// Equal reports whether two reasons are one: the same code, about the same.
func (r Reason) Equal(o Reason) bool { return reflect.DeepEqual(r, o) }

// Term is what a reason is about. The set of terms is closed, as that of values
// is.
type Term interface{ isTerm() }

type (
	// FileName is a paper of the dossier, by its file's name.
	FileName string
	// Said is what a paper or a person says.
	Said struct{ Value Value }
	// Reasons are several, said one after the other.
	Reasons []Reason
)

// An amount, a day, an exercise by its name, a period by its days, a text, a
// number, names, a nature, a figure, a paper, what one says, and other reasons.
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
