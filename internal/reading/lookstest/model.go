package lookstest

import (
	"predate"
)

// The exercises of a dossier, by their place in it.
const (
	before  = iota // the exercise before the two that a statement tells
	second         // N-2
	last           // N-1: the last one closed and approved
	running        // N
	coming         // N+1: only its budget is voted
	exercises
)

// The natures of a co-owner's account: 450-1 to 450-5.
const (
	budget   = 1
	works    = 2
	advances = 3
	fund     = 5
)

// Agent is the managing agent of the co-ownership.
type Agent struct{ Name, Street, Town, Phone string }

// Person is a natural or legal person.
type Person struct{ Title, First, Last string }

// Payer says how the seller keeps the account.
type Payer int

// The sellers there are.
const (
	Punctual  Payer = iota // every call paid, nothing owed
	Late                   // the last call is unpaid, with a reminder's fee
	LongLate               // nothing paid since the running exercise began
	Overpayer              // paid more than asked
)

// Settings say which co-ownership to invent and which traps to set in it.
type Settings struct {
	ID                         string
	Seed                       uint64
	Name, Street, Zip, City    string
	Registration, Code, Notary string
	Agent                      Agent
	Seller                     []Person
	Start                      predate.Date // first day of the exercise N-1
	Calls                      int          // a year
	Owners                     int
	Total                      int // base of the general key
	Payer                      Payer
	Parking                    bool // the seller has a parking, sold too
	Kept                       bool // the seller has a box and keeps it
	Building                   bool // a key of the building, which also pays the works
	Metered                    bool // water by meters
	Litigation                 bool
	Late3                      bool   // a third work, voted last, all to come
	Doubtful                   bool   // account 459 is not nil
	Postponed                  bool   // works put off to another meeting
	Months                     int    // of the exercise N-1; 0 for twelve
	Split                      bool   // the parking has an account of its own
	Cancelled                  bool   // a work voted, then given up by the next meeting
	Bound                      bool   // several papers in one file
	Twice                      bool   // a paper twice, under two names
	Replaced                   bool   // a call that another one replaces
	Stray                      bool   // the paper of another building
	Bought                     bool   // the seller bought during N-1
	Lost                       string // a kind of paper of N-1 that is not there
	Insurer, Policy            string
	Renumbered                 bool // the seller's account got another number with the running exercise
	Redrafted                  bool // the accounts of N-1 were put right before they were approved
	Loose                      bool // papers that no figure needs are there too
	Light                      bool // a small syndicate, which keeps light accounts
}

// Key is an allocation key.
type Key struct {
	Code, Label string
	Total       int
	Unit        string
	Metered     bool
}

// Lot is one lot with its shares by key; those of a metered key are the volume
// that the calls suppose.
type Lot struct {
	Number                int
	Type, Building, Floor string
	Owner                 int
	Shares                []int // by key
}

// Owner is one co-owner.
type Owner struct {
	Account, Name string
	Lots          []int
}

// Post is a line of a budget: one account under one key. Products are negative.
type Post struct {
	Key             int
	Account, Label  string
	Budget, Spent   predate.Cents
	RecoverableRate int // per cent
}

// Exercise is one accounting year.
type Exercise struct {
	Period  predate.Period
	Posts   []Post
	Fund    predate.Cents // contribution of the year
	Volumes []int         // by lot, of the metered key
}

// Instalment is a sum of the whole syndicate that falls due.
type Instalment struct {
	Due    predate.Date
	Amount predate.Cents
}

// Work is an operation off the budget.
type Work struct {
	Title, Firm, Contract string
	Voted                 predate.Date
	Key                   int
	Amount, FromFund      predate.Cents
	FundAt                predate.Date
	Calls                 []Instalment
	Spent, Paid           predate.Cents // realised at the end of N-1
	SpentAt               predate.Date
	Closed                int          // the exercise that closed it; 0 for none
	Planned               []Instalment // what was to be called, had the work not been given up
	GivenUp               predate.Date
}

