package reading

import (
	"context"
	"log/slog"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/base/trace"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/pdftext"
)

// mixed reads one page, recognises another and leaves the third.
type mixed struct{}

func (mixed) Skim(context.Context, []byte, pdftext.Guide, ...predate.Page) ([]predate.Page, error) {
	return []predate.Page{{Number: 1, Width: 595, Height: 842}, {Number: 2, Width: 595, Height: 842, OCR: true}, {Number: 3, Width: 595, Height: 842, Left: true}}, nil
}

// A reading tells its stages, and of each file that is read now how many pages were read
// and recognised; of one that the cache knows nothing.
func TestReadingIsTraced(t *testing.T) {
	t.Parallel()
	recorder := tracetest.NewSpanRecorder()
	dossier := corpus(t, same)
	dossier.Files = dossier.Files[:1]
	reader := New(Options{
		Pages: mixed{}, Engine: "engine", Rules: "build", Cache: newMemory(), Cores: seats.New(seats.Options{Seats: 1}), Log: slog.New(slog.DiscardHandler),
		Forms: blanktest.House(t), Trace: trace.New(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder))),
	})
	for range 2 {
		if _, err := reader.Read(t.Context(), dossier); err != nil {
			t.Fatal(err)
		}
	}
	count := map[string]int{}
	for _, span := range recorder.Ended() {
		count[span.Name()]++
		if span.Name() != "pages" {
			continue
		}
		for _, one := range span.Attributes() {
			want := map[string]int64{"predate.pages": 2, "predate.pages_recognised": 1}[string(one.Key)]
			if got := one.Value.AsInt64(); got != want {
				t.Errorf("%s is %d, want %d", one.Key, got, want)
			}
		}
	}
	for name, want := range map[string]int{"open": 2, "pages": 1, "sort": 2, "extract": 2, "compute": 2} {
		if count[name] != want {
			t.Errorf("%d spans %s, want %d", count[name], name, want)
		}
	}
}
