package form

import (
	"predate"
	"predate/internal/reading/letter"
)

// accountSummary reads a paper that lists no movement: what was called and what
// was paid make the balance that it prints, and nothing else is printed.
func (r *reader) accountSummary() []predate.Figure {
	var all []letter.Stated
	for _, c := range r.amounts() {
		all = append(all, letter.Stated{Amount: c.Amount.Cents, Words: r.labels(c), Proof: c.Proof("account_statement.summary")})
	}
	on := r.onlyDay("state_date")
	if on.IsZero() {
		on = r.onlyDay("issue_date")
	}
	return letter.Summary(r.Reader, all, on)
}
