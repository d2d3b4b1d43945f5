package reading

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"testing"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/compute"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/reading/report"
)

// What is tried without opening a paper again is what a reading with the same
// rulings gives, to the last byte.
func TestPreparedIsTheReading(t *testing.T) {
	t.Parallel()
	dossier := corpus(t, same)
	reader := New(Options{Pages: enginetest.Printed(t), Engine: "engine", Rules: "build 1", Cache: newMemory(), Cores: seats.New(seats.Options{Seats: 2}), Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
	prepared, err := reader.Prepare(context.Background(), dossier)
	if err != nil {
		t.Fatal(err)
	}
	plain := prepared.Compute(nil)
	ruling := predate.Ruling{Key: predate.KeyArrears, Value: predate.Money(1), By: "A. Martin", On: predate.Date{Year: 2026, Month: 5, Day: 18}, Why: "vu"}
	tried, change := prepared.Try(plain, nil, ruling)
	dossier.Rulings = []predate.Ruling{ruling}
	read, err := reader.Read(context.Background(), dossier)
	if err != nil {
		t.Fatal(err)
	}
	encode := func(s predate.Statement) []byte {
		encoded, err := report.Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	}
	if !bytes.Equal(encode(tried), encode(read)) {
		t.Error("what is tried is not what is read")
	}
	if !bytes.Equal(encode(plain), encode(prepared.Compute(nil))) {
		t.Error("trying a ruling changes the dossier")
	}
	if !slices.Contains(change.Figures, predate.KeyArrears) || len(change.Green)+len(change.Red) > 0 {
		t.Errorf("change %+v", change)
	}
	for key, considered := range prepared.Explain(nil).Considered {
		if key == predate.KeyArrears && !slices.ContainsFunc(considered, func(c compute.Consideration) bool { return c.Chosen }) {
			t.Error("no reading of the arrears is chosen")
		}
	}
}

func TestRuled(t *testing.T) {
	before := []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(1)}, {File: "Scan.pdf"}}
	after := Ruled(before, predate.Ruling{Key: predate.KeyArrears, Value: predate.Money(2)})
	if len(after) != 2 || after[1].Value != predate.Money(2) || after[0].File != "Scan.pdf" || before[0].Value != predate.Money(1) {
		t.Errorf("rulings %+v of %+v", after, before)
	}
}
