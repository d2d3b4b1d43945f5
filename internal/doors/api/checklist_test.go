package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/delivering/link"
	"predate/internal/doors/api"
	"predate/internal/reading/report"
	"predate/internal/statement/typeset"
)

// lacking places an order that waits for an annexe 1, and for an answer.
func (c *client) lacking() string {
	c.t.Helper()
	id := c.place("method", "upload")
	c.h.record(c.t, id, predate.DossierLacking, func(run *predate.Run) {
		run.Collected, run.Read, run.Outcome = true, true, predate.OutcomeWaiting
		run.Gaps = []predate.Gap{
			{Kind: predate.GapDocument, Code: "schedule_1", DocType: predate.TypeOther, FiscalYear: "2025", Message: "L’annexe 1."},
			{Kind: predate.GapAction, Code: "operator", Message: "Quels lots\u202f?"},
		}
	})
	return id
}

func TestChecklistAndAnswers(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.lacking()
	item := func(n int) map[string]any {
		t.Helper()
		return c.do("GET", "/order/"+id+"/checklist", nil).is(200, "Checklist").payload()["items"].([]any)[n].(map[string]any)
	}
	want := map[string]any{
		"kind": "document", "doctype": 10.0, "code": "schedule_1", "fiscal_year": "2025", "label": "annexe comptable n°\u00a01, exercice 2025",
		"state": "missing", "why": []any{"L’annexe 1."}, "blocking": true, "said": nil,
	}
	if diff := cmp.Diff(want, item(0)); diff != "" {
		t.Error(diff)
	}
	list := c.do("GET", "/order/"+id+"/checklist", nil).payload()
	if corner := h.links.Corner(predate.OrderID(id), 0, link.Until(h.clock.Now())); list["corner_url"] != corner || list["state"] != "waiting" || list["settled"] != 0.0 {
		t.Errorf("checklist %v", list)
	}
	answers := []any{
		map[string]any{"code": "schedule_1", "fiscal_year": "2025", "answer": "not_obtainable", "comment": "<b>refus</b>", "by": "Mme Vassorelle"},
		map[string]any{"code": "operator", "answer": "see_comment", "comment": "Le 14.", "by": "Mme Vassorelle"},
	}
	c.header.Set("Idempotency-Key", "k1")
	first := c.do("POST", "/order/"+id+"/answers", answers).is(200, "Answers taken")
	again := c.do("POST", "/order/"+id+"/answers", answers).is(200, "Answers taken")
	if !bytes.Equal(first.body, again.body) || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("sent again: %s, %v", again.body, again.header)
	}
	c.header.Del("Idempotency-Key")
	want["state"], want["said"] = "declared_absent", map[string]any{"answer": "not_obtainable", "by": "Mme Vassorelle", "on": "2026-05-18", "comment": "<b>refus</b>"}
	if diff := cmp.Diff(want, item(0)); diff != "" {
		t.Error(diff)
	}
	thread, err := h.desk.Thread(t.Context(), predate.OrderID(id))
	if err != nil || len(thread.Messages) != 2 {
		t.Errorf("thread %+v: %v", thread.Messages, err)
	}
	c.do("POST", "/order/"+id+"/answers", map[string]any{"answers": answers}).is(200, "Answers taken")
	if again, err := h.desk.Thread(t.Context(), predate.OrderID(id)); err != nil || len(again.Messages) != len(thread.Messages) {
		t.Errorf("the same answers in an object are others: %+v, %v", again.Messages, err)
	}
	c.do("POST", "/order/"+id+"/cancel", nil).is(200, "Transaction cancelled")
	if list := c.do("GET", "/order/"+id+"/checklist", nil).payload(); list["corner_url"] != nil {
		t.Errorf("a cancelled order has a corner: %v", list)
	}
	c.do("POST", "/order/"+id+"/answers", answers).is(409, "The order is cancelled")
}

