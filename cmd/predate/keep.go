package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"predate/internal/collecting/warden"
	"predate/internal/orders/desk"
)

// keepFlags say how long each class of data is kept.
type keepFlags struct {
	Credentials     span `name:"keep-credentials" help:"Keep the sealed password of an extranet at most so long, when its order has not ended before." default:"72h" placeholder:"TIME"`
	KeptCredentials span `name:"keep-kept-credentials" help:"Keep it so long for an account that has it kept for refreshes." default:"366d" placeholder:"TIME"`
	Papers          span `name:"keep-papers" help:"Keep papers, and the thread with the client, so long after their order is over." default:"30d" placeholder:"TIME"`
	Statements      span `name:"keep-statements" help:"Keep issued statements so long; «forever» for always." default:"forever" placeholder:"TIME"`
	Events          span `name:"keep-events" help:"Keep events, deliveries and what receivers answered so long." default:"30d" placeholder:"TIME"`
	Audit           span `name:"keep-audit" help:"Keep the record of who did what so long; «forever» for always." default:"396d" placeholder:"TIME"`
	Replays         span `name:"keep-replays" help:"Keep answers to requests with an idempotency key so long." default:"30d" placeholder:"TIME"`
	Sessions        span `name:"keep-sessions" help:"Keep sessions and invitations of operators so long beyond their end." default:"30d" placeholder:"TIME"`
	Refusals        span `name:"keep-refusals" help:"Keep fingerprints of passwords that an extranet refused so long: none is tried twice." default:"396d" placeholder:"TIME"`
	Logins          span `name:"keep-logins" help:"Keep fingerprints of logins on extranets, and how a page was built that no recipe knew, so long." default:"30d" placeholder:"TIME"`
}

// span is a time as people write it in a setting: "30d", "72h" or "forever". Zero is
// one that was not set.
type span time.Duration

const (
	aDay    = span(24 * time.Hour)
	forever = span(-1)
	always  = "forever"
)

// or is the span for the rooms below, where zero is for ever, or what is usual.
func (s span) or(usual time.Duration) time.Duration {
	switch s {
	case 0:
		return usual
	case forever:
		return 0
	}
	return time.Duration(s)
}

// UnmarshalText reads a span.
func (s *span) UnmarshalText(text []byte) error {
	word := string(text)
	if word == always {
		*s = forever
		return nil
	}
	for unit, one := range map[string]span{"d": aDay, "h": span(time.Hour)} {
		number, found := strings.CutSuffix(word, unit)
		const most = 100_000
		if n, err := strconv.Atoi(number); found && err == nil && n > 0 && n <= most {
			*s = span(n) * one
			return nil
		}
	}
	return fmt.Errorf("%q is no time to keep something: write days as 30d, hours as 72h, or %s", word, always)
}

// String writes a span as it is read.
func (s span) String() string {
	switch {
	case s == forever:
		return always
	case s%aDay == 0 && s > 3*aDay:
		return fmt.Sprintf("%dd", s/aDay)
	}
	return fmt.Sprintf("%dh", time.Duration(s)/time.Hour)
}

// bound is between what a span must lie.
type bound struct {
	setting     string
	is          span
	least, most span
	why         string
}

// bounds are what each setting may be, and why.
func (f keepFlags) bounds() []bound {
	const (
		promise  = "addresses, events and repeated requests are promised to hold for 30 days"
		password = "a password is kept no longer than its order may take"
		useful   = "what names a person is not kept without an end"
		years    = 3660 * aDay
	)
	return []bound{
		{"keep-credentials", f.Credentials, span(time.Hour), 3 * aDay, password},
		{"keep-kept-credentials", f.KeptCredentials, aDay, 366 * aDay, password + ", or a year where its account asked for it"},
		{"keep-papers", f.Papers, 30 * aDay, years, promise + "; " + useful},
		{"keep-statements", f.Statements, 30 * aDay, forever, promise},
		{"keep-events", f.Events, 30 * aDay, years, promise + "; " + useful},
		{"keep-audit", f.Audit, 30 * aDay, forever, "who did what can be asked for a month at least"},
		{"keep-replays", f.Replays, 30 * aDay, 366 * aDay, promise + "; " + useful},
		{"keep-sessions", f.Sessions, aDay, 396 * aDay, "a stolen session may be looked for; " + useful},
		{"keep-refusals", f.Refusals, 30 * aDay, years, "a password that was refused is never tried again; " + useful},
		{"keep-logins", f.Logins, 2 * aDay, 396 * aDay, "logins are counted by the day; " + useful},
	}
}

// check refuses a time that the product does not allow.
func (f keepFlags) check() error {
	for _, one := range f.bounds() {
		switch {
		case one.is == 0 || one.most == forever && one.is == forever:
		case one.most != forever && (one.is == forever || one.is > one.most):
			return fmt.Errorf("%s: %s is too long, %s is the most: %s", one.setting, one.is, one.most, one.why)
		case one.is < one.least:
			return fmt.Errorf("%s: %s is too short, %s is the least: %s", one.setting, one.is, one.least, one.why)
		}
	}
	return nil
}

// retention is how long the desk keeps what.
func (f keepFlags) retention() desk.Retention {
	usual := desk.DefaultRetention()
	return desk.Retention{
		Credentials: f.Credentials.or(usual.Credentials), KeptCredentials: f.KeptCredentials.or(usual.KeptCredentials),
		Documents: f.Papers.or(usual.Documents), Statements: f.Statements.or(usual.Statements), Events: f.Events.or(usual.Events),
		Audit: f.Audit.or(usual.Audit), Replays: f.Replays.or(usual.Replays), Sessions: f.Sessions.or(usual.Sessions),
	}
}

// memory is how long the warden remembers what.
func (f keepFlags) memory() warden.Memory {
	usual := warden.DefaultMemory()
	return warden.Memory{Refusals: f.Refusals.or(usual.Refusals), Logins: f.Logins.or(usual.Logins)}
}
