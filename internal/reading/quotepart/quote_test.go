package quotepart

import (
	"testing"

	"predate/internal/reading/layout"
)

// A year printed twice beside a debit and its balance is no key.
func TestYearsAreNoShares(t *testing.T) {
	amounts := []layout.Amount{{Cents: 5387}, {Cents: 5387}}
	if q, ok := In(amounts, []Count{{N: 2025}, {N: 2025}}, 1); ok {
		t.Errorf("a movement of 2025 became a key: %+v", q)
	}
	if _, ok := In(amounts, []Count{{N: 25}, {N: 25}}, 1); !ok {
		t.Error("the owner of a whole key has none")
	}
}

// TestTwoYearsAreNoShare holds that an exercise, or a year printed twice, is no share of a key.
func TestTwoYearsAreNoShare(t *testing.T) {
	if !countsNothing(Count{N: 2024}, Count{N: 2023}) || !countsNothing(Count{N: 2024}, Count{N: 2024}) || countsNothing(Count{N: 2025}, Count{N: 340}) {
		t.Error("2023/2024 is an exercise, 340/2025 is a share")
	}
}
