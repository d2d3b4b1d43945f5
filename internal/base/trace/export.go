package trace

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"

	"predate"
)

// The bounds of what waits for the collector. What does not fit is dropped.
const (
	batchEvery  = 2 * time.Second
	batchSpans  = 512
	queueSpans  = 4096
	exportTime  = 10 * time.Second
	longestText = 200 // of an attribute, in characters
)

// Options set up what takes spans to a collector.
type Options struct {
	// Endpoint is the collector's address without the path of traces, such as
	// http://127.0.0.1:4318.
	Endpoint string
	// Headers are sent with each batch: a collector's key.
	Headers map[string]predate.Secret
	// Share is how many of the traces that begin here are told, of 1. A trace that
	// came with a request is told when the request says so.
	Share float64
	// Client reaches the collector.
	Client *http.Client
	// Version and Role say which program made the spans, and what it does.
	Version, Role string
	Random        io.Reader
	Now           func() time.Time
	Log           *slog.Logger
	// Count is told of spans: made here, sent, or lost because the collector did not
	// take them; nil is told of none.
	Count func(result Result, spans int)
}

// Result is what became of spans.
type Result string

// What becomes of spans. Those made and neither sent nor lost wait, or did not fit.
const (
	Made Result = "made"
	Sent Result = "sent"
	Lost Result = "lost"
)

// Exporter takes spans to a collector.
type Exporter struct {
	provider *sdktrace.TracerProvider
	log      *slog.Logger
}

// Open makes what takes spans to a collector. It asks the collector nothing: one that is
// away is found out, and told once, when there are spans for it.
func Open(ctx context.Context, o Options) (*Exporter, error) {
	if o.Count == nil {
		o.Count = func(Result, int) {}
	}
	address, err := Traces(o.Endpoint)
	if err != nil {
		return nil, err
	}
	headers := map[string]string{}
	for name, value := range o.Headers {
		headers[name] = value.Reveal()
	}
	inner, err := otlptracehttp.New(ctx,
		otlptracehttp.WithEndpointURL(address), otlptracehttp.WithHTTPClient(o.Client), otlptracehttp.WithHeaders(headers),
		otlptracehttp.WithCompression(otlptracehttp.GzipCompression), otlptracehttp.WithTimeout(exportTime),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{
			Enabled: true, InitialInterval: 500 * time.Millisecond, MaxInterval: 2 * time.Second, MaxElapsedTime: exportTime / 2,
		}))
	if err != nil {
		return nil, fmt.Errorf("reach the collector of traces: %w", err)
	}
	batches := sdktrace.NewBatchSpanProcessor(&loggedExporter{SpanExporter: inner, Options: o},
		sdktrace.WithBatchTimeout(batchEvery), sdktrace.WithExportTimeout(exportTime),
		sdktrace.WithMaxExportBatchSize(batchSpans), sdktrace.WithMaxQueueSize(queueSpans))
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(o.Share))),
		sdktrace.WithIDGenerator(&randomIDs{random: o.Random}),
		sdktrace.WithRawSpanLimits(sdktrace.SpanLimits{AttributeValueLengthLimit: longestText, AttributeCountLimit: 32}),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", scope), attribute.String("service.version", o.Version), attribute.String("predate.role", o.Role))),
		sdktrace.WithSpanProcessor(counting{batches, o.Count}))
	return &Exporter{provider, o.Log}, nil
}

// Traces is where a collector takes traces, below its address.
func Traces(endpoint string) (string, error) {
	const path = "/v1/traces"
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		if u != nil { // what is not to be shown stands there
			u.User, u.RawQuery = nil, ""
			endpoint = u.String()
		}
		return "", fmt.Errorf("%q: want an absolute URL like http://127.0.0.1:4318, without a name, a query or a fragment: keys go into --otlp-headers", endpoint)
	}
	return strings.TrimSuffix(strings.TrimSuffix(endpoint, "/"), path) + path, nil
}

// Tracer begins spans that go to the collector.
func (e *Exporter) Tracer() *Tracer { return New(e.provider) }

// Close sends what waits, until the context ends.
func (e *Exporter) Close(ctx context.Context) {
	if err := e.provider.Shutdown(ctx); err != nil {
		e.log.Warn("the last spans did not reach the collector of traces", "error", err)
	}
}

// loggedExporter logs once that the collector accepts nothing, rather than with each batch.
type loggedExporter struct {
	sdktrace.SpanExporter
	Options
	mu      sync.Mutex
	failing bool
	said    time.Time
}

// quiet is how long nothing more is said of a collector that comes and goes.
const quiet = 10 * time.Minute

// ExportSpans sends a batch. A failure ends here: nobody above could do anything.
func (t *loggedExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := t.SpanExporter.ExportSpans(ctx, spans)
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.Now()
	if err == nil {
		t.Count(Sent, len(spans))
		if t.failing {
			t.Log.Info("the collector takes traces again")
		}
		t.failing = false
		return nil
	}
	t.Count(Lost, len(spans))
	if !t.failing && (t.said.IsZero() || now.Sub(t.said) >= quiet) {
		t.Log.Warn("the collector takes no traces: they are lost until it does, and orders go on", "error", err)
		t.failing, t.said = true, now
	}
	return nil
}

// counting counts the spans that end.
type counting struct {
	sdktrace.SpanProcessor
	count func(Result, int)
}

// OnEnd counts a span that is exported.
func (c counting) OnEnd(s sdktrace.ReadOnlySpan) {
	if s.SpanContext().IsSampled() {
		c.count(Made, 1)
	}
	c.SpanProcessor.OnEnd(s)
}

// randomIDs generates the ids of traces and spans.
type randomIDs struct {
	mu     sync.Mutex
	random io.Reader
}

// NewIDs generates the ids of a trace and of its first span.
func (d *randomIDs) NewIDs(ctx context.Context) (id oteltrace.TraceID, span oteltrace.SpanID) {
	d.draw(id[:])
	return id, d.NewSpanID(ctx, id)
}

// NewSpanID generates the id of a span.
func (d *randomIDs) NewSpanID(context.Context, oteltrace.TraceID) (id oteltrace.SpanID) {
	d.draw(id[:])
	return id
}

// draw fills an id. Where chance fails, which it does not, the id is one, and not valid
// as nothing: nothing is traced by it that would hinder an order.
func (d *randomIDs) draw(id []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := io.ReadFull(d.random, id); err != nil {
		binary.BigEndian.PutUint64(id[len(id)-8:], 1)
	}
}
