package predate

import "slices"

// OutcomeState is where the reading of a dossier leads.
type OutcomeState string

// The three outcomes: the statement can be issued; something must be asked of
// the client; a person of ours must look.
const (
	OutcomeDone    OutcomeState = "done"
	OutcomeWaiting OutcomeState = "waiting"
	OutcomeReview  OutcomeState = "review"
)

// GapKind is what is missing.
type GapKind string

// The kinds of gaps.
const (
	GapDocument GapKind = "document"
	GapFigure   GapKind = "figure"
	GapAction   GapKind = "action" // only the client can act: a password, a second factor
)

// CodeUnreadable is the code of a gap that asks once more for a document of
// which nothing could be read, or that could not be had.
const CodeUnreadable = "unreadable_document"

// Gap is something missing, with the sentence that asks for it.
type Gap struct {
	Kind       GapKind
	Code       string // "schedule_1", "bad_credentials"
	DocType    DocType
	FiscalYear string // "2025" or "2024/2025"; may be empty
	Message    string // French
	// Reserve says that it is asked for without holding the statement back: the
	// statement is issued, and names it as still owed to the buyer.
	Reserve bool
}

// Blocking reports whether the statement waits for it.
func (g Gap) Blocking() bool { return !g.Reserve }

// Blocking gives the gaps for which a statement waits.
func Blocking(gaps []Gap) []Gap {
	return slices.DeleteFunc(slices.Clone(gaps), func(g Gap) bool { return g.Reserve })
}

// Reserves gives the gaps for which no statement waits.
func Reserves(gaps []Gap) []Gap {
	return slices.DeleteFunc(slices.Clone(gaps), Gap.Blocking)
}

// Outcome says what becomes of the dossier and why.
type Outcome struct {
	State    OutcomeState
	Missing  []Gap    // what to ask for: what holds the statement back, then the reserves
	Reasons  []Reason // when a person must look
	Warnings []Reason // worth saying; they block nothing
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
	// UnreadPages are pages that no reader could read, in a document of which
	// others could be.
	UnreadPages []UnreadPage
	// LeftPages are pages that were left unread on purpose: the running text of a
	// scanned deed, on which no figure hangs. They are neither unreadable nor proof that
	// something is not said.
	LeftPages []int
	Parts     []Part
	// Corrections are what operators said of the document.
	Corrections []Correction
	// Listed says that an extranet lists the document and that it could not be
	// fetched or opened there: nobody has its bytes, File is its title, Printed
	// the day the extranet gives, and Unreadable the reason, in French.
	Listed bool
	// Guess is what the title of a listed document says that it is; empty where
	// the title does not say: it may then be anything.
	Guess Kind
}

// UnreadPage is a page that no reader could read, with the reason in French.
type UnreadPage struct {
	Number int // from 1
	Reason string
}

// Statement is the computed pré-état daté: figures chosen, what was checked,
// what is lacking. It is a pure value: the same dossier at the same reference
// date always gives the same statement.
type Statement struct {
	Order         Order
	ReferenceDate Date
	Figures       map[Key]Figure
	Gates         []Gate
	Outcome       Outcome
	Documents     []ReadDocument
	// Learnt is what looks that operators taught read, with what became of it. It
	// is for operators: no report has it.
	Learnt []Learnt
}

// Figure gives the figure under a key; an absent one is missing.
func (s Statement) Figure(k Key) Figure {
	if f, ok := s.Figures[k]; ok {
		return f
	}
	return Figure{Key: k, Status: StatusMissing}
}
