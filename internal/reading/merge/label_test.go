package merge

import "testing"

// TestNumbersOfColumnsEndNoName tells the name of a key from one that goes on with the
// numbers of columns.
func TestNumbersOfColumnsEndNoName(t *testing.T) {
	for _, read := range []string{"Ascenseur A 1 000 40", "Ascenseur A 28 lots 1 lots"} {
		if !holdsColumns(read, "Ascenseur A") {
			t.Errorf("%q is taken for the name of a key", read)
		}
	}
	for _, read := range []string{"Ascenseur A", "Ascenseur A et B", "Escalier 2"} {
		if holdsColumns(read, "Ascenseur A") {
			t.Errorf("%q is not taken for the name of a key", read)
		}
	}
}
