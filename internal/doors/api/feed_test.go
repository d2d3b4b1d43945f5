package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/doors/api"
)

// bodies lists the bodies of a page of the feed.
func bodies(page map[string]any) []map[string]any {
	var all []map[string]any
	for _, event := range page["events"].([]any) {
		body, _ := event.(map[string]any)["body"].(map[string]any)
		all = append(all, body)
	}
	return all
}

func TestTheFeedShowsWhatIsPushed(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("test_mode", true)
	c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).is(200, "Webhook endpoint created")
	for _, event := range []string{"waiting", "done"} {
		c.do("POST", "/order/test/webhook-events", map[string]any{"orderid": id, "event": event}).is(200, "Webhook event simulated")
	}
	inline := bodies(c.do("GET", "/order/events?after=1", nil).is(200, "Events").payload())
	linked := bodies(c.do("GET", "/order/events?after=1&content=link&details=true", nil).is(200, "Events").payload())
	if diff := cmp.Diff(map[string]any{"status": "waiting", "orderid": id, "external_id": "dossier-2026-118"}, inline[0]); diff != "" {
		t.Errorf("waiting (-want +got):\n%s", diff)
	}
	if missing, _ := linked[0]["missing"].([]any); len(missing) != 1 {
		t.Errorf("waiting with details: %v", linked[0])
	}
	pdf, err := base64.StdEncoding.DecodeString(fmt.Sprint(inline[1]["content"]))
	if err != nil || !strings.HasPrefix(string(pdf), "%PDF") || len(inline[1]["documents"].([]any)) == 0 {
		t.Errorf("done: %v, %v", inline[1]["documents"], err)
	}
	address, err := url.Parse(fmt.Sprint(linked[1]["content_url"]))
	if err != nil || linked[1]["content"] != nil {
		t.Fatalf("done by link: %v", linked[1])
	}
	got := c.do("GET", address.RequestURI(), nil)
	if sum := sha256.Sum256(got.body); got.status != 200 || string(got.body) != string(pdf) || linked[1]["content_sha256"] != hex.EncodeToString(sum[:]) {
		t.Errorf("the address gives %d and %d bytes, want those of the inline statement", got.status, len(got.body))
	}
	for query, message := range map[string]string{
		"wait=31":     "wait: must be an integer from 0 to 30",
		"content=pdf": "content: must be one of inline, link",
		"details=yes": "details: must be one of false, true",
	} {
		c.do("GET", "/order/events?"+query, nil).is(400, "Invalid request: "+message)
	}
}

// A statement that has outlived its retention leaves its event in the feed.
func TestTheFeedOutlivesStatements(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	h.record(t, id, predate.DossierComplete, nil)
	h.record(t, id, predate.StatementReady, nil)
	page := bodies(c.do("GET", "/order/events", nil).is(200, "Events").payload())
	if len(page) != 3 || page[2] != nil || page[1]["status"] != "received" {
		t.Errorf("bodies %v", page)
	}
}

// Eight writers place orders through two front doors while two readers follow
// the feed by long polls: each sees every position once, in order.
// TestListeningFromTheEnd: who listens from now on is told where now is.
func TestListeningFromTheEnd(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	if page := c.do("GET", "/order/events?after=latest", nil).is(200, "Events").payload(); page["next"] != 0.0 {
		t.Errorf("before the first event: %v", page)
	}
	c.place()
	c.place()
	page := c.do("GET", "/order/events?after=latest", nil).is(200, "Events").payload()
	if page["next"] != 2.0 || len(page["events"].([]any)) != 0 {
		t.Errorf("after two events: %v", page)
	}
	c.do("GET", "/order/events?after=last", nil).is(400, "Invalid request: after: must be a position given by an earlier answer")
	other := h.client(t, "autre@notaires.example", predate.Premium)
	if page := other.do("GET", "/order/events?after=latest", nil).is(200, "Events").payload(); page["next"] != 0.0 {
		t.Errorf("the end of another's feed: %v", page)
	}
}

func TestTheFeedHasNoGaps(t *testing.T) { onBothEngines(t, gapless) }

func gapless(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	other := h.node()
	const writers, each = 8, 12
	var wait sync.WaitGroup
	for w := range writers {
		at := c
		if w%2 == 0 {
			at = c.at(other)
		}
		wait.Go(func() {
			for range each {
				if got := at.do("POST", "/order/", order()); got.status != 200 {
					t.Errorf("placing: %d %s", got.status, got.body)
				}
			}
		})
	}
	for _, at := range []*client{c, c.at(other)} {
		wait.Go(func() {
			for next, deadline := 0, time.Now().Add(time.Minute); next < writers*each && time.Now().Before(deadline); {
				var page struct {
					Payload struct {
						Events []struct{ Position int }
						Next   int
					}
				}
				got := at.do("GET", fmt.Sprintf("/order/events?limit=7&wait=5&after=%d", next), nil)
				if err := json.Unmarshal(got.body, &page); err != nil || got.status != 200 {
					t.Errorf("feed: %d %s", got.status, got.body)
					return
				}
				for _, event := range page.Payload.Events {
					if next++; event.Position != next {
						t.Errorf("position %d in the place of %d", event.Position, next)
						return
					}
				}
				if page.Payload.Next != next {
					t.Errorf("next is %d after %d", page.Payload.Next, next)
				}
			}
		})
	}
	wait.Wait()
	if last := c.do("GET", "/order/events?limit=100", nil).payload(); last["next"] != float64(writers*each) {
		t.Errorf("the feed ends at %v", last["next"])
	}
}

func TestAWaitEndsWithTheFirstEventOrTheHouse(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.Polls = 1 })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	answered := make(chan answer)
	poll := func() { answered <- c.do("GET", "/order/events?wait=30", nil) }
	go poll()
	time.Sleep(300 * time.Millisecond)
	c.do("GET", "/order/events?wait=1", nil).is(429, "Too many requests of the account wait for events at once")
	began := time.Now()
	c.place()
	got := <-answered
	if took := time.Since(began); took > 3*time.Second || len(got.is(200, "Events").payload()["events"].([]any)) != 1 {
		t.Errorf("answered after %s: %s", took, got.body)
	}
	began = time.Now()
	go func() { answered <- c.do("GET", "/order/events?wait=30&after=1", nil) }()
	time.Sleep(300 * time.Millisecond)
	h.server.Drain()
	h.server.Drain() // again changes nothing
	if got := <-answered; time.Since(began) > 3*time.Second || got.status != http.StatusOK {
		t.Errorf("after the house closed: %d after %s", got.status, time.Since(began))
	}
}