// Meeting is one general meeting.
type Meeting struct {
	Date, Notice predate.Date
	Approves     int
	Resolutions  []Resolution
	Present      int // shares
	Absent       []int
}

// Resolution is one point of the agenda.
type Resolution struct {
	Title, Text            string
	Article                string
	Outcome                string // "adopted", "rejected", "postponed" or "" without a vote
	For, Against, Abstain  int
	ForN, AgainstN, AbstaN int
}

// Dossier is an invented co-ownership with everything that its papers tell.
type Dossier struct {
	Settings
	Keys       []Key
	Lots       []Lot
	Owners     []Owner
	SellerAt   int // among the owners
	Sold, Held []int
	Exercises  [exercises]Exercise
	Works      []Work
	Meetings   [3]Meeting
	Rejected   []string
	Advances   predate.Cents
	FundBase   predate.Cents // before the first call told
	Statement  predate.Date
	Reference  predate.Date
	States     [3]State // at the end of before, second, last
	MandateEnd predate.Date
	Insured    predate.Date
	Rules      predate.Date // of the co-ownership
	Built      int
}

// weights returns each lot's shares of a key.
func (d *Dossier) weights(key int) []int {
	w := make([]int, len(d.Lots))
	for i, lot := range d.Lots {
		w[i] = lot.Shares[key]
	}
	return w
}

// spread splits an amount of a key over all lots.
func (d *Dossier) spread(amount predate.Cents, key int) []predate.Cents {
	return apportion(amount, d.weights(key))
}

// spent splits what a post really cost; metered keys go by the volumes.
func (d *Dossier) spent(exercise int, p Post) []predate.Cents {
	if d.Keys[p.Key].Metered {
		return apportion(p.Spent, d.Exercises[exercise].Volumes)
	}
	return d.spread(p.Spent, p.Key)
}

func of(parts []predate.Cents, lots []int) predate.Cents {
	var total predate.Cents
	for _, l := range lots {
		total += parts[l]
	}
	return total
}

// share returns the shares of lots in a key.
func (d *Dossier) share(key int, lots []int) int {
	n := 0
	for _, l := range lots {
		n += d.Lots[l].Shares[key]
	}
	return n
}

// Budget returns the year's budget of a key, or of all with -1.
func (e Exercise) Budget(key int) predate.Cents {
	var total predate.Cents
	for _, p := range e.Posts {
		if key < 0 || p.Key == key {
			total += p.Budget
		}
	}
	return total
}

// Net returns what a key cost, products deducted, or all with -1.
func (e Exercise) Net(key int) predate.Cents {
	var total predate.Cents
	for _, p := range e.Posts {
		if key < 0 || p.Key == key {
			total += p.Spent
		}
	}
	return total
}

// Dues returns the days on which the calls of an exercise fall due.
func (d *Dossier) Dues(exercise int) []predate.Date {
	from := d.Exercises[exercise].Period.From
	days := make([]predate.Date, d.dueTimes(exercise))
	for i := range days {
		days[i] = from.AddMonths(i * 12 / d.Calls)
	}
	return days
}

// dueTimes returns how many times an exercise calls for money.
func (d *Dossier) dueTimes(exercise int) int { return d.Calls * d.months(exercise) / 12 }

// months returns how long an exercise lasts.
func (d *Dossier) months(exercise int) int {
	if exercise == last && d.Months > 0 {
		return d.Months
	}
	return 12
}

// callsOf cuts an amount of an exercise as its calls do.
func (d *Dossier) callsOf(amount predate.Cents, exercise int) []predate.Cents {
	return instalments(amount, d.dueTimes(exercise))
}

// accounts returns the lots sold, by account.
func (d *Dossier) accounts() [][]int {
	if d.Split && len(d.Sold) > 2 {
		return [][]int{d.Sold[:2], d.Sold[2:]}
	}
	return [][]int{d.Sold}
}

// purchase returns the day on which the seller bought; none when that was before
// all that the papers tell.
func (d *Dossier) purchase() predate.Date {
	if !d.Bought {
		return predate.Date{}
	}
	return d.Meetings[0].Date.AddMonths(14)
}
