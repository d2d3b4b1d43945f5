package webhook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"predate"
	"predate/internal/base/trace"
)

const (
	userAgent = "predate-webhooks/1"
	// answerLimit is how much of a response is stored for the receiver's developer.
	answerLimit = 16 << 10
	// attemptTimeout limits an attempt, whatever the client's own timeouts are.
	attemptTimeout = 20 * time.Second
	// longestRetryAfter is the longest wait that a receiver can ask for.
	longestRetryAfter = 24 * time.Hour
)

// Sender posts webhooks. It is safe for concurrent use.
type Sender struct {
	client *http.Client
	now    func() time.Time
}

// NewSender takes a client of egress that follows no redirect.
func NewSender(client *http.Client, now func() time.Time) *Sender {
	return &Sender{client: client, now: now}
}

// Sending is everything that one attempt needs.
type Sending struct {
	URL      string
	Secrets  []predate.Secret // the current one first, then those in grace
	Delivery predate.Delivery // Attempts is the number made before this one
	Event    predate.Event
	Body     *Body
	Trace    predate.Trace // of which the attempt is part; empty for none
}

// Send makes one attempt. Errors of the receiver or the network are recorded in the
// Attempt. Send returns an error only for faults of ours: no secret, an unreadable
// statement, a shutdown. No attempt counts then, and the caller tries again.
func (s *Sender) Send(ctx context.Context, sending Sending) (predate.Attempt, error) {
	attempt := predate.Attempt{
		Delivery: sending.Delivery.ID, Number: sending.Delivery.Attempts + 1, At: s.now(), Trace: sending.Trace,
	}
	fail := func(err error) (predate.Attempt, error) {
		return predate.Attempt{}, fmt.Errorf("send %s: %w", attempt.Delivery, err)
	}
	limited, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	ours := &firstError{}
	request, err := newRequest(limited, sending, &attempt, ours)
	if err != nil {
		return fail(err)
	}
	response, err := s.client.Do(request)
	if own := ours.load(); own != nil {
		closeAnswer(response)
		return fail(own)
	}
	if err != nil && ctx.Err() != nil {
		return fail(ctx.Err())
	}
	if err != nil {
		attempt.Error = explain(err)
	} else {
		s.read(&attempt, response)
	}
	attempt.Duration = s.now().Sub(attempt.At)
	return attempt, nil
}

// read records the response. Only the status decides: a response that breaks off after
// a 2xx status is a success.
func (s *Sender) read(attempt *predate.Attempt, response *http.Response) {
	defer closeAnswer(response)
	answer, _ := io.ReadAll(io.LimitReader(response.Body, answerLimit))
	attempt.Status = response.StatusCode
	attempt.Answer = printable(answer)
	if attempt.Succeeded() {
		return
	}
	attempt.Error = explainStatus(response.StatusCode)
	switch order := predate.Control(strings.ToLower(strings.TrimSpace(response.Header.Get("predate-control")))); order {
	case predate.ControlStop, predate.ControlDisable:
		attempt.Control = order
	}
	attempt.RetryAfter = retryAfter(response.Header.Get("Retry-After"), s.now())
}

func closeAnswer(response *http.Response) {
	if response != nil {
		_ = response.Body.Close() // nothing more is wanted of it
	}
}

// newRequest signs the body, notes the signature, and opens the body a second time.
// Errors in reading it later go to ours.
func newRequest(ctx context.Context, sending Sending, attempt *predate.Attempt, ours *firstError) (*http.Request, error) {
	open := func() (io.ReadCloser, error) { return openNoting(ctx, sending.Body, ours) }
	signature, err := signBody(sending, stamp(sending.Event, *attempt), open)
	if err != nil {
		return nil, err
	}
	attempt.Signature = spoil(sending.Event, *attempt, signature)
	body, err := open()
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, sending.URL, body)
	if err != nil {
		// The URL was checked when the endpoint was made; the text of the error
		// would repeat it, and a URL may hold a token.
		return nil, errors.Join(errors.New("the URL of the endpoint cannot be read"), body.Close())
	}
	request.ContentLength = sending.Body.Size()
	request.GetBody = open
	request.Header = Headers(sending.Event, *attempt)
	return request, nil
}

func signBody(sending Sending, at time.Time, open func() (io.ReadCloser, error)) (string, error) {
	body, err := open()
	if err != nil {
		return "", err
	}
	signature, err := Sign(sending.Secrets, sending.Delivery.ID, at, body)
	return signature, errors.Join(err, body.Close())
}

// Headers returns the headers that an attempt of an event bears; the length of the
// body is beside them.
func Headers(event predate.Event, attempt predate.Attempt) http.Header {
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", userAgent)
	header.Set("webhook-id", string(attempt.Delivery))
	header.Set("webhook-timestamp", strconv.FormatInt(stamp(event, attempt).Unix(), 10))
	header.Set("webhook-signature", attempt.Signature)
	header.Set("predate-event", string(event.State))
	header.Set("predate-attempt", strconv.Itoa(attempt.Number))
	// A rehearsal has no place in the sequence of the order's events, but for
	// one that comes out of order on purpose.
	if sequence := event.Seq + event.Rehearsal.Passed; sequence > 0 {
		header.Set("predate-sequence", strconv.Itoa(sequence))
	}
	if attempt.Trace != "" { // beside what is signed, like all but the id and the instant
		header.Set(trace.Header, string(attempt.Trace))
	}
	if event.TestMode || event.Simulated {
		header.Set("predate-test", "true")
	}
	return header
}

// retryAfter parses both forms of the header (RFC 9110 §10.2.3). It ignores a malformed
// header.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	var wait time.Duration
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), longestRetryAfter)
}

// printable returns a response as storable text: valid UTF-8 without NUL.
func printable(answer []byte) string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(answer), "\uFFFD"), "\x00", "\uFFFD")
}

// firstError stores the first error of reading a body: net/http does not return it in a
// uniform way, and reads the body in its own goroutine.
type firstError struct{ err atomic.Pointer[error] }

func (f *firstError) note(err error) {
	if errors.Is(err, ErrContent) {
		f.err.CompareAndSwap(nil, &err)
	}
}

func (f *firstError) load() error {
	if err := f.err.Load(); err != nil {
		return *err
	}
	return nil
}

type noting struct {
	io.ReadCloser
	errors *firstError
}

func openNoting(ctx context.Context, body *Body, to *firstError) (io.ReadCloser, error) {
	reader, err := body.Open(ctx)
	if err != nil {
		to.note(err)
		return nil, err
	}
	return noting{reader, to}, nil
}

// Read notes what went wrong.
func (n noting) Read(p []byte) (int, error) {
	count, err := n.ReadCloser.Read(p)
	if err != nil {
		n.errors.note(err)
	}
	return count, err
}
