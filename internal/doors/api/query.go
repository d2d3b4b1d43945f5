package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
)

// The lengths of lists.
const (
	defaultPage = 20
	longestPage = 100
)

// query reads the parameters of an address and gathers what is wrong with
// them; unknown ones are ignored.
type query struct {
	values url.Values
	wrong  *problems
}

func queryOf(r *http.Request) query { return query{values: r.URL.Query(), wrong: &problems{}} }

// limit reads the length of a page.
func (q query) limit() int { return q.integer("limit", defaultPage, 1, longestPage) }

// integer reads an optional integer in a range.
func (q query) integer(name string, otherwise, least, most int) int {
	text := q.values.Get(name)
	if text == "" {
		return otherwise
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < least || value > most {
		q.wrong.add(name, fmt.Sprintf("must be an integer from %d to %d", least, most))
		return otherwise
	}
	return value
}

// oneOf reads an optional word among a few; empty when absent.
func (q query) oneOf(name string, allowed ...string) string {
	text := q.values.Get(name)
	if text != "" && !slices.Contains(allowed, text) {
		q.wrong.add(name, "must be one of "+strings.Join(allowed, ", "))
		return ""
	}
	return text
}

// latest stands for the end of the feed, wherever that is.
const latest = -1

// position reads a place in the feed of events; 0 is its beginning.
func (q query) position() int64 {
	text := q.values.Get("after")
	switch text {
	case "":
		return 0
	case "latest":
		return latest
	}
	position, err := strconv.ParseInt(text, 10, 64)
	if err != nil || position < 0 {
		q.wrong.add("after", "must be a position given by an earlier answer")
	}
	return position
}

// cursor reads a place in a list.
func (q query) cursor() predate.Cursor {
	text := q.values.Get("after")
	if text == "" {
		return predate.Cursor{}
	}
	cursor, ok := fromCursor(text)
	if !ok {
		q.wrong.add("after", "must be the value of next of an earlier answer")
	}
	return cursor
}

// filter reads what chooses the orders of a list.
func (q query) filter(account predate.AccountID) (predate.OrderFilter, error) {
	filter := predate.OrderFilter{
		Account: account, State: predate.State(q.values.Get("state")), ExternalID: q.values.Get("external_id"),
		After: q.cursor(), Limit: q.limit(),
	}
	if filter.State != "" && !filter.State.Valid() {
		q.wrong.add("state", "must be one of "+stateNames())
	}
	if !utf8.ValidString(filter.ExternalID) || utf8.RuneCountInString(filter.ExternalID) > maxExternalID ||
		strings.ContainsFunc(filter.ExternalID, unicode.IsControl) {
		q.wrong.add("external_id", fmt.Sprintf("must have at most %d printable characters", maxExternalID))
	}
	if text := q.values.Get("test_mode"); text != "" {
		test := text == "true"
		if !test && text != "false" {
			q.wrong.add("test_mode", "must be true or false")
		}
		filter.TestMode = &test
	}
	return filter, q.wrong.err()
}

// deliveries reads what chooses the deliveries of a list.
func (q query) deliveries(endpoint predate.EndpointID) predate.DeliveryFilter {
	filter := predate.DeliveryFilter{
		Endpoint: endpoint, Status: predate.DeliveryStatus(q.values.Get("status")), After: q.cursor(), Limit: q.limit(),
	}
	switch filter.Status {
	case "", predate.DeliveryPending, predate.DeliveryDelivered, predate.DeliveryGivenUp:
	default:
		q.wrong.add("status", "must be one of pending, delivered, given_up")
	}
	return filter
}
