package predate

import "time"

// DocType is the contract's document type code, 1 to 10.
type DocType int

// The ten codes of the contract.
const (
	TypeSummarySheet DocType = iota + 1
	TypeMinutes
	TypeRules
	TypeDiagnostic
	TypeAsbestos
	TypeLead
	TypeMaintenanceLog
	TypePlan
	TypeRegistration
	TypeOther
)

// Valid says whether t is one of the ten codes.
func (t DocType) Valid() bool { return t >= TypeSummarySheet && t <= TypeOther }

// Kind is what a paper is, finer than its DocType.
type Kind string

// The kinds of paper that a dossier is made of.
const (
	KindFundCall         Kind = "fund_call"
	KindAccountStatement Kind = "account_statement"
	KindChargeStatement  Kind = "charge_statement"
	KindExpenseStatement Kind = "expense_statement"
	KindSchedule1        Kind = "schedule_1"
	KindSchedule2        Kind = "schedule_2"
	KindSchedule3        Kind = "schedule_3"
	KindSchedule4        Kind = "schedule_4"
	KindSchedule5        Kind = "schedule_5"
	KindMeetingNotice    Kind = "meeting_notice"
	KindMinutes          Kind = "minutes"
	KindSummarySheet     Kind = "summary_sheet"
	KindRules            Kind = "coownership_rules"
	KindAmendment        Kind = "division_amendment"
	KindMaintenanceLog   Kind = "maintenance_log"
	KindRegistration     Kind = "registration_certificate"
	KindDTG              Kind = "dtg"
	KindPPT              Kind = "ppt"
	KindPPTDraft         Kind = "ppt_draft"
	KindCollectiveEPC    Kind = "collective_epc"
	KindAsbestos         Kind = "asbestos_report"
	KindLead             Kind = "lead_report"
	KindInsurance        Kind = "insurance"
	KindAgentContract    Kind = "agent_contract"
	KindPlan             Kind = "plan"
	KindLightAccounts    Kind = "light_accounts"
	KindOther            Kind = "other"
)

// DocType gives the contract's code for a kind.
func (k Kind) DocType() DocType {
	codes := map[Kind]DocType{
		KindSummarySheet: TypeSummarySheet, KindMinutes: TypeMinutes, KindRules: TypeRules,
		KindAmendment: TypeRules, KindMaintenanceLog: TypeMaintenanceLog, KindRegistration: TypeRegistration,
		KindDTG: TypeDiagnostic, KindPPT: TypeDiagnostic, KindPPTDraft: TypeDiagnostic,
		KindCollectiveEPC: TypeDiagnostic, KindAsbestos: TypeAsbestos, KindLead: TypeLead, KindPlan: TypePlan,
	}
	if code, ok := codes[k]; ok {
		return code
	}
	return TypeOther
}

// Origin is who gave a document.
type Origin string

// The three origins.
const (
	FromClient   Origin = "client"
	FromExtranet Origin = "extranet"
	FromOperator Origin = "operator"
)

// Document is one file of an order. Its bytes never change: they are addressed
// by their hash.
type Document struct {
	ID        DocumentID
	Order     OrderID
	Run       RunID // the run that brought it
	Hash      Hash
	Size      int64
	Filename  string // as given; for display, never for a path
	MediaType string // sniffed from the bytes
	Origin    Origin
	Hint      DocType // the client's or the extranet's guess; zero for none
	Comment   string
	GivenFor  string // the paper for which an operator gave it: its code and exercise, or its name; empty where nobody said one
	RemoteID  string // the extranet's own identifier; empty otherwise
	Collected time.Time
	Submit    bool // the client wants it handed in at the extranet
	Deposit   Deposit

	// What reading found; zero until it was read.
	DocType     DocType // of the main part
	Printed     Date    // the date that the paper bears
	Unreadable  string  // French: why nothing could be read; empty when it could
	Foreign     bool    // of another building
	DuplicateOf DocumentID
}

// ListedPaper is a document that an extranet lists for an order and that the order
// does not hold: it was not fetched yet, or could not be.
type ListedPaper struct {
	Order    OrderID
	Run      RunID  // that saw it listed last
	RemoteID string // as in Document
	Title    string
	Listed   Date // the day that the extranet gives; may be zero
	Hint     DocType
	Reason   string // French: why it could not be had; empty until it was tried
	Seen     time.Time
}

// Lacking is the reason for which the order does not hold the paper, in French.
func (p ListedPaper) Lacking() string {
	if p.Reason == "" {
		return "la collecte s’est arrêtée avant lui"
	}
	return p.Reason
}

// Deposit is what came of handing a document in at the extranet; zero until it
// was tried.
type Deposit struct {
	Made    time.Time   // zero when it was not
	Receipt string      // the extranet's own words, scrubbed; may be empty
	Failure FailureCode // why it was not made; empty when it was
}

// Part is a page range of a document that is one paper.
type Part struct {
	First, Last int // pages from 1, both included
	Kind        Kind
	DocType     DocType
	Reasons     []string // why this kind, for the expert who checks
	Foreign     bool     // speaks of another building
	Doubtful    bool     // may speak of another building: nothing is taken from it
	// Whose says in French what shows that the part is, or may be, of another
	// building; empty for one of ours.
	Whose string
	// Addressee is to whom the part is sent, in a file of papers of several owners;
	// empty in any other.
	Addressee string
	// Draft says that the paper is a proposal: accounts joined to a notice.
	Draft bool
	// Maybe is what pages of kind "other" may be, where that is not sure.
	Maybe []Kind
}

// Type is the code under which the document is told: what reading found, else
// the guess of who gave it, else "other".
func (d Document) Type() DocType {
	switch {
	case d.DocType.Valid():
		return d.DocType
	case d.Hint.Valid():
		return d.Hint
	}
	return TypeOther
}

// Remark is the comment under which the document is listed: that nothing was
// taken from it, where reading found another building's, and what who gave it
// wrote.
func (d Document) Remark() string {
	if !d.Foreign {
		return d.Comment
	}
	const aside = "Pièce d’un autre immeuble – écartée"
	if d.Comment == "" {
		return aside
	}
	return aside + " : " + d.Comment
}

// Delivered is the day that the paper bears, else the day it came to us.
func (d Document) Delivered() Date {
	if !d.Printed.IsZero() {
		return d.Printed
	}
	return DateOf(d.Collected)
}
