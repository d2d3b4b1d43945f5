package predate

// The facts of the owner's papers: calls for funds, extracts of account and charge
// statements. If a paper has many lines of one sort, each line is a figure of its own,
// so that each keeps its evidence.
const (
	// Calls for funds.
	FactCall            Key = "fact.call"             // CallHead: what the call says of itself
	FactCallLine        Key = "fact.call_line"        // CallLine: one line, one quote-part; ListedCall in a list of all owners
	FactCallSubtotal    Key = "fact.call_subtotal"    // CallSubtotal: by nature
	FactPreviousBalance Key = "fact.previous_balance" // Money, signed, as of AsOf: before the call

	// Extracts of account.
	FactAccount        Key = "fact.account"         // AccountHead
	FactAccountLine    Key = "fact.account_line"    // AccountLine: one movement
	FactAccountOpening Key = "fact.account_opening" // AccountBalance
	FactAccountClosing Key = "fact.account_closing" // AccountBalance
	FactAccountTotals  Key = "fact.account_totals"  // AccountTotals
	FactAccountNature  Key = "fact.account_nature"  // NatureBalance: the balance split by nature

	// Charge statements, by exercise (Figure.Year).
	FactCharges       Key = "fact.charges"        // ChargeHead
	FactChargeKey     Key = "fact.charge_key"     // ChargeKey: total of one key for one lot
	FactChargeLot     Key = "fact.charge_lot"     // ChargeLot: total of one lot
	FactChargeTotals  Key = "fact.charge_totals"  // ChargeTotals: current charges of every lot of the paper
	FactChargeWork    Key = "fact.charge_work"    // ChargeWork: an operation closed in the exercise
	FactChargeWorkSum Key = "fact.charge_worksum" // ChargeTotals: of the operations closed
	// FactChargeNoWorks is a printed "néant" under the operations closed.
	FactChargeNoWorks Key = "fact.charge_no_works" // Flag
	// FactFundMentioned is set if a paper of the owner mentions the share of the works
	// fund attached to the lots, whether or not its amount could be read.
	FactFundMentioned Key = "fact.fund_mentioned" // Flag
	// FactPurchase is the day on which the seller became owner, if a paper gives it.
	FactPurchase Key = "fact.purchase" // Day
)

// CallHead is the heading of a call for funds.
type CallHead struct {
	Account  string // the co-owner's account number; may be empty
	Number   string // "2026-2"; may be empty
	Period   Period // zero when not printed
	Due      Date   // date d'exigibilité
	Issued   Date
	Year     string // the exercise as printed, "2026" or "2025/2026"; may be empty
	Lots     []string
	Total    Cents
	HasTotal bool
	Replaces bool // "annule et remplace"
}

// CallLine is one quote-part of a call.
type CallLine struct {
	Lot     string // empty when the line is for all the lots of the account
	Code    string // of the allocation key, "GEN"; may be empty
	Label   string // of the allocation key
	Budget  Cents  // yearly budget or voted amount; 0 when not printed
	Called  Cents  // what the whole syndicat is called for; 0 when not printed
	Base    int64  // total of the key
	Share   int64  // of the lot in the key
	Unit    string
	Metered bool
	Amount  Cents // the quote-part
	Nature  Nature
	Title   string // of the works or of the heading
	VotedOn Date   // the meeting that decided the works
}

// ListedCall is one row of a call that lists all owners. It counts for the seller only
// if its lot or its owner is known to be the seller's.
type ListedCall struct {
	Owner  string
	Lot    string // empty if the list prints none
	Share  int64  // of the lot; 0 when not printed
	Unit   string
	Amount Cents
	Nature Nature
	Title  string // of works
}

// ListMakes reports whether the rows of a list make its total: each is rounded by half
// a cent at most.
func ListMakes(rows []ListedCall, total Cents) bool {
	off := -total
	for _, row := range rows {
		off += row.Amount
	}
	return max(off, -off) <= Cents(len(rows)/2)
}

// CallSubtotal is the printed total of one nature in a call.
type CallSubtotal struct {
	Nature  Nature
	Title   string
	VotedOn Date
	Amount  Cents
}

// AccountHead is the heading of an extract of account.
type AccountHead struct {
	Account string
	Period  Period
	Issued  Date
	Lots    []string
}

// LotAccount returns the name of the account of one lot, for an account without number.
func LotAccount(lot string) string { return "Lot " + lot }

// AccountLine is one movement of an account.
type AccountLine struct {
	Account string // the co-owner's account number; may be empty
	Movement
}

// AccountBalance is an opening or a closing balance: positive is owed by the
// co-owner.
type AccountBalance struct {
	Account string
	Date    Date
	Amount  Cents
}

// AccountTotals is the printed totals of an account.
type AccountTotals struct {
	Account       string
	Debit, Credit Cents
}

// NatureBalance is a part of a balance by nature: positive is owed by the
// co-owner.
type NatureBalance struct {
	Account string
	Sub     string // "450-1"; may be empty
	Nature  Nature
	Amount  Cents
}

// ChargeHead is the heading of a charge statement; the exercise is the figure's Year.
type ChargeHead struct {
	Account  string
	Issued   Date
	Approved Date // the meeting that approved the accounts
	Lots     []string
}

// ChargeKey is the total of one key for one lot in a charge statement.
type ChargeKey struct {
	Lot     string
	Code    string
	Label   string
	Total   Cents // to be apportioned
	Base    int64
	Share   int64
	Unit    string
	Metered bool
	Amount  Cents // the lot's quote-part
}

// ChargeLot is what one lot bore and was called in an exercise.
type ChargeLot struct {
	Lot       string
	Actual    Cents
	Called    Cents
	HasCalled bool
}

// ChargeTotals is the summary of a charge statement over all its lots. The
// adjustment is positive when the co-owner still owes.
type ChargeTotals struct {
	Actual, Called, Adjustment          Cents
	HasActual, HasCalled, HasAdjustment bool
}

// ChargeWork is the quote-part of an operation closed in the exercise.
type ChargeWork struct {
	Lot       string // empty when the line is for all the lots
	Title     string
	Key       string
	Gross     Cents
	Funding   Cents // works fund, subsidies, loan
	Net       Cents // to be apportioned
	Base      int64
	Share     int64
	Amount    Cents
	Called    Cents
	HasCalled bool
}

func (CallHead) isValue()       {}
func (CallLine) isValue()       {}
func (ListedCall) isValue()     {}
func (CallSubtotal) isValue()   {}
func (AccountHead) isValue()    {}
func (AccountLine) isValue()    {}
func (AccountBalance) isValue() {}
func (AccountTotals) isValue()  {}
func (NatureBalance) isValue()  {}
func (ChargeHead) isValue()     {}
func (ChargeKey) isValue()      {}
func (ChargeLot) isValue()      {}
func (ChargeTotals) isValue()   {}
func (ChargeWork) isValue()     {}
