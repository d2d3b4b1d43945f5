package predate

import "slices"

// OutcomeState is the result of reading a dossier.
type OutcomeState string

// The three outcomes: the statement can be issued; the client must be asked for
// something; an operator must look.
const (
	OutcomeDone    OutcomeState = "done"
	OutcomeWaiting OutcomeState = "waiting"
	OutcomeReview  OutcomeState = "review"
)

// GapKind is the kind of thing that is missing.
type GapKind string

// The kinds of gaps.
const (
	GapDocument GapKind = "document"
	GapFigure   GapKind = "figure"
	GapAction   GapKind = "action" // only the client can act: a password, a second factor
)

// CodeUnreadable is the code of a gap that asks again for a document which could not be
// read or fetched.
const CodeUnreadable = "unreadable_document"

// Gap is something missing, with the sentence that asks for it.
type Gap struct {
	Kind       GapKind
	Code       string // "schedule_1", "bad_credentials"
	DocType    DocType
	FiscalYear string // "2025" or "2024/2025"; may be empty
	Message    string // French
	// Reserve is true if the gap does not block the statement: the statement is
	// issued, and lists the document as still owed to the buyer.
	Reserve bool
}

// Blocking reports whether the statement waits for the missing thing.
func (g Gap) Blocking() bool { return !g.Reserve }

// Blocking returns the gaps that block the statement.
func Blocking(gaps []Gap) []Gap {
	return slices.DeleteFunc(slices.Clone(gaps), func(g Gap) bool { return g.Reserve })
}

// Reserves returns the gaps that do not block the statement.
func Reserves(gaps []Gap) []Gap {
	return slices.DeleteFunc(slices.Clone(gaps), Gap.Blocking)
}

// Outcome is the result of reading a dossier, with its reasons.
type Outcome struct {
	State    OutcomeState
	Missing  []Gap    // what to ask for: the blocking gaps, then the reserves
	Reasons  []Reason // why an operator must look
	Warnings []Reason // for the record; they block nothing
}

// ReadDocument is a document as the statement lists it.
type ReadDocument struct {
	Document DocumentID
	File     string
	Hash     Hash
	Pages    int
	Printed  Date
	Foreign  bool
	// DuplicateOf and SupersededBy name another file of the dossier.
	DuplicateOf  string
	SupersededBy string
	Unreadable   string
	// UnreadPages are the pages that could not be read, in a document with other pages
	// that could.
	UnreadPages []UnreadPage
	// LeftPages are the pages that were not read on purpose: the running text of a
	// scanned deed, from which no figure is taken. They do not count as unreadable, and
	// do not prove that something is not mentioned.
	LeftPages []int
	Parts     []Part
	// Corrections are the operators' corrections of the document.
	Corrections []Correction
	// Listed is true for a document that an extranet lists but that could not be
	// fetched or opened. There are no bytes then; File is its title, Printed the date
	// on the extranet, and Unreadable the reason, in French.
	Listed bool
	// Guess is the kind of a listed document according to its title; empty if the
	// title does not show it, and the document may be of any kind.
	Guess Kind
}

// UnreadPage is a page that could not be read, with the reason in French.
type UnreadPage struct {
	Number int // from 1
	Reason string
}

// Statement is the computed pré-état daté: the chosen figures, the gates that were
// checked and the gaps. It is a pure value: the same dossier and reference date always
// give the same statement.
type Statement struct {
	Order         Order
	ReferenceDate Date
	Figures       map[Key]Figure
	Gates         []Gate
	Outcome       Outcome
	Documents     []ReadDocument
	// Learnt is the values that learnt looks read, with how they were used. It is for
	// operators; reports do not contain it.
	Learnt []Learnt
}

// Figure returns the figure under a key, or one of StatusMissing if there is none.
func (s Statement) Figure(k Key) Figure {
	if f, ok := s.Figures[k]; ok {
		return f
	}
	return Figure{Key: k, Status: StatusMissing}
}
