package predate

import "strings"

// Value is the value of a figure. The set of its types is closed: code that handles one
// type handles all.
type Value interface{ isValue() }

type (
	// Money is an amount; the key defines the meaning of its sign.
	Money Cents
	// Day is one date.
	Day Date
	// Span is a period, such as an exercise.
	Span Period
	// Text is a sentence or a name.
	Text string
	// Flag is yes or no.
	Flag bool
	// Count is a whole number.
	Count int64
	// Texts is a list of names or sentences.
	Texts []string
	// Days is a list of dates.
	Days []Date
	// LotList is the lots that are sold.
	LotList []Lot
	// KeyList is the allocation keys that concern them.
	KeyList []AllocationKey
	// CallList is sums with their due dates, past or future.
	CallList []Call
	// WorkList is works that a general meeting decided.
	WorkList []Work
	// LoanList is the loans of the syndicat.
	LoanList []Loan
	// MovementList is the lines of an account.
	MovementList []Movement
)

func (Money) isValue()        {}
func (Day) isValue()          {}
func (Span) isValue()         {}
func (Text) isValue()         {}
func (Flag) isValue()         {}
func (Count) isValue()        {}
func (Texts) isValue()        {}
func (Days) isValue()         {}
func (LotList) isValue()      {}
func (KeyList) isValue()      {}
func (CallList) isValue()     {}
func (WorkList) isValue()     {}
func (LoanList) isValue()     {}
func (MovementList) isValue() {}
func (Contribution) isValue() {}
func (Policy) isValue()       {}
func (Paper) isValue()        {}

// Lot is a unit of the building as the papers describe it.
type Lot struct {
	Number      string
	Type        string // "Appartement", "Cave"
	Building    string
	Floor       string
	Shares      int64 // general tantièmes; 0 when unknown
	SharesTotal int64
	Ancillary   bool // a cellar or a parking space, not a dwelling or a shop
}

// AllocationKey is a clé de répartition and the part of the lots sold in it.
type AllocationKey struct {
	Code     string // "GEN"; may be empty
	Label    string
	Total    int64
	LotShare int64            // of all sold lots together
	Shares   map[string]int64 // by lot number
	Unit     string           // "tantièmes", "lots", "m³"
	Metered  bool             // by meters; no tantièmes
}

// Named reports whether a key has a code or a name that is no mere share, "38 tantièmes sur
// 1 000".
func (k AllocationKey) Named() bool {
	first, _, _ := strings.Cut(k.Label, " ")
	return k.Code != "" || strings.Trim(first, "0123456789") != ""
}

// Split divides an amount by the shares of lots in the key. What is rounded away falls to the
// next lot, so that the parts are the amount. It returns false where the lots are not all those
// that the key knows the shares of.
func (k AllocationKey) Split(amount Cents, lots []string) (parts []Cents, whole bool) {
	var sum, upTo int64
	for _, number := range lots {
		if k.Shares[number] <= 0 {
			return nil, false
		}
		sum += k.Shares[number]
	}
	var given Cents
	for _, number := range lots {
		upTo += k.Shares[number]
		until := Cents((int64(amount)*upTo + sum/2) / sum)
		parts, given = append(parts, until-given), until
	}
	return parts, sum == k.LotShare
}

// Call is one sum that falls due on a day.
type Call struct {
	Date    Date
	Amount  Cents
	Nature  Nature
	Work    string // which works; empty otherwise
	Printed bool   // printed on a paper of the dossier, rather than computed from a calendar
}

// Work is a decision of a general meeting about works.
type Work struct {
	Title      string
	VotedOn    Date
	Amount     Cents
	Key        string // the allocation key's code or label
	WorksFund  Cents  // taken from the works fund
	Subsidy    Cents
	Loan       Cents
	LotCalled  Cents // already called from the lots sold
	LotToCall  Cents
	Calls      []Call // the decided calendar
	Adopted    bool
	Concerns   bool // concerns the lots sold
	InProgress bool // listed in annexe 5
}

// Loan is a collective loan.
type Loan struct {
	Object      string
	Outstanding Cents
	Until       Date
}

// Movement is one line of a co-owner's account.
type Movement struct {
	Date          Date
	Label         string
	Account       string // "450-1"; empty when not printed
	Nature        Nature
	Debit, Credit Cents
	Balance       Cents // positive: owed by the co-owner
	HasBalance    bool
}

// Contribution is a payment to the works fund.
type Contribution struct {
	Amount Cents
	Date   Date
}

// Policy is the building's insurance.
type Policy struct {
	Insurer string
	Number  string
	Until   Date
}

// Paper is a technical document of the building.
type Paper struct {
	Date    Date
	Adopted bool // for a plan of works: voted rather than proposed
}
