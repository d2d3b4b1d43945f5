package taggedtest

import (
	"slices"
	"testing"
)

// Check is something that must hold of a finished file.
type Check struct {
	// Refs are the conditions and rules that it stands for, by number.
	Refs []string
	// Says what must hold.
	Says string
	// Find gives what does not hold, in a sentence each.
	Find func(f *File) []string
	// Break changes a good file so that Find complains.
	Break func(f *File)
	// Corrupt does the same with the bytes, for checks that look at nothing else.
	Corrupt func(data []byte) []byte
}

// Checks is the whole table.
func Checks() []Check {
	return slices.Concat(fileChecks(), pageChecks(), fontChecks(), metadataChecks(), structureChecks(), tableChecks(), annotationChecks(), attachmentChecks())
}

// Hold fails the test for everything that does not hold of a file.
func Hold(t *testing.T, data []byte) {
	t.Helper()
	f := Open(t, data)
	for _, c := range Checks() {
		for _, wrong := range c.Find(f) {
			t.Errorf("%v, %s: %s", c.Refs, c.Says, wrong)
		}
	}
}

// found gives a complaint where something is wrong.
func found(wrong bool, says string) []string {
	if wrong {
		return []string{says}
	}
	return nil
}
