package predate

import (
	"net/url"
	"strings"
	"time"
)

// Method is how the papers of an order are obtained.
type Method string

// The two methods: predate collects them from the syndic's extranet, or the
// client uploads them.
const (
	MethodExtranet Method = "extranet"
	MethodUpload   Method = "upload"
)

// Address is a French postal address of a building.
type Address struct {
	Street     string
	Additional string // may be empty
	City       string
	Zipcode    string // five digits
}

// Line returns the address on one line: "2 rue X, 44300 Nantes".
func (a Address) Line() string {
	return strings.TrimSpace(a.Street) + ", " + strings.TrimSpace(a.Zipcode+" "+a.City)
}

// Owner is a seller. Firstname may be empty for a company or an indivision.
type Owner struct{ Firstname, Lastname string }

// Payer is the addressee of an order's invoice.
type Payer struct{ Address, City, Zipcode, Lastname string }

// Syndic is the managing agent and the address of its extranet. The credentials are
// stored separately and sealed; only the collecting worker opens them.
type Syndic struct{ Name, URL string }

// Host returns the host of the extranet, with its port unless it is 443. It returns ""
// if the URL cannot be parsed.
func (s Syndic) Host() string {
	address, err := url.Parse(strings.TrimSpace(s.URL))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(address.Host), ":443")
}

// Order is one request for a pré-état daté.
type Order struct {
	ID         OrderID
	Account    AccountID
	ExternalID string // the client's own identifier, echoed
	Property   Address
	Owners     []Owner // at least one
	Payer      Payer
	Method     Method
	Syndic     Syndic
	Lots       string // free text of the client: "14, 38"
	Comment    string
	AllDuePaid bool // declared by the client, for the current run
	TestMode   bool
	// ByTestKey is true if the order was placed with a test key: live endpoints do
	// not receive its events.
	ByTestKey bool

	State     State
	Seq       int // number of events so far; the next event is Seq+1
	Version   int // for compare-and-set in the store
	Pending   bool
	Refreshed bool
	Cancelled time.Time // zero if it is not cancelled
	Erased    time.Time // when personal data was erased; zero if it was not
	Run       RunID     // the current run
	Created   time.Time
	Updated   time.Time
}

// Apply changes the order's state by a trigger and returns the event of that change,
// without an id. It returns CodeConflict and changes nothing if the order is cancelled
// or the state table does not allow the trigger.
func (o *Order) Apply(trigger Trigger, now time.Time) (Event, error) {
	if !o.Cancelled.IsZero() {
		return Event{}, Refuse(CodeConflict, "The order is cancelled")
	}
	to, ok := transition(o.State, trigger)
	if !ok {
		return Event{}, Refuse(CodeConflict, "The order is %s: %s is not possible", o.stateName(), trigger)
	}
	o.State = to
	o.Seq++
	o.Updated = now
	if trigger == Placed {
		o.Created = now
	}
	o.Pending = to != Done
	if trigger == RefreshRequested {
		o.Refreshed = true
	}
	return Event{
		Account: o.Account, Order: o.ID, ExternalID: o.ExternalID, Run: o.Run,
		Seq: o.Seq, State: to, TestMode: o.TestMode, Created: now,
	}, nil
}

// Cancel cancels the order, which keeps its state. A second call changes nothing and
// returns false. It returns CodeConflict for a done order.
func (o *Order) Cancel(now time.Time) (changed bool, err error) {
	if !o.Cancelled.IsZero() {
		return false, nil
	}
	if o.State == Done {
		return false, Refuse(CodeConflict, "The order is done and can no longer be cancelled")
	}
	o.Cancelled = now
	o.Updated = now
	o.Pending = false
	return true, nil
}

// Erase cancels the order and deletes everything that identifies a person, a building
// or a client's file. The account, the dates and the state remain. A second call
// changes nothing and returns false.
func (o *Order) Erase(now time.Time) (changed bool) {
	if !o.Erased.IsZero() {
		return false
	}
	cancelled := o.Cancelled
	if cancelled.IsZero() {
		cancelled = now
	}
	*o = Order{
		ID: o.ID, Account: o.Account, Method: o.Method, TestMode: o.TestMode, ByTestKey: o.ByTestKey, State: o.State, Seq: o.Seq, Version: o.Version,
		Refreshed: o.Refreshed, Run: o.Run, Created: o.Created, Cancelled: cancelled, Erased: now, Updated: now,
	}
	return true
}

// InProgress reports whether the pipeline still works on the order. Such an order
// cannot be refreshed.
func (o *Order) InProgress() bool {
	return o.Cancelled.IsZero() && (o.State == Confirmed || o.State == Received || o.State == NeedRefresh)
}

func (o *Order) stateName() string {
	if o.State == noState {
		return "not placed"
	}
	return string(o.State)
}
