package main

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	coltracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collectorOfTraces takes traces as any collector does, and keeps them.
type collectorOfTraces struct {
	t   *testing.T
	url string

	mu     sync.Mutex
	raw    bytes.Buffer // all that it was sent, headers included
	gotten []toldSpan
}

// toldSpan is a span with the role of the process that made it.
type toldSpan struct {
	*tracepb.Span
	role string
}

func newCollectorOfTraces(t *testing.T) *collectorOfTraces {
	t.Helper()
	c := &collectorOfTraces{t: t}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	c.url = server.URL
	return c
}

// ServeHTTP takes one batch.
func (c *collectorOfTraces) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	zipped, err := gzip.NewReader(r.Body)
	if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
		c.t.Errorf("%s, %s: %v", r.URL, r.Header, err)
		return
	}
	body, err := io.ReadAll(zipped)
	var batch coltracepb.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &batch)
	}
	if err != nil {
		c.t.Error(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprint(&c.raw, r.URL, r.Header, "\n")
	c.raw.Write(body)
	for _, from := range batch.ResourceSpans {
		role := ""
		for _, one := range from.Resource.Attributes {
			if one.Key == "predate.role" {
				role = one.Value.GetStringValue()
			}
		}
		for _, scope := range from.ScopeSpans {
			for _, span := range scope.Spans {
				c.gotten = append(c.gotten, toldSpan{span, role})
			}
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// everything is all that was sent, for the search of what must not be there.
func (c *collectorOfTraces) everything() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.raw.Bytes())
}

// spans are those of a trace; of all without one.
func (c *collectorOfTraces) spans(trace string) []toldSpan {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []toldSpan
	for _, one := range c.gotten {
		if trace == "" || hex.EncodeToString(one.TraceId) == trace {
			all = append(all, one)
		}
	}
	return all
}

// await waits until the trace has a span of each name.
func (c *collectorOfTraces) await(trace string, names ...string) []toldSpan {
	c.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		spans := c.spans(trace)
		missing := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return slices.ContainsFunc(spans, func(s toldSpan) bool { return s.Name == name })
		})
		if len(missing) == 0 {
			return spans
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("no span %q in trace %s, which has\n%s", missing, trace, drawn(spans))
		}
	}
}

// about is what a span says under a name, as text.
func (s toldSpan) about(key string) string {
	for _, one := range s.Attributes {
		if one.Key == key {
			if one.Value.GetStringValue() != "" {
				return one.Value.GetStringValue()
			}
			return fmt.Sprint(one.Value.GetIntValue())
		}
	}
	return ""
}

func (s toldSpan) id() string { return hex.EncodeToString(s.SpanId) }

func (s toldSpan) parent() string { return hex.EncodeToString(s.ParentSpanId) }

// drawn draws spans as trees.
func drawn(spans []toldSpan) string {
	slices.SortFunc(spans, func(a, b toldSpan) int { return int(int64(a.StartTimeUnixNano) - int64(b.StartTimeUnixNano)) })
	known := map[string]bool{}
	for _, s := range spans {
		known[s.id()] = true
	}
	var out strings.Builder
	var draw func(parent string, depth int)
	draw = func(parent string, depth int) {
		for _, s := range spans {
			if s.parent() == parent || depth == 0 && !known[s.parent()] {
				took := time.Duration(s.EndTimeUnixNano - s.StartTimeUnixNano).Round(time.Millisecond)
				fmt.Fprintf(&out, "%s%s %s %s", strings.Repeat("  ", depth), s.Name, s.role, took)
				for _, one := range s.Attributes {
					fmt.Fprintf(&out, " %s=%s", one.Key, s.about(one.Key))
				}
				out.WriteString("\n")
				draw(s.id(), depth+1)
			}
		}
	}
	draw("none", 0)
	return out.String()
}

// checkRoles holds the spans of an order to one trace over the processes of an estate.
func (c *collectorOfTraces) checkRoles(order string) {
	c.t.Helper()
	trace := ""
	for _, s := range c.await("", "POST /order/", "issue") {
		if s.Name == "POST /order/" && s.about("predate.order") == order {
			trace = hex.EncodeToString(s.TraceId)
		}
	}
	if trace == "" {
		c.t.Fatalf("no request placed order %s", order)
	}
	spans := c.await(trace, "POST /order/", "place", "collect", "read", "typeset", "issue")
	for _, s := range spans {
		want := "worker"
		switch s.Name {
		case "POST /order/", "place":
			want = "door"
		case "collect":
			want = "collector"
		}
		if s.role != want {
			c.t.Errorf("%s is told by a %s, want a %s", s.Name, s.role, want)
		}
	}
	c.t.Logf("the trace:\n%s", drawn(spans))
}
