package predate_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"predate"
)

// TestFailureCodesAreAll lists every code that failure.go declares.
func TestFailureCodesAreAll(t *testing.T) {
	source, err := os.ReadFile("failure.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`\bFailureCode = "([a-z_]+)"`).FindAllStringSubmatch(string(source), -1)
	if listed := predate.FailureCodes(); len(declared) != len(listed) || len(listed) < 20 {
		t.Errorf("%d codes are listed, %d declared", len(listed), len(declared))
	}
	for _, one := range declared {
		if !slices.Contains(predate.FailureCodes(), predate.FailureCode(one[1])) {
			t.Errorf("%s is not listed", one[1])
		}
	}
}
