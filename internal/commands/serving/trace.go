package serving

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/commands/terminal"

	"golang.org/x/net/http/httpguts"
)

// TraceFlags say where traces go.
type TraceFlags struct {
	OTLPEndpoint string  `name:"otlp-endpoint" help:"Collector of traces (OTLP over HTTP), like http://127.0.0.1:4318; without it none are told." placeholder:"URL"`
	OTLPHeaders  string  `name:"otlp-headers" help:"Headers for the collector, such as its key; better in PREDATE_OTLP_HEADERS_FILE." placeholder:"NAME=VALUE;…" secret:""`
	TraceShare   float64 `name:"trace-share" help:"How many of the traces that begin here are told, of 1. One that came with a request is told when the request says so." default:"1" placeholder:"SHARE"`
}

// check refuses a collector that cannot be reached by any means, and headers for none.
func (f TraceFlags) check() error {
	if _, err := f.headers(); err != nil {
		return err
	}
	if f.OTLPEndpoint == "" && f.OTLPHeaders != "" {
		return errors.New("otlp-headers: there is nobody to send them to: name the collector with --otlp-endpoint, or leave them out")
	}
	if f.OTLPEndpoint != "" {
		if _, err := trace.Traces(f.OTLPEndpoint); err != nil {
			return fmt.Errorf("otlp-endpoint %w", err)
		}
	}
	if !(f.TraceShare >= 0 && f.TraceShare <= 1) { // what is no number is neither
		return fmt.Errorf("trace-share %v: want a share between 0 and 1, like 0.1", f.TraceShare)
	}
	return nil
}

// headers reads the headers for the collector; its errors do not repeat them.
func (f TraceFlags) headers() (map[string]predate.Secret, error) {
	all := map[string]predate.Secret{}
	for one := range strings.SplitSeq(f.OTLPHeaders, ";") {
		if strings.TrimSpace(one) == "" {
			continue
		}
		name, value, _ := strings.Cut(one, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if value == "" || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return nil, errors.New("otlp-headers: want NAME=VALUE, several parted by a semicolon")
		}
		all[name] = predate.Secret(value)
	}
	return all, nil
}

// collectorWithin bounds one request to the collector.
const collectorWithin = 10 * time.Second

// exporter opens the way to the collector; nil where traces are off. No proxy of the
// environment is asked, and no redirection followed: it would be given the headers.
func (f TraceFlags) exporter(ctx context.Context, as role, m *metrics, by terminal.Means) (*trace.Exporter, error) {
	if f.OTLPEndpoint == "" {
		return nil, nil
	}
	headers, err := f.headers()
	if err != nil {
		return nil, err
	}
	version, _, _ := terminal.Built()
	return trace.Open(ctx, trace.Options{
		Endpoint: f.OTLPEndpoint, Headers: headers, Share: f.TraceShare, Version: version, Role: string(as.orAll()),
		Client: &http.Client{
			Transport:     &http.Transport{ForceAttemptHTTP2: true, MaxIdleConns: 2, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: 5 * time.Second},
			Timeout:       collectorWithin,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		Random: by.Random, Now: by.Now, Log: by.Log, Count: m.spans,
	})
}

// FlushTime is how long the end of a process waits for the collector.
const FlushTime = 2 * time.Second

// startTracing has the house tell what it does, when it is to.
func (h *House) startTracing(ctx context.Context, f TraceFlags) error {
	exporter, err := f.exporter(ctx, h.role, h.measured, h.Means)
	if err != nil || exporter == nil {
		return err
	}
	h.trace = exporter.Tracer()
	h.untrace = func() {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), FlushTime)
		defer cancel()
		exporter.Close(limited)
	}
	return nil
}

// spans counts what became of spans.
func (m *metrics) spans(result trace.Result, n int) {
	m.traced.WithLabelValues(string(result)).Add(float64(n))
}
