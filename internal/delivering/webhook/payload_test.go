package webhook_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"predate"
	"predate/internal/delivering/webhook"
)

func content(data []byte) *webhook.Content {
	return &webhook.Content{
		Size: int64(len(data)),
		Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
	}
}

func mustBody(t rapid.TB, n webhook.Notice) *webhook.Body {
	t.Helper()
	body, err := webhook.NewBody(n)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func text(t rapid.TB, body *webhook.Body) string {
	t.Helper()
	reader, err := body.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(reader)
	if err := errors.Join(err, reader.Close()); err != nil {
		t.Fatal(err)
	}
	if int64(len(data)) != body.Size() {
		t.Fatalf("the body has %d bytes and said %d", len(data), body.Size())
	}
	return string(data)
}

func event(state predate.State) predate.Event {
	return predate.Event{
		ID: "evt_1", Account: "acc_1", Order: "ABC234", ExternalID: "dossier <7> & co", Seq: 3, State: state,
		Created: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC),
	}
}

func documents() []webhook.Document {
	return []webhook.Document{
		{
			Document: predate.Document{ID: 12, DocType: predate.TypeMinutes, Printed: predate.Date{Year: 2025, Month: 6, Day: 3}, MediaType: "application/pdf"},
			URL:      "https://predate.example/d/12?until=9&sign=a",
		},
		{
			Document: predate.Document{ID: 13, Hint: predate.TypeRules, Comment: "Règlement \"de 1965\"", MediaType: "image/jpeg", Collected: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)},
			URL:      "https://predate.example/d/13",
		},
		{
			Document: predate.Document{ID: 14, DocType: predate.TypeMinutes, Printed: predate.Date{Year: 2025, Month: 6, Day: 4}, Comment: "PV AG", MediaType: "application/pdf", Foreign: true},
			URL:      "https://predate.example/d/14",
		},
	}
}

func TestBodyIsTheContracts(t *testing.T) {
	const head = `"orderid":"ABC234","external_id":"dossier <7> & co"`
	const list = `"documents":[` +
		`{"id":12,"doctype":2,"delivered":"2025-06-03","comment":"","mimetype":"application/pdf","url":"https://predate.example/d/12?until=9&sign=a"},` +
		`{"id":13,"doctype":3,"delivered":"2026-05-18","comment":"Règlement \"de 1965\"","mimetype":"image/jpeg","url":"https://predate.example/d/13"},` +
		`{"id":14,"doctype":2,"delivered":"2025-06-04","comment":"Pièce d’un autre immeuble – écartée : PV AG","mimetype":"application/pdf","url":"https://predate.example/d/14"}]`
	pdf := content([]byte("%PDF"))
	for _, c := range []struct {
		name   string
		notice webhook.Notice
		want   string
	}{
		{"confirmed", webhook.Notice{Event: event(predate.Confirmed)}, `{"status":"confirmed",` + head + `}`},
		{"received", webhook.Notice{Event: event(predate.Received)}, `{"status":"received",` + head + `}`},
		{"waiting", webhook.Notice{Event: event(predate.Waiting)}, `{"status":"waiting",` + head + `}`},
		{"need-refresh", webhook.Notice{Event: event(predate.NeedRefresh)}, `{"status":"need-refresh",` + head + `}`},
		{"done, nothing else allowed", webhook.Notice{Event: event(predate.Done), Statement: pdf, Documents: documents()}, `{"status":"done",` + head + `,"content":"JVBERg=="}`},
		{
			"done, everything allowed",
			webhook.Notice{Event: event(predate.Done), Statement: pdf, Registration: "aa 1234567", SendDocuments: true, Documents: documents()},
			`{"status":"done",` + head + `,"content":"JVBERg==","registration_id":"AA1234567",` + list + `}`,
		},
		{"done, no document", webhook.Notice{Event: event(predate.Done), Statement: pdf, SendDocuments: true}, `{"status":"done",` + head + `,"content":"JVBERg==","documents":[]}`},
		{"documents wait for done", webhook.Notice{Event: event(predate.Received), SendDocuments: true, Documents: documents()}, `{"status":"received",` + head + `}`},
		{"registration comes early", webhook.Notice{Event: event(predate.Received), Registration: "AC-765 4321"}, `{"status":"received",` + head + `,"registration_id":"AC7654321"}`},
		{"unreadable registration", webhook.Notice{Event: event(predate.Received), Registration: "en cours"}, `{"status":"received",` + head + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, text(t, mustBody(t, c.notice))); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatementGoesWithDoneOnly(t *testing.T) {
	if _, err := webhook.NewBody(webhook.Notice{Event: event(predate.Done)}); err == nil {
		t.Error("done without its statement has a body")
	}
	if _, err := webhook.NewBody(webhook.Notice{Event: event(predate.Received), Statement: content(nil)}); err == nil {
		t.Error("received with a statement has a body")
	}
}

// Whatever the texts and the statement, the body is JSON that says them, its
// length is known, and reading it again gives the same bytes.
func TestBodySaysWhatTheNoticeDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pdf := rapid.SliceOfN(rapid.Byte(), 0, 100_000).Draw(t, "pdf")
		n := webhook.Notice{Event: event(predate.Done), Statement: content(pdf), SendDocuments: true}
		n.Event.ExternalID = rapid.String().Draw(t, "external id")
		comment := rapid.String().Draw(t, "comment")
		n.Documents = []webhook.Document{{Document: predate.Document{ID: 1, Comment: comment}}}
		n.Statement.Open = func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(iotest.HalfReader(bytes.NewReader(pdf))), nil
		}
		body := mustBody(t, n)
		first, second := text(t, body), text(t, body)
		if first != second || first != text(t, mustBody(t, n)) {
			t.Fatal("the bytes differ between two readings")
		}
		var got struct {
			ExternalID string `json:"external_id"`
			Content    []byte
			Documents  []struct{ Comment string }
		}
		if err := json.Unmarshal([]byte(first), &got); err != nil {
			t.Fatal(err)
		}
		if got.ExternalID != n.Event.ExternalID || got.Documents[0].Comment != comment || !bytes.Equal(got.Content, pdf) {
			t.Fatalf("the body says %q, %q and a statement of %d bytes", got.ExternalID, got.Documents[0].Comment, len(got.Content))
		}
	})
}

