package predate

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

// Gap is something missing, with the sentence that asks for it.
type Gap struct {
	Kind       GapKind
	Code       string // "schedule_1", "bad_credentials"
	DocType    DocType
	FiscalYear string // "2025" or "2024/2025"; may be empty
	Message    string // French
}

// Outcome says what becomes of the dossier and why.
type Outcome struct {
	State    OutcomeState
	Missing  []Gap    // when waiting: exactly what to ask for
	Reasons  []string // when a person must look
	Warnings []string // worth saying; they block nothing
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
	Parts        []Part
	// Listed says that an extranet lists the document and that it could not be
	// fetched or opened there: nobody has its bytes, File is its title, Printed
	// the day the extranet gives, and Unreadable the reason, in French.
	Listed bool
	// Guess is what the title of a listed document says that it is; empty where
	// the title does not say: it may then be anything.
	Guess Kind
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
}

// Figure gives the figure under a key; an absent one is missing.
func (s Statement) Figure(k Key) Figure {
	if f, ok := s.Figures[k]; ok {
		return f
	}
	return Figure{Key: k, Status: StatusMissing}
}
