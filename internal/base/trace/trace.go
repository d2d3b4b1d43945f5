package trace

import (
	"context"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	oteltrace "go.opentelemetry.io/otel/trace"

	"predate"
)

// scope names who made the spans.
const scope = "predate"

// Tracer begins spans. A nil one begins none. It is safe for concurrent use.
type Tracer struct{ tracer oteltrace.Tracer }

// New makes a tracer of a provider.
func New(provider oteltrace.TracerProvider) *Tracer { return &Tracer{provider.Tracer(scope)} }

// Kind is how a span stands to others.
type Kind int

// The kinds: a request that was answered, a job that was taken from the queue, a request
// that was made, and anything within one of these.
const (
	Inner Kind = iota
	Answer
	Job
	Request
)

func (k Kind) option() oteltrace.SpanStartOption {
	kinds := [...]oteltrace.SpanKind{
		Inner: oteltrace.SpanKindInternal, Answer: oteltrace.SpanKindServer, Job: oteltrace.SpanKindConsumer, Request: oteltrace.SpanKindClient,
	}
	return oteltrace.WithSpanKind(kinds[k])
}

// Begin begins a span within the one of the context, which is that of a job or of another
// process where Into put it there. The span must be ended.
func (t *Tracer) Begin(ctx context.Context, kind Kind, name string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := t.tracer.Start(ctx, name, kind.option())
	return ctx, Span{span}
}

// Here is the span of a context; one that takes nothing where there is none.
func Here(ctx context.Context) Span { return Span{oteltrace.SpanFromContext(ctx)} }

// Span is a piece of work under way. The zero Span takes everything and tells nothing.
type Span struct{ span oteltrace.Span }

// Say adds what the span is about.
func (s Span) Say(about ...About) {
	if s.span == nil || !s.span.IsRecording() {
		return
	}
	for _, one := range about {
		if one.key != "" {
			s.span.SetAttributes(attribute.KeyValue{Key: one.key, Value: one.value})
		}
	}
}

// Name renames the span, of which more is known than when it began.
func (s Span) Name(name string) {
	if s.span != nil {
		s.span.SetName(name)
	}
}

// Fail marks the span as failed. Why stands in the log, under the same trace.
func (s Span) Fail() {
	if s.span != nil {
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the span, as failed when there is an error.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.Fail()
	}
	s.span.End()
}

// About is one thing that a span says.
type About struct {
	key   attribute.Key
	value attribute.Value
}

func text[T ~string](key attribute.Key, value T) About {
	return About{key, attribute.StringValue(string(value))}
}

// Order is the order that is worked on; none is said where there is none.
func Order(id predate.OrderID) About {
	if id == "" {
		return About{}
	}
	return text("predate.order", id)
}

// Run is which run of its order, from 1.
func Run(number int) About { return count("predate.run", number) }

// Recipe is the recipe by which an extranet is collected from.
func Recipe(id string) About { return coded("predate.recipe", id) }

// Event is the state that an event tells.
func Event(state predate.State) About { return text("predate.event", state) }

// Outcome is what a reading came to.
func Outcome(state predate.OutcomeState) About { return text("predate.outcome", state) }

// Door is the address at which a request came in: its method, and the template of its
// route, where every id is a name in braces.
func Door(method, template string) []About {
	return []About{text("http.request.method", method), text("http.route", template)}
}

// Status is the status of an answer; 0 for none.
func Status(status int) About { return count("http.response.status_code", status) }

// StatusClass is the class of a receiver's answer: 2xx, 5xx; none without an answer.
func StatusClass(status int) About {
	class := "none"
	if status >= 100 {
		class = strconv.Itoa(status/100) + "xx"
	}
	return text("predate.status_class", class)
}

// Attempt is which attempt of its delivery, from 1.
func Attempt(number int) About { return count("predate.attempt", number) }

// Documents is how many papers there are.
func Documents(n int) About { return count("predate.documents", n) }

// Pages is how many pages were read now, those of the cache left out.
func Pages(n int) About { return count("predate.pages", n) }

// Recognised is how many of the pages were read by recognition.
func Recognised(n int) About { return count("predate.pages_recognised", n) }

// Cause is the code of a refusal or of a failure. What has not the form of a code is not
// said.
func Cause[T ~string](code T) About { return coded("error.type", string(code)) }

func count(key attribute.Key, n int) About { return About{key, attribute.IntValue(n)} }

// longestCode bounds a code, in bytes.
const longestCode = 60

// coded is a code of ours: small letters, digits and what joins them.
func coded(key attribute.Key, code string) About {
	if code == "" || len(code) > longestCode {
		return About{}
	}
	for _, r := range code {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '-' {
			return About{}
		}
	}
	return text(key, code)
}
