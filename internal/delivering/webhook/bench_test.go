package webhook_test

import (
	"context"
	"io"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
)

// BenchmarkSign signs a done body with a statement of one megabyte, as before
// every attempt.
func BenchmarkSign(b *testing.B) {
	const size = 1 << 20
	body := mustBody(b, webhook.Notice{Event: event(predate.Done), Statement: &webhook.Content{
		Size: size,
		Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(io.LimitReader(zeros{}, size)), nil },
	}})
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		reader, err := body.Open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := webhook.Sign([]predate.Secret{secret()}, "dlv_1", time.Unix(1, 0), reader); err != nil {
			b.Fatal(err)
		}
	}
}
