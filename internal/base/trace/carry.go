package trace

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/propagation"
	oteltrace "go.opentelemetry.io/otel/trace"

	"predate"
)

// Header is the name of the header that carries a trace (W3C Trace Context).
const Header = "traceparent"

// longest bounds the text of a trace: version 00 has 55 characters, and a later one may
// have more.
const longest = 128

// Read returns the trace of a request, or none: a header that is not valid, or that comes
// twice, is as if it were not there.
func Read(header http.Header) predate.Trace {
	values := header.Values(Header)
	if len(values) != 1 {
		return ""
	}
	return Of(Into(context.Background(), predate.Trace(values[0])))
}

// Into has the spans that begin in the context be part of a trace. One that is empty or
// not valid leaves the context as it is.
func Into(ctx context.Context, parent predate.Trace) context.Context {
	if parent == "" || len(parent) > longest {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{Header: string(parent)})
}

// Of returns the trace of a context with its innermost span, for what goes on from it;
// empty where there is none.
func Of(ctx context.Context) predate.Trace {
	if !oteltrace.SpanContextFromContext(ctx).IsValid() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return predate.Trace(carrier[Header])
}

// ID is the id of the context's trace, 32 hexadecimal digits; empty where there is none.
func ID(ctx context.Context) string {
	held := oteltrace.SpanContextFromContext(ctx)
	if !held.HasTraceID() {
		return ""
	}
	return held.TraceID().String()
}
