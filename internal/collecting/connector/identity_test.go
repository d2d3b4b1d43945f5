package connector_test

import (
	"testing"

	"predate/internal/collecting/connector/connectortest"
)

// TestRowsNumberedInEachFolder: a site numbers the rows of each folder from 1;
// the papers are fetched by their links. Both are had.
func TestRowsNumberedInEachFolder(t *testing.T) {
	l := connectortest.NewLittle()
	l.Pieces["B"][0].No = 1
	run := visitLittle(t, l, littleRecipes(t), nil)
	if run.Err != nil || texts(run) != "pv annexes" {
		t.Errorf("%q, %v", texts(run), run.Err)
	}
}

// TestRowsThatReadAlike: two rows with one number, one title and one day, whose
// links differ, are two papers; the same row in two folders is one.
func TestRowsThatReadAlike(t *testing.T) {
	l := connectortest.NewLittle()
	l.Pieces["A"] = []connectortest.Piece{connectortest.Row(1, "Appel", "", "appel-1"), connectortest.Row(1, "Appel", "", "appel-2")}
	l.Pieces["B"] = []connectortest.Piece{connectortest.Row(1, "Appel", "", "appel-2")}
	l.Files["appel-1"], l.Files["appel-2"] = paper("un"), paper("deux")
	for _, again := range []string{"", "\nlist_again: true"} {
		recipes := littleRecipes(t, "http: {delay: 200ms}", "http: {delay: 200ms}"+again)
		run := visitLittle(t, l, recipes, nil)
		if run.Err != nil || texts(run) != "un deux" {
			t.Errorf("%q: %q, %v", again, texts(run), run.Err)
		}
		if ids := known(run); len(ids) != 2 {
			t.Errorf("%q: ids %v", again, ids)
		}
	}
}

// TestANewPaperUnderAKnownNumber: the newest row is number 1. The next visit
// fetches what came since, and nothing that it has.
func TestANewPaperUnderAKnownNumber(t *testing.T) {
	l, recipes := connectortest.NewLittle(), littleRecipes(t)
	l.Pieces["A"] = []connectortest.Piece{connectortest.Row(1, "Appel", "", "appel-t1")}
	l.Files["appel-t1"], l.Files["appel-t2"] = paper("t1"), paper("t2")
	first := visitLittle(t, l, recipes, nil)
	l.Pieces["A"] = []connectortest.Piece{connectortest.Row(1, "Appel", "", "appel-t2"), connectortest.Row(2, "Appel", "", "appel-t1")}
	second := visitLittle(t, l, recipes, func(r *connectortest.Run) { r.Known = known(first) })
	if second.Err != nil || texts(second) != "t2 t1" { // t1 has another number now: its bytes tell that it is the same
		t.Errorf("%q after %q, %v", texts(second), texts(first), second.Err)
	}
	third := visitLittle(t, l, recipes, func(r *connectortest.Run) {
		r.Known = known(second)
		for id := range known(first) {
			r.Known[id] = true
		}
	})
	if third.Err != nil || third.N != 0 {
		t.Errorf("fetched again: %q, %v", texts(third), third.Err)
	}
}
