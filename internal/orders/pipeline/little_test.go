package pipeline_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
)

// The stories of this file are those of an order at a little site: one that is
// none of the families', in a shop on real rows.

// littleShop opens a shop before a little site, whose recipe has some of its
// words changed.
func littleShop(t *testing.T, changes ...string) (*shop, *connectortest.Little) {
	t.Helper()
	s, site := openShop(t, storetest.SQLite(t), changes...), connectortest.NewLittle()
	site.Password = "good"
	s.serve(connectortest.LittleHost, site)
	return s, site
}

// Papers that nothing tells apart but their bytes are all had, at the first
// visit and at the next, when another has taken the place of one.
func TestOnlyBytesTellPapersApart(t *testing.T) {
	s, site := littleShop(t, "http: {delay: 200ms}", "http: {delay: 200ms}\nlist_again: true")
	row := func(link string) connectortest.Piece {
		site.Files[link] = connectortest.Paper(link)
		return connectortest.Piece{No: 1, Title: "Appel", Link: link}
	}
	site.Pieces["A"], site.Pieces["B"] = []connectortest.Piece{row("t1"), row("t2")}, []connectortest.Piece{}
	order := s.place(connectortest.LittleHost, "good")
	s.steps()
	if diff := cmp.Diff([]string{"Appel", "Appel"}, s.titles(order)); diff != "" {
		t.Fatal(diff)
	}
	s.finish(order)
	site.Pieces["A"] = []connectortest.Piece{row("t3"), row("t1"), row("t2")}
	s.refresh(order, "good")
	s.steps()
	if diff := cmp.Diff([]string{"Appel", "Appel", "Appel"}, s.titles(order)); diff != "" {
		t.Error(diff)
	}
}

// A site that asks for a little patience in the middle of a collection gets it
// there: one login, every paper; and those who come next come more slowly.
func TestPatienceInTheMiddle(t *testing.T) {
	s, site := littleShop(t)
	logins, refusals := 0, 2
	site.Instead["POST /entree"] = func(w http.ResponseWriter, r *http.Request) {
		logins++
		site.Enter(w, r)
	}
	site.Instead["GET /pieces/annexes"] = func(w http.ResponseWriter, _ *http.Request) {
		if refusals--; refusals >= 0 {
			w.Header().Set("Retry-After", "20")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		_, _ = w.Write(site.Files["annexes"])
	}
	order := s.place(connectortest.LittleHost, "good")
	s.step()
	if diff := cmp.Diff([]string{"Annexes 2025", "PV 2025"}, s.titles(order)); diff != "" || logins != 1 {
		t.Errorf("%d logins, %s", logins, diff)
	}
	next := s.place(connectortest.LittleHost, "good")
	s.steps()
	if c := s.caseOf(next); !c.Run.Collected || c.Run.CollectedAt.Sub(c.Run.Created) < 5*time.Second {
		t.Errorf("collected %v after %s: the next collection did not keep to the pace", c.Run.Collected, c.Run.CollectedAt.Sub(c.Run.Created))
	}
}

// A file on a host that no recipe names is a matter of the recipe: the order
// keeps its credentials for the next try and comes before an operator, who has
// an alarm; its client is not told that his address is wrong.
func TestAFileOnAnUnknownHost(t *testing.T) {
	s, site := littleShop(t)
	site.Instead["GET /pieces/pv"] = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://stockage.example.net/pv", http.StatusFound)
	}
	order := s.place(connectortest.LittleHost, "good")
	s.step()
	if diff := cmp.Diff([]string{"Annexes 2025"}, s.titles(order)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"led_away " + connectortest.LittleHost}, s.alarms()); diff != "" {
		t.Error(diff)
	}
	s.steps()
	c := s.caseOf(order)
	if c.Credentials == nil || c.Order.State != predate.Confirmed || c.Run.Failure != predate.SiteChanged || len(s.view(order).Missing) != 0 {
		t.Errorf("credentials %v, %s, %s, missing %+v", c.Credentials != nil, c.Order.State, c.Run.Failure, s.view(order).Missing)
	}
	reviews, err := s.desk.Reviews(t.Context())
	if err != nil || len(reviews) != 1 || len(reviews[0].Run.Reasons) != 1 || strings.Contains(reviews[0].Run.Reasons[0], "adresse") {
		t.Errorf("%+v, %v", reviews, err)
	}
}

