package predate

// The facts are values that papers print and that are not lines of the statement,
// but from which lines are computed or gates checked. Their keys begin with "fact."
// so that none is printed by mistake. A fact about an exercise has its Year set; one
// about a balance has its AsOf set.
const (
	// Annexe 1, the state of the syndicat after apportionment. Each fact exists
	// once per column; AsOf distinguishes the two.
	FactAssetsTotal      Key = "fact.assets_total"      // Money: total général, treasury and claims
	FactLiabilitiesTotal Key = "fact.liabilities_total" // Money: total général, provisions and debts
	FactOwnersDebit      Key = "fact.owners_debit"      // Money: account 45, claims side
	FactOwnersDoubtful   Key = "fact.owners_doubtful"   // Money: account 459
	FactOwnersCredit     Key = "fact.owners_credit"     // Money: account 45, debts side
	FactCashAdvance      Key = "fact.cash_advance"      // Money: account 1031, whole syndicat
	FactWorksAdvance     Key = "fact.works_advance"     // Money: account 1032
	FactOtherAdvance     Key = "fact.other_advance"     // Money: account 1033
	FactWorksPending     Key = "fact.works_pending"     // Money: account 12
	FactSuspense         Key = "fact.suspense"          // Money: account 47, one figure a side
	FactListDebit        Key = "fact.list_debit"        // Money: individual list, total of debtors
	FactListCredit       Key = "fact.list_credit"       // Money: individual list, total of creditors
	// FactLoansOutstanding is the sum still due on loans, at the foot of annexe 1; a
	// printed "néant" gives StatusNone.
	FactLoansOutstanding Key = "fact.loans_outstanding"

	// Annexes 2 and 3, by exercise.
	FactNetCharges        Key = "fact.net_charges"        // Money: current charges of a closed exercise
	FactBudget            Key = "fact.budget"             // Money: budget of an exercise, voted or to be voted
	FactBalance2Current   Key = "fact.balance_2_current"  // Money: annexe 2, upper part; positive is an excess
	FactBalance2Works     Key = "fact.balance_2_works"    // Money: annexe 2, lower part
	FactBalance3          Key = "fact.balance_3"          // Money: annexe 3
	FactProvisionsCurrent Key = "fact.provisions_current" // Money: provisions called on the budget
	FactKeyNets           Key = "fact.key_nets"           // KeyNets: annexe 3, net by key

	// Annexes 4 and 5.
	FactClosedWorks Key = "fact.closed_works" // ClosedWorks
	// FactClosedTotal is ClosedWorks of one line: the printed TOTAL of annexe
	// 4 or, for the exercise before, that of the works part of annexe 2.
	FactClosedTotal   Key = "fact.closed_total"
	FactOpenWorks     Key = "fact.open_works"     // OpenWorks
	FactPendingTotal  Key = "fact.pending_total"  // Money: annexe 5, total of column E
	FactOpenTotal     Key = "fact.open_total"     // OpenWorks of one line: the printed TOTAL
	FactScheduleDraft Key = "fact.schedule_draft" // Flag: the accounts are those submitted to a meeting to come

	// Minutes and notices.
	FactMeeting        Key = "fact.meeting"          // Text: ordinaire, extraordinaire, mixte, spéciale; AsOf the day
	FactResolutions    Key = "fact.resolutions"      // Resolutions
	FactApproval       Key = "fact.approval"         // Flag: accounts of Year approved or refused on AsOf
	FactBudgetVoted    Key = "fact.budget_voted"     // Money: of Year, adopted on AsOf
	FactWorksFundVoted Key = "fact.works_fund_voted" // Money: yearly contribution of Year
	FactCallsPerYear   Key = "fact.calls_per_year"   // Count: of the budget's provisions
	FactAgentMandate   Key = "fact.agent_mandate"    // Span: adopted mandate of the managing agent
	FactCancelledWorks Key = "fact.cancelled_works"  // Texts: titles of earlier works given up
	// FactProceedingsMentioned and FactDifficultyMentioned are words of any paper
	// about a proceeding, or about an agent appointed by a judge: Text. If either
	// exists, the statement may not say that there is none.
	FactProceedingsMentioned Key = "fact.proceedings_mentioned"
	FactDifficultyMentioned  Key = "fact.difficulty_mentioned"
	// FactLoanMentioned is words of any paper about a loan of the syndicat: Text. If
	// it exists, the statement may not say that there is no loan.
	FactLoanMentioned Key = "fact.loan_mentioned"

	// Summary sheet. Its definitions are wider than those of annexe 1, so its
	// amounts are never the figures themselves.
	FactSheetArrears      Key = "fact.sheet_arrears"       // Money
	FactSheetDebts        Key = "fact.sheet_debts"         // Money: suppliers, staff and others
	FactSheetWorksFund    Key = "fact.sheet_works_fund"    // Money
	FactSheetNetCharges   Key = "fact.sheet_net_charges"   // Money
	FactSheetWorksCharges Key = "fact.sheet_works_charges" // Money
	FactSheetDebtors      Key = "fact.sheet_debtors"       // Count: owing more than 300 €
	FactLotCount          Key = "fact.lot_count"           // Count: every lot
	FactMainLotCount      Key = "fact.main_lot_count"      // Count: dwellings, offices and shops
	FactBuildingCount     Key = "fact.building_count"      // Count
	FactLastUpdate        Key = "fact.last_update"         // Day: of the register
	// FactConstruction is when the building was built, from the sheet, the register
	// or the log: a Span of whole years, in which an unknown end is zero.
	FactConstruction Key = "fact.construction"

	// Light bookkeeping of small syndicats (loi 65-557, art. 14-3 al. 2).
	FactLightBookkeeping Key = "fact.light_bookkeeping" // Flag
	FactOwnerRows        Key = "fact.owner_rows"        // OwnerRows: what each owner bore and paid
	FactExpenses         Key = "fact.expenses"          // MovementList: dated expenses, debits
	FactCashAtEnd        Key = "fact.cash_at_end"       // Money
	// FactKeyTotals is the expense statement's net by key, as KeyNets of one
	// column.
	FactKeyTotals Key = "fact.key_totals"
)

