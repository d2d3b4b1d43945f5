package trace

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"predate"
)

const (
	sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	dropped = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
)

// The trace of a request is that of its header, and none where the header is not as W3C
// Trace Context says.
func TestRead(t *testing.T) {
	for _, one := range []struct{ sent, want string }{
		{sampled, sampled},
		{dropped, dropped},
		{strings.ReplaceAll(sampled, "00-0af", "cc-0af"), sampled}, // a later version is read as this one
		{sampled + "-more", ""},
		{"", ""},
		{"hello", ""},
		{strings.ToUpper(sampled), ""},
		{"ff" + sampled[2:], ""},
		{"00-00000000000000000000000000000000-b7ad6b7169203331-01", ""},
		{"00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", ""},
		{"cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-" + strings.Repeat("x", 1<<20), ""},
	} {
		if got := Read(http.Header{"Traceparent": {one.sent}}); string(got) != one.want {
			t.Errorf("%.80q is read as %q, want %q", one.sent, got, one.want)
		}
	}
	if got := Read(http.Header{"Traceparent": {sampled, dropped}}); got != "" {
		t.Errorf("two headers are read as %q", got)
	}
	if got := Read(http.Header{}); got != "" {
		t.Errorf("no header is read as %q", got)
	}
}

// Without a tracer nothing is told, and the trace of before goes on as it came.
func TestNothingIsToldWithoutATracer(t *testing.T) {
	var none *Tracer
	ctx, span := none.Begin(Into(t.Context(), sampled), Inner, "place")
	span.Say(Order("ABC234"), Cause("away"))
	span.Name("other")
	span.End(errors.New("away"))
	Here(t.Context()).Say(Order("ABC234"))
	if got := Of(ctx); got != sampled {
		t.Errorf("the trace goes on as %q", got)
	}
	if id := ID(ctx); id != "0af7651916cd43dd8448eb211c80319c" || ID(t.Context()) != "" || Of(t.Context()) != "" {
		t.Errorf("the trace is %q", id)
	}
}

// A span is told in the trace that its context had, under the span that began it, even
// when the context went through a row of the database.
func TestSpansGoOn(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	tracer := New(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)))
	ctx, outer := tracer.Begin(Into(t.Context(), sampled), Answer, "request")
	kept := Of(ctx)
	_, inner := tracer.Begin(Into(context.Background(), kept), Job, "read")
	inner.Say(Order("ABC234"), Cause("Not a code: jean@example.fr"), Order(""))
	inner.End(errors.New("hélas, jean@example.fr"))
	outer.End(nil)
	spans := recorder.Ended()
	if len(spans) != 2 || spans[0].Parent().SpanID() != spans[1].SpanContext().SpanID() ||
		spans[1].Parent().SpanID().String() != "b7ad6b7169203331" || spans[0].SpanContext().TraceID().String() != ID(ctx) {
		t.Fatalf("the spans are %v", spans)
	}
	if got := spans[0].Status().Description; got != "" || len(spans[0].Events()) != 0 || len(spans[0].Attributes()) != 1 {
		t.Errorf("the failed span says %q, %v, %v", got, spans[0].Events(), spans[0].Attributes())
	}
}

// Of a code nothing but a code is said.
func TestCodes(t *testing.T) {
	for code, said := range map[predate.FailureCode]bool{
		predate.BadCredentials: true, predate.SiteChanged: true, "": false, "Jean": false, "a b": false, "a@b": false, "é": false,
		predate.FailureCode(strings.Repeat("a", 61)): false,
	} {
		if got := Cause(code).key != ""; got != said {
			t.Errorf("%q is said: %v", code, got)
		}
	}
}

// The address of a collector may have the path of traces, or not.
func TestTraces(t *testing.T) {
	for given, want := range map[string]string{
		"http://127.0.0.1:4318":                       "http://127.0.0.1:4318/v1/traces",
		"https://collector.example.fr/":               "https://collector.example.fr/v1/traces",
		"https://collector.example.fr/otlp":           "https://collector.example.fr/otlp/v1/traces",
		"https://collector.example.fr/v1/traces":      "https://collector.example.fr/v1/traces",
		"127.0.0.1:4318":                              "",
		"ftp://collector.example.fr":                  "",
		"https://collector.example.fr?key=1":          "",
		"https://someone:secret@collector.example.fr": "",
	} {
		if got, err := Traces(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", given, got, err, want)
		}
	}
}
