package api

import (
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"predate"
)

// orderWire is the contract's answer to a new order.
type orderWire struct {
	Account    string `json:"account"`
	Created    string `json:"created"`
	ExternalID string `json:"external_id"`
	OrderID    string `json:"orderid"`
	Pending    bool   `json:"pending"`
	Refreshed  bool   `json:"refreshed"`
	State      string `json:"state"`
	TestMode   bool   `json:"test_mode"`
	Updated    string `json:"updated"`
}

// depositWire is what came of a document that was to be handed in.
type depositWire struct {
	Document int64   `json:"document"`
	State    string  `json:"state"`
	Made     *string `json:"made"`
	Receipt  string  `json:"receipt"`
	Code     string  `json:"code"`
	Message  string  `json:"message"`
}

type gapWire struct {
	Kind       string `json:"kind"`
	DocType    int    `json:"doctype,omitempty"`
	Code       string `json:"code"`
	FiscalYear string `json:"fiscal_year,omitempty"`
	Message    string `json:"message"`
	Blocking   bool   `json:"blocking"`
}

// documentWire is the contract's supporting document record.
type documentWire struct {
	ID        int64  `json:"id"`
	DocType   int    `json:"doctype"`
	Delivered string `json:"delivered"`
	Comment   string `json:"comment"`
	MimeType  string `json:"mimetype"`
	URL       string `json:"url"`
}

type listWire struct {
	Orders []listedWire `json:"orders"`
	Next   *string      `json:"next"`
}

// listedWire is an order of a list.
type listedWire struct {
	orderWire
	Activity activityWire `json:"activity"`
}

// eventWire is one event of the feed; status is what its webhook says.
type eventWire struct {
	ID         string `json:"id"`
	Position   int64  `json:"position"`
	OrderID    string `json:"orderid"`
	ExternalID string `json:"external_id"`
	Status     string `json:"status"`
	Sequence   int    `json:"sequence"`
	Simulated  bool   `json:"simulated"`
	TestMode   bool   `json:"test_mode"`
	Created    string `json:"created"`
	// Faults and Delay, in seconds, are told of a rehearsal that has them.
	Faults []predate.Fault `json:"faults,omitempty"`
	Delay  int             `json:"delay,omitempty"`
}

type simulatedWire struct {
	OrderID    string              `json:"orderid"`
	Event      string              `json:"event"`
	Deliveries []simulatedDelivery `json:"deliveries"`
}

type simulatedDelivery struct {
	ID       string `json:"id"`
	Endpoint string `json:"endpoint"`
}

// httpDate is the contract's form of an instant (RFC 9110, GMT).
func httpDate(t time.Time) string { return t.UTC().Format(http.TimeFormat) }

// dateOrNull writes no instant as null.
func dateOrNull(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	written := httpDate(t)
	return &written
}

func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func toOrder(o predate.Order, email string) orderWire {
	return orderWire{
		Account: email, Created: httpDate(o.Created), ExternalID: o.ExternalID, OrderID: string(o.ID),
		Pending: o.Pending, Refreshed: o.Refreshed, State: string(o.State), TestMode: o.TestMode, Updated: httpDate(o.Updated),
	}
}

func toDeposit(d predate.Document) depositWire {
	wire := depositWire{Document: int64(d.ID), State: "pending", Made: dateOrNull(d.Deposit.Made), Receipt: d.Deposit.Receipt}
	switch {
	case !d.Deposit.Made.IsZero():
		wire.State = "made"
	case d.Deposit.Failure != "":
		wire.State, wire.Code, wire.Message = "failed", string(d.Deposit.Failure), d.Deposit.Failure.Plan().Sentence
	}
	return wire
}

func toEvent(e predate.Event) eventWire {
	return eventWire{
		ID: string(e.ID), Position: e.Position, OrderID: string(e.Order), ExternalID: e.ExternalID, Status: string(e.State),
		Sequence: e.Seq + e.Rehearsal.Passed, Simulated: e.Simulated, TestMode: e.TestMode, Created: httpDate(e.Created),
		Faults: e.Rehearsal.Faults, Delay: int(e.Rehearsal.Delay / time.Second),
	}
}

// toCursor and fromCursor write and read the opaque place in a list.
func toCursor(o predate.Order) string { return cursorText(o.Created, string(o.ID)) }

func cursorText(created time.Time, id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(created.UnixMicro(), 36) + "." + id))
}

func fromCursor(text string) (predate.Cursor, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return predate.Cursor{}, false
	}
	micros, id, found := strings.Cut(string(raw), ".")
	created, err := strconv.ParseInt(micros, 36, 64)
	if err != nil || !found {
		return predate.Cursor{}, false
	}
	return predate.Cursor{Created: time.UnixMicro(created).UTC(), ID: id}, printableID(id)
}
