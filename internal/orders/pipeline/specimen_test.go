package pipeline_test

import (
	"context"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/keeping/blob"
	"predate/internal/orders/pipeline"
	"predate/internal/reading/report"
)

// The specimen is what most rehearsals carry: it is set once, and again when its bytes
// are gone.
func TestTheSpecimenIsMadeOnce(t *testing.T) {
	blobs, err := blob.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	p := pipeline.New(pipeline.Options{Blobs: blobs, Now: time.Now, Specimen: func() (predate.Statement, error) {
		made++
		return report.Decode(extranetsim.SampleReport())
	}})
	ask := func(want int) predate.Hash {
		t.Helper()
		statement, hash, err := p.SpecimenStatement(context.Background())
		if err != nil || len(statement.Figures) == 0 {
			t.Fatalf("%d figures, %v", len(statement.Figures), err)
		}
		if size, err := blobs.Size(context.Background(), hash); err != nil || size == 0 {
			t.Fatalf("stored: %d bytes, %v", size, err)
		}
		if made != want {
			t.Errorf("made %d times, want %d", made, want)
		}
		return hash
	}
	first := ask(1)
	ask(1)
	if err := blobs.Delete(context.Background(), first); err != nil {
		t.Fatal(err)
	}
	if again := ask(2); again != first {
		t.Errorf("made again it is another file: %s, was %s", again, first)
	}
}