// alarms lists those that are open, as operators name them.
func (s *shop) alarms() []string {
	s.t.Helper()
	report, err := s.warden.Report(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	var open []string
	for _, alarm := range report.Alarms {
		open = append(open, alarm.Kind+" "+alarm.Subject)
	}
	return open
}

// An odd page that one order meets, again and again, is that order's: the others
// of the recipe are collected.
func TestOneOrdersOddPagePausesNobody(t *testing.T) {
	s, site := littleShop(t)
	odd := site.Pieces["A"]
	site.Instead["GET /classeurs/A"] = func(w http.ResponseWriter, r *http.Request) {
		if card, err := r.Cookie("carte"); err == nil && card.Value == "user of odd" {
			connectortest.HTML(w, "<p>Une page que personne ne connaît")
			return
		}
		connectortest.JSON(w, map[string]any{"pieces": odd})
	}
	site.Password = ""
	site.Accepts = func(string) bool { return true }
	first := s.place(connectortest.LittleHost, "odd")
	s.steps()
	if failure := s.caseOf(first).Run.Failure; failure != predate.SiteChanged {
		t.Fatalf("failure %q", failure)
	}
	other := s.place(connectortest.LittleHost, "good")
	s.steps()
	if !s.caseOf(other).Run.Collected || len(s.alarms()) != 0 {
		t.Errorf("collected %v, alarms %v", s.caseOf(other).Run.Collected, s.alarms())
	}
}

// counting counts the passwords that a little site is sent.
func counting(site *connectortest.Little, answer http.HandlerFunc) *int {
	sent := 0
	site.Instead["POST /entree"] = func(w http.ResponseWriter, r *http.Request) {
		sent++
		answer(w, r)
	}
	return &sent
}

// What a site answers to a password, when nobody understands it, is never tried
// again by itself: the order comes before an operator, its codes are kept, and
// only he has it tried again.
func TestAnUnknownAnswerToThePasswordIsNotTriedAgain(t *testing.T) {
	for name, answer := range map[string]string{
		"an unknown page": "<p>Un code a été envoyé quelque part.",
		"the form again":  (&connectortest.Little{}).LoginForm(),
	} {
		s, site := littleShop(t)
		sent := counting(site, func(w http.ResponseWriter, _ *http.Request) { connectortest.HTML(w, answer) })
		order := s.place(connectortest.LittleHost, "good")
		s.steps()
		s.at = s.at.Add(10 * time.Hour)
		s.sweep()
		s.steps()
		c := s.caseOf(order)
		if *sent != 1 || c.Credentials == nil || c.Run.Failure != predate.SiteChanged || c.Order.State != predate.Confirmed {
			t.Errorf("%s: %d passwords sent, credentials %v, %s, %s", name, *sent, c.Credentials != nil, c.Run.Failure, c.Order.State)
		}
		if reviews, err := s.desk.Reviews(t.Context()); err != nil || len(reviews) != 1 || !reviews[0].Stopped() {
			t.Fatalf("%s: reviews %+v, %v", name, reviews, err)
		}
		delete(site.Instead, "POST /entree")
		if err := s.desk.Approve(t.Context(), order.ID, desk.Decision{By: "C. Aubrac", Why: "la recette est réparée"}); err != nil {
			t.Fatal(err)
		}
		s.steps()
		if !s.caseOf(order).Run.Collected {
			t.Errorf("%s: an operator's word does not have it tried again", name)
		}
	}
}

// An unknown page before the password harms nobody: it is looked at once more.
func TestAnUnknownPageBeforeThePasswordIsLookedAtAgain(t *testing.T) {
	s, site := littleShop(t)
	odd := 1
	site.Instead["GET /entree"] = func(w http.ResponseWriter, _ *http.Request) {
		if odd--; odd >= 0 {
			connectortest.HTML(w, "<p>Bienvenue dans votre nouvel espace")
			return
		}
		connectortest.HTML(w, site.LoginForm())
	}
	order := s.place(connectortest.LittleHost, "good")
	s.steps()
	if !s.caseOf(order).Run.Collected {
		t.Error("not collected")
	}
}

// However many orders bear a password, and however often the answer to it is
// lost, it is sent twice a day at most: a third strike could lock the account.
func TestTwoStrikesADay(t *testing.T) {
	s, site := littleShop(t)
	var sent []time.Time
	counting(site, func(w http.ResponseWriter, r *http.Request) {
		sent = append(sent, s.now())
		site.Enter(w, r)
	})
	s.lost = "POST /entree"
	for range 3 {
		s.place(connectortest.LittleHost, "good")
	}
	for range 200 {
		if _, ok := s.step(); !ok || len(sent) == 5 {
			break
		}
	}
	if len(sent) != 5 {
		t.Fatalf("sent at %v", sent)
	}
	for i := 2; i < len(sent); i++ {
		if sent[i].Sub(sent[i-2]) < 24*time.Hour {
			t.Errorf("three passwords in a day: %v", sent)
		}
	}
}

// A refusal that was none is forgotten by an operator; the client's next try goes
// to the extranet again.
func TestARefusalIsForgotten(t *testing.T) {
	s, site := littleShop(t)
	site.Password = "not open yet"
	sent := counting(site, site.Enter)
	order := s.place(connectortest.LittleHost, "good")
	s.steps()
	s.told(order, predate.BadCredentials)
	site.Password = "good"
	s.refresh(order, "good")
	s.steps()
	s.told(order, predate.BadCredentials)
	if *sent != 1 {
		t.Fatalf("a refused password was sent %d times", *sent)
	}
	if _, err := s.warden.Forget(t.Context(), connectortest.LittleHost, "somebody else", act()); err == nil {
		t.Error("something was remembered of somebody else")
	}
	if _, err := s.warden.Forget(t.Context(), "Petit.Example.FR", "USER of good", act()); err != nil {
		t.Fatal(err)
	}
	s.refresh(order, "good")
	s.steps()
	if !s.caseOf(order).Run.Collected || *sent != 2 {
		t.Errorf("collected %v after %d passwords", s.caseOf(order).Run.Collected, *sent)
	}
}
