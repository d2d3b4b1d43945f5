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

// Valid reports whether t is one of the ten codes.
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

// DocType returns the contract's code for a kind.
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

// Origin is where a document came from.
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
	Run       RunID // the run during which it was added
	Hash      Hash
	Size      int64
	Filename  string // as given; for display, never for a path
	MediaType string // sniffed from the bytes
	Origin    Origin
	Hint      DocType // the client's or the extranet's guess; zero for none
	Comment   string
	GivenFor  string // the missing paper that an operator says it is: its code and exercise, or its name; may be empty
	RemoteID  string // the extranet's own identifier; empty otherwise
	Collected time.Time
	Submit    bool // the client wants it uploaded to the extranet
	Deposit   Deposit

	// What reading found; zero until the document was read.
	DocType     DocType // of the main part
	Printed     Date    // the date printed on the paper
	Unreadable  string  // French: why nothing could be read; empty when it could
	Foreign     bool    // of another building
	DuplicateOf DocumentID
}

// ListedPaper is a document that an extranet lists but that the order does not have: it
// was not fetched yet, or could not be fetched.
type ListedPaper struct {
	Order    OrderID
	Run      RunID  // the last run that saw it listed
	RemoteID string // as in Document
	Title    string
	Listed   Date // the day that the extranet gives; may be zero
	Hint     DocType
	Reason   string // French: why it could not be fetched; empty until that was tried
	Seen     time.Time
}

// Lacking returns in French why the order does not have the paper.
func (p ListedPaper) Lacking() string {
	if p.Reason == "" {
		return "la collecte s’est arrêtée avant lui"
	}
	return p.Reason
}

// Deposit is the result of uploading a document to the extranet; zero until that
// was tried.
type Deposit struct {
	Made    time.Time   // zero if it was not made
	Receipt string      // the extranet's own words, scrubbed; may be empty
	Failure FailureCode // why it was not made; empty if it was
}

// Part is a page range of a document that is one paper.
type Part struct {
	First, Last int // pages from 1, both included
	Kind        Kind
	DocType     DocType
	Reasons     []string // why this kind, for the expert who checks
	Foreign     bool     // speaks of another building
	Doubtful    bool     // may speak of another building: no figure is taken from it
	// Whose describes in French why the part is, or may be, of another building;
	// empty for a part of this building.
	Whose string
	// Addressee is the owner to whom the part is addressed, in a file with papers of
	// several owners; empty in other files.
	Addressee string
	// Draft marks a proposal: accounts that are enclosed with a notice.
	Draft bool
	// Maybe lists the kinds that pages of kind "other" may have, if that is uncertain.
	Maybe []Kind
}

// Type returns the contract's code for the document: the one that reading found, else
// the one guessed by the client or the extranet, else TypeOther.
func (d Document) Type() DocType {
	switch {
	case d.DocType.Valid():
		return d.DocType
	case d.Hint.Valid():
		return d.Hint
	}
	return TypeOther
}

// Remark returns the comment under which the document is listed: the sender's comment,
// after a French notice that the document was set aside if it is another building's.
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

// Delivered returns the date printed on the paper, else the day it was collected.
func (d Document) Delivered() Date {
	if !d.Printed.IsZero() {
		return d.Printed
	}
	return DateOf(d.Collected)
}
