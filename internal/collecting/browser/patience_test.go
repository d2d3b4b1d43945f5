package browser

import (
	"context"
	"testing"

	"predate"
)

// TestPatienceEndsWithoutAQuestion lets go of the patience of a person whom no page asked.
func TestPatienceEndsWithoutAQuestion(t *testing.T) {
	asked := false
	_, end := patiently(func(context.Context, predate.SiteQuestion) (predate.Secret, error) {
		asked = true
		return "", nil
	})
	end()
	if asked {
		t.Error("somebody was asked")
	}
}
