package console

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

// stopped places an order whose collection stopped, before the operators; its extranet
// lists a paper that it did not give.
func (n *node) stopped() predate.OrderID {
	n.t.Helper()
	order := n.Placed(nil)
	at, err := n.Case(n.t.Context(), order.Run)
	if err == nil {
		err = n.Listed(n.t.Context(), at.Run, []predate.ListedPaper{{RemoteID: "doc/1", Title: "PV <b>2025</b>", Hint: predate.TypeMinutes}})
	}
	if err == nil {
		err = n.Record(n.t.Context(), desk.Progress{Run: at.Run, Review: true, Change: func(r *predate.Run) {
			r.Collected, r.Failure, r.FailureText, r.Stage, r.Attempts = false, predate.EmptyListing, "Aucun <i>document</i>", predate.StageList, 2
		}})
	}
	if err != nil {
		n.t.Fatal(err)
	}
	return order.ID
}

// post sends a form of the page of a collection as an operator.
func (n *node) post(id predate.OrderID, act string, form url.Values) *httptest.ResponseRecorder {
	return n.send(id, act, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

func (n *node) send(id predate.OrderID, act, kind string, body interface{ Read([]byte) (int, error) }) *httptest.ResponseRecorder {
	n.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/order/"+string(id)+"/collect/"+act, body)
	r.Host = n.Origin.Host
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.AddCookie(&http.Cookie{Name: n.cookieName(), Value: string(predate.RoleOperator)})
	w := httptest.NewRecorder()
	n.ServeHTTP(w, r)
	return w
}

// give drops a file on a place of the page.
func (n *node) give(id predate.OrderID, field, content string) *httptest.ResponseRecorder {
	n.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile(field, "pièce.pdf")
	if err == nil {
		_, err = file.Write([]byte("%PDF-1.4\n" + content))
	}
	for name, value := range map[string]string{"from": "l’extranet du syndic", "how": "à la main"} {
		if err == nil {
			err = form.WriteField(name, value)
		}
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		n.t.Fatal(err)
	}
	return n.send(id, "papers", form.FormDataContentType(), &body)
}

// TestCollectPage shows where a collection stopped, and what is expected; what the
// site wrote is no markup.
func TestCollectPage(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	id := n.stopped()
	shown := visitAs(n.Console, predate.RoleOperator, http.MethodGet, "/order/"+string(id)+"/collect").Body.String()
	for _, want := range []string{
		"2ᵉ essai", "Aucun &lt;i&gt;document&lt;/i&gt;", "PV &lt;b&gt;2025&lt;/b&gt;", `name="needed:fund_call:"`, `name="listed:doc/1"`, "Lister les pièces", "ne sont plus conservés",
		"Regardez dans l’espace client",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page lacks %q:\n%s", want, shown)
		}
	}
	if read := n.get("/order/" + string(id) + "/collect").Body.String(); strings.Contains(read, "<form") || !strings.Contains(read, "Proposées par l’extranet, non obtenues") {
		t.Error("who only reads is offered to act, or does not see what lacks")
	}
	if w := n.get("/order/" + string(id)); !strings.Contains(w.Body.String(), `href="/order/`+string(id)+`/collect"`) {
		t.Errorf("the order does not lead there: %d\n%s", w.Code, w.Body)
	}
	if !strings.Contains(n.get("/?section=stopped").Body.String(), `href="/order/`+string(id)+`/collect"`) {
		t.Error("the queue does not lead there")
	}
}

func TestPapersAreDroppedOnTheirPlaces(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	id := n.stopped()
	if w := n.post(id, "end", url.Values{"why": {"tout est là"}}); w.Code != http.StatusConflict {
		t.Errorf("a collection without a paper ends: %d", w.Code)
	}
	for field, want := range map[string]int{
		"needed:nonsense:": http.StatusBadRequest, "nonsense": http.StatusBadRequest, "listed:doc/9": http.StatusConflict,
		"listed:doc/1": http.StatusSeeOther, "needed:fund_call:2026": http.StatusSeeOther, "other": http.StatusSeeOther,
	} {
		if w := n.give(id, field, field); w.Code != want {
			t.Errorf("a file on %q is answered %d, want %d: %s", field, w.Code, want, w.Body)
		}
	}
	c, err := n.Collecting(t.Context(), id)
	if err != nil || len(c.Documents) != 3 || len(c.Listed) != 0 || !c.Stopped() {
		t.Fatalf("%+v, %v", c, err)
	}
	meant := map[string]bool{}
	for _, d := range c.Documents {
		meant[d.GivenFor] = true
	}
	if !meant["PV <b>2025</b>"] || !meant["fund_call:2026"] || !meant[""] {
		t.Errorf("papers were given for %v", meant)
	}
	if w := n.post(id, "end", url.Values{"why": {"tout est là"}}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/order/"+string(id) {
		t.Errorf("the collection does not end: %d %s", w.Code, w.Body)
	}
	if c, err = n.Collecting(t.Context(), id); err != nil || !c.Run.Collected {
		t.Errorf("the order is not read: %+v, %v", c.Run, err)
	}
}

// TestTheClientIsAskedForCodesOrPapers: what he reads is in the order and the thread.
func TestTheClientIsAskedForCodesOrPapers(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	codes, papers := n.stopped(), n.stopped()
	if w := n.post(codes, "again", url.Values{"why": {"encore"}}); w.Code != http.StatusConflict {
		t.Errorf("a collection without codes is tried again: %d", w.Code)
	}
	if w := n.post(codes, "codes", url.Values{"words": {"Merci de transmettre de nouveaux codes."}}); w.Code != http.StatusSeeOther {
		t.Errorf("codes are not asked for: %d %s", w.Code, w.Body)
	}
	for _, form := range []url.Values{{"why": {"x"}}, {"paper": {"minutes:2025"}}, {"paper": {"nonsense:"}, "why": {"x"}}} {
		if w := n.post(papers, "ask", form); w.Code != http.StatusBadRequest {
			t.Errorf("%v is answered %d", form, w.Code)
		}
	}
	if w := n.post(papers, "ask", url.Values{"paper": {"minutes:2025", "fund_call:"}, "why": {"extranet vide"}}); w.Code != http.StatusSeeOther {
		t.Errorf("papers are not asked for: %d %s", w.Code, w.Body)
	}
	for id, want := range map[predate.OrderID][]string{codes: {"operator"}, papers: {"minutes", "fund_call"}} {
		c, err := n.Collecting(t.Context(), id)
		if err != nil || c.Order.State != predate.Waiting || len(c.Run.Gaps) != len(want) {
			t.Fatalf("%s: %+v, %v", id, c.Run.Gaps, err)
		}
		for i, code := range want {
			if c.Run.Gaps[i].Code != code || c.Run.Gaps[i].Reserve {
				t.Errorf("%s: the client is asked for %+v", id, c.Run.Gaps[i])
			}
		}
		if shown := n.get("/order/" + string(id) + "/collect").Body.String(); !strings.Contains(shown, "attend le client") || !strings.Contains(shown, c.Run.Gaps[0].Message) {
			t.Errorf("the page does not say what the client is asked for:\n%s", shown)
		}
	}
}

func TestTheStepsOfACollection(t *testing.T) {
	steps := stepsOf(predate.StageAccount)
	const faces = "good good bad none none none"
	var kinds []string
	for _, step := range steps {
		kinds = append(kinds, step.Is.Kind)
	}
	if got := strings.Join(kinds, " "); got != faces || !steps[2].Here {
		t.Errorf("a collection that stopped at the flat shows %s", got)
	}
	if stepsOf("") != nil || stepsOf(predate.StageDeposit) != nil {
		t.Error("a step that nobody knows is shown")
	}
}

// TestAQuestionOfASiteIsNoMarkup draws what a site asks.
func TestAQuestionOfASiteIsNoMarkup(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	for captcha, want := range map[bool]string{true: `src="/order/ABC234/collect/relay/qst_1"`, false: "Le site demande un code"} {
		drawn, err := n.pages.part("collect", "relay", &relayView{ID: "ABC234", Question: "qst_1", Captcha: captcha, Words: "<script>alert(1)</script>"})
		if err != nil || strings.Contains(drawn, "<script>") || !strings.Contains(drawn, want) || !strings.Contains(drawn, `name="answer"`) {
			t.Errorf("captcha %v: %v\n%s", captcha, err, drawn)
		}
	}
	id := n.stopped()
	if w := n.post(id, "answer", url.Values{"question": {""}, "answer": {"1"}}); w.Code != http.StatusBadRequest {
		t.Errorf("an answer to nothing is answered %d", w.Code)
	}
	if w := visitAs(n.Console, predate.RoleOperator, http.MethodGet, "/order/"+string(id)+"/collect/relay/qst_1"); w.Code != http.StatusNotFound {
		t.Errorf("the image of no question is answered %d", w.Code)
	}
	if w := visitAs(n.Console, predate.RoleOperator, http.MethodGet, "/order/"+string(id)+"/collect/relay"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"there":false`) {
		t.Errorf("a page that waits for questions is answered %d %s", w.Code, w.Body)
	}
}
