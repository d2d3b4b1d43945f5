package extract

import (
	"testing"

	"predate/internal/reading/layout"
)

// A year printed twice beside a debit and its balance is no key.
func TestYearsAreNoShares(t *testing.T) {
	amounts := []layout.Amount{{Cents: 5387}, {Cents: 5387}}
	if q, ok := quoteIn(amounts, []count{{n: 2025}, {n: 2025}}, 1); ok {
		t.Errorf("a movement of 2025 became a key: %+v", q)
	}
	if _, ok := quoteIn(amounts, []count{{n: 25}, {n: 25}}, 1); !ok {
		t.Error("the owner of a whole key has none")
	}
}
