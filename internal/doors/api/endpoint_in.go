package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// maxNames bounds a list of names of which there are few.
const maxNames = 100

// endpointMembers are those of an endpoint that is made or changed, and further
// ones.
func endpointMembers(further ...string) shape {
	return fields(append(further, "url", "content", "details", "max_rate")...).and("events", listOf(maxNames, shape{}))
}

// endpointChange reads what may be altered of an endpoint.
func (in reader) endpointChange() desk.EndpointChange {
	var change desk.EndpointChange
	if in.given("url") {
		url := in.required("url", maxURL)
		change.URL = &url
	}
	if in.given("events") {
		events := in.states("events")
		change.Events = &events
	}
	if in.given("enabled") {
		enabled := in.flag("enabled")
		change.Enabled = &enabled
	}
	if in.given("content") {
		link := in.link("content")
		change.Link = &link
	}
	if in.given("details") {
		details := in.flag("details")
		change.Details = &details
	}
	if _, named := in.members["max_rate"]; named { // null takes the limit off
		rate := in.number("max_rate", 1, maxRate)
		change.MaxRate = &rate
	}
	return change
}

// maxRate is the fastest pace that an endpoint may set, in deliveries a second.
const maxRate = 1000

// link reads how statements are to be sent: false is inline.
func (in reader) link(name string) bool {
	return in.oneOf(name, "inline", "link") == "link"
}

// scheme reads a scheme of signatures; empty when it is absent.
func (in reader) scheme(name string) predate.Signature {
	return predate.Signature(in.oneOf(name, string(predate.HMACSHA256), string(predate.Ed25519)))
}

// oneOf reads an optional text that must be one of a few; empty when absent.
func (in reader) oneOf(name string, allowed ...string) string {
	text := in.line(name, maxLine)
	if in.given(name) && !slices.Contains(allowed, text) {
		in.fail(name, "must be one of "+strings.Join(allowed, ", "))
		return ""
	}
	return text
}

// states reads a list of kinds of event; none means all five.
func (in reader) states(name string) []predate.State {
	seen := map[predate.State]bool{}
	var states []predate.State
	for i, value := range in.list(name, maxNames) {
		text, _ := value.(string)
		state := predate.State(text)
		if !state.Valid() {
			in.fail(fmt.Sprintf("%s[%d]", name, i), "must be one of "+stateNames())
			continue
		}
		if !seen[state] {
			seen[state], states = true, append(states, state)
		}
	}
	return states
}

// instant reads a required instant, as an HTTP-date or in the form of RFC 3339.
func (in reader) instant(name string) time.Time {
	text := in.required(name, maxLine)
	if text == "" {
		return time.Time{}
	}
	if t, err := http.ParseTime(text); err == nil {
		return t
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		in.fail(name, "must be an HTTP-date or an RFC 3339 date and time")
	}
	return t.UTC()
}