func TestStatementThatCannotBeRead(t *testing.T) {
	data := bytes.Repeat([]byte("x"), 60_000)
	closed := 0
	open := func(r io.Reader, err error) func(context.Context) (io.ReadCloser, error) {
		return func(context.Context) (io.ReadCloser, error) { return countClose{r, &closed}, err }
	}
	for name, c := range map[string]*webhook.Content{
		"absent":  {Size: 60_000, Open: open(nil, predate.ErrNotFound)},
		"shorter": {Size: 60_001, Open: open(bytes.NewReader(data), nil)},
		"longer":  {Size: 59_999, Open: open(bytes.NewReader(data), nil)},
		"broken":  {Size: 60_000, Open: open(io.MultiReader(bytes.NewReader(data[:30_000]), iotest.ErrReader(errors.New("disk"))), nil)},
	} {
		body := mustBody(t, webhook.Notice{Event: event(predate.Done), Statement: c})
		reader, err := body.Open(t.Context())
		if err == nil {
			_, err = io.Copy(io.Discard, reader)
			_ = reader.Close()
		}
		if !errors.Is(err, webhook.ErrContent) {
			t.Errorf("%s: %v, want ErrContent", name, err)
		}
	}
	if closed != 3 {
		t.Errorf("%d of 3 opened statements were closed", closed)
	}
}

type countClose struct {
	io.Reader
	count *int
}

func (c countClose) Close() error {
	*c.count++
	return nil
}

func TestContentIsStandardBase64(t *testing.T) {
	for size := range 7 {
		data := bytes.Repeat([]byte{0xfb}, size)
		want := `"content":"` + base64.StdEncoding.EncodeToString(data) + `"`
		got := text(t, mustBody(t, webhook.Notice{Event: event(predate.Done), Statement: content(data)}))
		if !bytes.Contains([]byte(got), []byte(want)) {
			t.Errorf("%d bytes: %s lacks %s", size, got, want)
		}
	}
}

func TestRegistration(t *testing.T) {
	for printed, want := range map[string]string{
		"AA1234567": "AA1234567", "aa1234567": "AA1234567", " AA 1 234 567 ": "AA1234567",
		"AA\u00a01234567": "AA1234567", "AB-123-4567": "AB1234567", "AB.1234567": "AB1234567",
		"": "", "1234567": "", "AA123456": "", "AA12345678": "", "AAA234567": "", "AA123456O": "",
	} {
		if got, ok := webhook.Registration(printed); got != want || ok != (want != "") {
			t.Errorf("Registration(%q) = %q, %v; want %q", printed, got, ok, want)
		}
	}
}