func TestAnswersThatAreRefused(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	id := c.lacking()
	const good = `{"code":"schedule_1","fiscal_year":"2025","answer":"does_not_exist","by":"Zoé"}`
	for body, message := range map[string]string{
		`{}`:                "Invalid request: answers: must be an array of at least one",
		`[]`:                "Invalid request: answers: must be an array of at least one",
		`[1]`:               "Invalid request: answers[0]: must be an object",
		`[` + good + `,{}]`: "Invalid request: answers[1].code: is required; answers[1].answer: is required; answers[1].by: is required",
		`[{"code":"schedule_1","answer":"no","by":"Zoé"}]`:                                          "Invalid request: answers[0].answer: must be does_not_exist, not_obtainable or see_comment",
		`[{"code":"schedule_1","answer":"see_comment","by":"Zoé"}]`:                                 "Invalid request: answers[0].comment: is required with see_comment",
		`[{"code":"schedule_1","answer":"does_not_exist","by":"` + strings.Repeat("z", 101) + `"}]`: "Invalid request: answers[0].by: must have at most 100 characters",
		`[` + good + `,{"code":"minutes","answer":"does_not_exist","by":"Zoé"}]`:                    `Invalid request: code: "minutes" is not asked for`,
		`[` + good + `] x`: "Failed to decode JSON object",
		`[` + good:         "Failed to decode JSON object",
	} {
		c.do("POST", "/order/"+id+"/answers", body).is(400, message)
	}
	c.do("POST", "/order/", `[`+good+`]`).is(500, "Failed to decode JSON object")
}

func TestTheReportIsTheOneInThePDF(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id, _ := h.issue(t, c)
	stored, _, err := h.desk.Blobs.Put(t.Context(), bytes.NewReader(extranetsim.SampleReport()))
	if err != nil {
		t.Fatal(err)
	}
	h.record(t, id, "", func(run *predate.Run) { run.ReportHash = stored })
	statement, err := report.Decode(extranetsim.SampleReport())
	if err != nil {
		t.Fatal(err)
	}
	carried, err := typeset.Report(statement)
	if err != nil {
		t.Fatal(err)
	}
	got := c.do("GET", "/order/"+id+"/report", nil)
	sum := sha256.Sum256(carried)
	if tag := got.header.Get("ETag"); !bytes.Equal(got.body, carried) || tag != `"`+hex.EncodeToString(sum[:])+`"` || got.header.Get("Content-Type") != "application/json" {
		t.Errorf("%d bytes with the tag %s, want %d", len(got.body), tag, len(carried))
	}
	c.do("GET", "/order/"+c.place()+"/report", nil).is(404, "The statement is not available")
}

// The client's page is behind the front door, at its pace and in its record.
func TestTheCornerIsVisitedAtAPace(t *testing.T) {
	visits := 0
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { visits++ })
	h := newHouse(t, func(o *api.Options) { o.Corner, o.Limits.Visits = page, 1 })
	refused := 0
	for range 10 {
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, httptest.NewRequest("GET", "/corner/ABC234/0?expires=1&signature=secret", nil))
		if w.Code == http.StatusTooManyRequests {
			refused++
			if again := w.Header().Get("Retry-After"); again != "1" {
				t.Errorf("a visit is refused for %q seconds", again)
			}
		}
	}
	if visits != 4 || refused != 6 {
		t.Errorf("%d visits, %d refused", visits, refused)
	}
	if log := h.log.String(); !strings.Contains(log, `"route":"GET /corner/"`) || strings.Contains(log, "secret") {
		t.Errorf("the record is %s", log)
	}
	if log := h.log.String(); !strings.Contains(log, `"code":"rate_limited"`) {
		t.Errorf("the record of a refusal is %s", log)
	}
	h.clock.Pass(time.Minute)
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, httptest.NewRequest("GET", "/corner/ABC234/0", nil))
	if w.Code != http.StatusOK {
		t.Errorf("a minute later the corner answers %d", w.Code)
	}
}

// Whoever invents methods makes no more names of routes, in metrics and in the record,
// than there are methods.
func TestInventedMethodsAreOneMethod(t *testing.T) {
	seen := map[string]bool{}
	h := newHouse(t, func(o *api.Options) {
		o.Corner = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
		o.Observe = func(route string, _ int, _ time.Duration) { seen[route] = true }
	})
	for i := range 50 {
		for _, path := range []string{"/corner/ABC234/0", "/corner/assets/1/x", "/order/", "/nowhere"} {
			h.server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("INVENTED"+strings.Repeat("X", i), path, nil))
		}
	}
	if len(seen) != 2 || !seen["other /corner/"] || !seen["unknown"] {
		t.Errorf("the routes are %v", seen)
	}
	if log := h.log.String(); strings.Contains(log, "INVENTED") || !strings.Contains(log, `"method":"other"`) {
		t.Error("the record repeats an invented method")
	}
}
