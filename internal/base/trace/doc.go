// Package trace tells what an order went through, from the request that placed it to the
// deliveries of its events, as spans of OpenTelemetry in one trace.
//
// It owns what a span may say: names and attributes are made here, of words of the house
// that are few and nobody's, but for the id of an order. It owns how a trace goes on from
// one process to the next, as the text of W3C Trace Context that rows keep, and how
// spans reach a collector: in batches, beside the work, and never in its way.
//
// It refuses free text: no sentence of an error, no address, no name and no login can be
// put on a span. It refuses tracestate and baggage, which may hold anything, and keeps no
// provider for the whole program: who traces is given a Tracer. A nil Tracer begins
// nothing and passes on the trace that it is given.
package trace