// Column is one of the value columns of the statutory schedules. "N" in their
// headings is the closed exercise.
type Column string

// The columns of annexes 1 to 3.
const (
	ColumnPrevious     Column = "previous"      // exercice précédent approuvé, N-1
	ColumnClosedBudget Column = "closed_budget" // exercice clos, budget voté, N
	ColumnClosed       Column = "closed"        // exercice clos, réalisé à approuver, N
	ColumnRunning      Column = "running"       // budget en cours voté, N+1
	ColumnNext         Column = "next"          // budget à voter, N+2
)

// ColumnAmount is an amount in one column of a schedule.
type ColumnAmount struct {
	Column Column
	Year   Period // zero if the heading does not give it
	Amount Cents
}

// KeyNet is the net charges of one allocation key, annexe 3.
type KeyNet struct {
	Code    string // "GEN"; may be empty
	Label   string
	Total   int64  // of the key's tantièmes; 0 when not printed
	Unit    string // "tantièmes", "lots", "m³"
	Amounts []ColumnAmount
}

// ClosedWork is one line of annexe 4: an operation finished in the exercise.
type ClosedWork struct {
	Title       string
	Key         string
	VotedOn     Date // zero when not printed
	Exceptional bool // an opération exceptionnelle rather than art. 14-2 works
	Voted       Cents
	Spent       Cents
	Received    Cents // provisions called, loans and subsidies received, works fund
	Balance     Cents
}

// OpenWork is one line of annexe 5: an operation voted and not closed.
type OpenWork struct {
	Title     string
	Key       string
	VotedOn   Date
	Voted     Cents // A
	Paid      Cents // B
	Done      Cents // C
	Received  Cents // D
	Pending   Cents // E = D − C
	ToReceive Cents // F
}

// VoteOutcome is the result of the vote on a point of the agenda.
type VoteOutcome string

// The outcomes of a vote.
const (
	VoteAdopted   VoteOutcome = "adopted"
	VoteRejected  VoteOutcome = "rejected"
	VotePostponed VoteOutcome = "postponed"
	VoteNone      VoteOutcome = "no_vote" // the point required no vote
	VoteUnknown   VoteOutcome = "unknown" // the text does not give the result
)

// Subject is what a resolution is about.
type Subject string

// The subjects that matter to a statement.
const (
	SubjectAccounts    Subject = "accounts"
	SubjectBudget      Subject = "budget"
	SubjectWorksFund   Subject = "works_fund"
	SubjectWorks       Subject = "works"
	SubjectAgent       Subject = "agent"
	SubjectLoan        Subject = "loan"
	SubjectProceedings Subject = "proceedings"
	SubjectPlan        Subject = "plan" // PPT or its draft
	SubjectDTG         Subject = "dtg"
	SubjectAdvance     Subject = "advance"
	SubjectDifficulty  Subject = "difficulty"
	SubjectOther       Subject = "other"
)

// Resolution is one point of the minutes, with its vote.
type Resolution struct {
	Number  string // "12", "9.1"; may be empty
	Title   string
	Subject Subject
	Outcome VoteOutcome
	Year    Period // the exercise that it is about; zero for none
	Amount  Cents  // the decided amount; 0 if there is none or it is uncertain
	Text    string // the decision's words
	Pages   [2]int // first and last page
}

// OwnerRow is one owner's line in accounts kept in the light form.
type OwnerRow struct {
	Owner   string
	Lots    string // "2" or "3, 7"
	Charges Cents
	Called  Cents
	Paid    Cents
	Balance Cents // positive: owed by the owner
}

type (
	// KeyNets is the allocation keys of annexe 3.
	KeyNets []KeyNet
	// ClosedWorks is the lines of annexe 4.
	ClosedWorks []ClosedWork
	// OpenWorks is the lines of annexe 5.
	OpenWorks []OpenWork
	// Resolutions is the points of minutes, in order.
	Resolutions []Resolution
	// OwnerRows is the lines of a light account.
	OwnerRows []OwnerRow
)

func (KeyNets) isValue()     {}
func (ClosedWorks) isValue() {}
func (OpenWorks) isValue()   {}
func (Resolutions) isValue() {}
func (OwnerRows) isValue()   {}
