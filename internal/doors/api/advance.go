package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// The actions by which a test order is advanced.
const (
	actTime     = "time"
	actApproves = "operator_approves"
	actRefuses  = "operator_refuses"
	actSiteBack = "site_back"
)

// advancedWire is what came of advancing a test order. Times are in seconds.
type advancedWire struct {
	OrderID     string  `json:"orderid"`
	Action      string  `json:"action"`
	Passed      int64   `json:"passed"`
	Ahead       int64   `json:"ahead"`
	State       string  `json:"state"`
	NextAttempt *string `json:"next_attempt"`
}

func advanceMembers() shape { return fields("orderid", "action", "by") }

// advance answers POST /order/test/advance.
func (s *Server) advance(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	named, action := in.required("orderid", maxLine), in.oneOf("action", actTime, actApproves, actRefuses, actSiteBack)
	if !in.given("action") {
		in.fail("action", "is required")
	}
	by := in.span("by")
	if in.given("by") && action != "" && action != actTime {
		in.fail("by", "goes with the action time alone")
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	id, err := s.orderNamed(r, named)
	if err != nil {
		return nil, err
	}
	ctx, account := r.Context(), callOf(r).caller.Account.ID
	var done desk.Advanced
	switch action {
	case actTime:
		done, err = s.Desk.Pass(ctx, account, id, by)
	case actSiteBack:
		done, err = s.Desk.SiteBack(ctx, account, id)
	case actApproves:
		done, err = s.Desk.Decide(ctx, account, id, predate.SandboxApproves)
	case actRefuses:
		done, err = s.Desk.Decide(ctx, account, id, predate.SandboxRefuses)
	}
	if err != nil {
		return nil, err
	}
	return advancedWire{
		OrderID: string(id), Action: action, Passed: int64(done.By / time.Second), Ahead: int64(done.Ahead / time.Second),
		State: string(done.Order.State), NextAttempt: dateOrNull(done.Again),
	}, nil
}

// The least and the most that one request has pass.
const (
	leastSpan   = time.Minute
	longestSpan = 366 * 24 * time.Hour
)

// span reads an optional stretch of time, like "90m", "2h" or "3d"; zero when it is
// absent.
func (in reader) span(name string) time.Duration {
	text := strings.TrimSpace(in.line(name, maxLine))
	if !in.given(name) {
		return 0
	}
	span, err := time.ParseDuration(text)
	if days, found := strings.CutSuffix(text, "d"); found {
		var count int
		count, err = strconv.Atoi(days)
		span = time.Duration(min(max(count, -1), 1000)) * 24 * time.Hour
	}
	if err != nil || span < leastSpan || span > longestSpan {
		in.fail(name, `must be a time like "90m", "2h" or "3d", from a minute to 366 days`)
		return 0
	}
	return span
}
