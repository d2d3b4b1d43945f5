package serving

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"predate/internal/collecting/warden"
	"predate/internal/orders/desk"
)

// KeepFlags say how long each class of data is kept.
type KeepFlags struct {
	Credentials     Span `name:"keep-credentials" help:"Keep the sealed password of an extranet at most so long, when its order has not ended before." default:"72h" placeholder:"TIME"`
	KeptCredentials Span `name:"keep-kept-credentials" help:"Keep it so long for an account that has it kept for refreshes." default:"366d" placeholder:"TIME"`
	Papers          Span `name:"keep-papers" help:"Keep papers, and the thread with the client, so long after their order is over." default:"30d" placeholder:"TIME"`
	Statements      Span `name:"keep-statements" help:"Keep issued statements so long; «forever» for always." default:"forever" placeholder:"TIME"`
	Events          Span `name:"keep-events" help:"Keep events, deliveries and what receivers answered so long." default:"30d" placeholder:"TIME"`
	Audit           Span `name:"keep-audit" help:"Keep the record of who did what so long; «forever» for always." default:"396d" placeholder:"TIME"`
	Replays         Span `name:"keep-replays" help:"Keep answers to requests with an idempotency key so long." default:"30d" placeholder:"TIME"`
	Sessions        Span `name:"keep-sessions" help:"Keep sessions and invitations of operators so long beyond their end." default:"30d" placeholder:"TIME"`
	Refusals        Span `name:"keep-refusals" help:"Keep fingerprints of passwords that an extranet refused so long: none is tried twice." default:"396d" placeholder:"TIME"`
	Logins          Span `name:"keep-logins" help:"Keep fingerprints of logins on extranets, and how a page was built that no recipe knew, so long." default:"30d" placeholder:"TIME"`
}

// Span is a time as people write it in a setting: "30d", "72h" or "forever". Zero is
// one that was not set.
type Span time.Duration

const (
	// ADay is 24 hours.
	ADay = Span(24 * time.Hour)
	// Forever has no end.
	Forever = Span(-1)
	always  = "forever"
)

// or is the span for the rooms below, where zero is for ever, or what is usual.
func (s Span) or(usual time.Duration) time.Duration {
	switch s {
	case 0:
		return usual
	case Forever:
		return 0
	}
	return time.Duration(s)
}

// UnmarshalText reads a span.
func (s *Span) UnmarshalText(text []byte) error {
	word := string(text)
	if word == always {
		*s = Forever
		return nil
	}
	for unit, one := range map[string]Span{"d": ADay, "h": Span(time.Hour)} {
		number, found := strings.CutSuffix(word, unit)
		const most = 100_000
		if n, err := strconv.Atoi(number); found && err == nil && n > 0 && n <= most {
			*s = Span(n) * one
			return nil
		}
	}
	return fmt.Errorf("%q is no time to keep something: write days as 30d, hours as 72h, or %s", word, always)
}

// String writes a span as it is read.
func (s Span) String() string {
	switch {
	case s == Forever:
		return always
	case s%ADay == 0 && s > 3*ADay:
		return fmt.Sprintf("%dd", s/ADay)
	}
	return fmt.Sprintf("%dh", time.Duration(s)/time.Hour)
}

// bound is between what a span must lie.
type bound struct {
	Setting     string
	is          Span
	Least, Most Span
	why         string
}

// Bounds are what each setting may be, and why.
func (f KeepFlags) Bounds() []bound {
	const (
		promise  = "addresses, events and repeated requests are promised to hold for 30 days"
		password = "a password is kept no longer than its order may take"
		useful   = "what names a person is not kept without an end"
		years    = 3660 * ADay
	)
	return []bound{
		{"keep-credentials", f.Credentials, Span(time.Hour), 3 * ADay, password},
		{"keep-kept-credentials", f.KeptCredentials, ADay, 366 * ADay, password + ", or a year where its account asked for it"},
		{"keep-papers", f.Papers, 30 * ADay, years, promise + "; " + useful},
		{"keep-statements", f.Statements, 30 * ADay, Forever, promise},
		{"keep-events", f.Events, 30 * ADay, years, promise + "; " + useful},
		{"keep-audit", f.Audit, 30 * ADay, Forever, "who did what can be asked for a month at least"},
		{"keep-replays", f.Replays, 30 * ADay, 366 * ADay, promise + "; " + useful},
		{"keep-sessions", f.Sessions, ADay, 396 * ADay, "a stolen session may be looked for; " + useful},
		{"keep-refusals", f.Refusals, 30 * ADay, years, "a password that was refused is never tried again; " + useful},
		{"keep-logins", f.Logins, 2 * ADay, 396 * ADay, "logins are counted by the day; " + useful},
	}
}

// Check refuses a time that the product does not allow.
func (f KeepFlags) Check() error {
	for _, one := range f.Bounds() {
		switch {
		case one.is == 0 || one.Most == Forever && one.is == Forever:
		case one.Most != Forever && (one.is == Forever || one.is > one.Most):
			return fmt.Errorf("%s: %s is too long, %s is the most: %s", one.Setting, one.is, one.Most, one.why)
		case one.is < one.Least:
			return fmt.Errorf("%s: %s is too short, %s is the least: %s", one.Setting, one.is, one.Least, one.why)
		}
	}
	return nil
}

// Retention is how long the desk keeps what.
func (f KeepFlags) Retention() desk.Retention {
	usual := desk.DefaultRetention()
	return desk.Retention{
		Credentials: f.Credentials.or(usual.Credentials), KeptCredentials: f.KeptCredentials.or(usual.KeptCredentials),
		Documents: f.Papers.or(usual.Documents), Statements: f.Statements.or(usual.Statements), Events: f.Events.or(usual.Events),
		Audit: f.Audit.or(usual.Audit), Replays: f.Replays.or(usual.Replays), Sessions: f.Sessions.or(usual.Sessions),
	}
}

// Memory is how long the warden remembers what.
func (f KeepFlags) Memory() warden.Memory {
	usual := warden.DefaultMemory()
	return warden.Memory{Refusals: f.Refusals.or(usual.Refusals), Logins: f.Logins.or(usual.Logins)}
}
