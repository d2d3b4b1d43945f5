package pipeline_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
)

// What a broken collection brought is kept, and the next one, be it a retry or
// a refresh, fetches only what is new; a paper that lies in two folders is one.
func TestOnlyWhatIsNewIsFetched(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		fetched := s.counted()
		s.site(agency, shelf("a", "b", "c"), extranetsim.Options{Trouble: extranetsim.MissingFile, Victim: 1})
		order := s.place(agency, "good")
		s.step()
		if diff := cmp.Diff([]string{"a", "c"}, s.titles(order)); diff != "" {
			t.Errorf("after a broken collection: %s", diff)
		}
		first := fetched()

		s.site(agency, shelf("a", "b", "c", "b/again"), extranetsim.Options{})
		s.steps()
		if diff := cmp.Diff([]string{"a", "b", "c"}, s.titles(order)); diff != "" {
			t.Errorf("after the retry: %s", diff)
		}
		if n := fetched(); first < 3 || n != 2 { // "b", and its copy that nobody knew for one
			t.Errorf("%d files were asked for, then %d; want all, then 2", first, n)
		}

		s.finish(order)
		s.site(agency, shelf("a", "b", "c", "b/again", "d"), extranetsim.Options{})
		s.refresh(order, "good")
		s.steps()
		if diff := cmp.Diff([]string{"a", "b", "c", "d"}, s.titles(order)); diff != "" {
			t.Errorf("after the refresh: %s", diff)
		}
		if n := fetched(); n != 1 {
			t.Errorf("%d files were asked for by the refresh, want the new one", n)
		}
	})
}

// counted counts the files that are asked for, since it was last asked.
func (s *shop) counted() func() int {
	return func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		n := s.files
		s.files = 0
		return n
	}
}

// finish drives an order to done, as the reading would.
func (s *shop) finish(order predate.Order) {
	s.t.Helper()
	for _, trigger := range []predate.Trigger{predate.DossierComplete, predate.StatementReady} {
		progress := desk.Progress{Run: s.caseOf(order).Run, Trigger: trigger}
		if trigger == predate.StatementReady {
			progress.Erase = desk.EraseUnlessKept
		}
		if err := s.desk.Record(s.t.Context(), progress); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *shop) refresh(order predate.Order, password string) {
	s.t.Helper()
	credentials := desk.Credentials{Username: predate.Secret("user of " + password), Password: predate.Secret(password)}
	if password == "" {
		credentials = desk.Credentials{}
	}
	_, err := s.desk.Refresh(s.t.Context(), desk.Refreshing{
		Account: s.account.ID, Order: order.ID, Method: predate.MethodExtranet, Credentials: credentials,
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// An extranet that is down is asked again on the schedule, and not before the
// time it gave; then the client is told.
func TestAnOutageIsWaitedOut(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		s.site(agency, shelf("a"), extranetsim.Options{Trouble: extranetsim.Maintenance}) // Retry-After: 15 min
		order := s.place(agency, "good")
		began := s.now()
		waits := s.steps()
		want := []time.Duration{0, 15 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour, 12 * time.Hour, 12 * time.Hour}
		if diff := cmp.Diff(want, waits); diff != "" {
			t.Errorf("waits: %s", diff)
		}
		if took := s.now().Sub(began); took > 48*time.Hour {
			t.Errorf("tried for %s", took)
		}
		s.told(order, predate.SiteUnavailable)
	})
}

// A refused password is tried once, whatever is asked afterwards, and erased
// even for an account that wants its passwords kept.
func TestARefusedPasswordIsTriedOnce(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		s.account.KeepCredentials = true
		if err := s.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error { return store.UpdateAccount(ctx, tx, &s.account) }); err != nil {
			t.Fatal(err)
		}
		site := s.site(agency, shelf("a"), extranetsim.Options{Password: "right"})
		order := s.place(agency, "wrong")
		s.steps()
		s.told(order, predate.BadCredentials)
		if s.caseOf(order).Credentials != nil {
			t.Error("a refused password is kept")
		}
		for range 2 {
			s.refresh(order, "wrong")
			s.steps()
			s.told(order, predate.BadCredentials)
		}
		if n := site.Logins(); n != 1 {
			t.Errorf("%d logins with a refused password, want 1", n)
		}
		good := s.place(agency, "right")
		s.steps()
		if c := s.caseOf(good); !c.Run.Collected || c.Credentials == nil {
			t.Errorf("collected %v, kept %v; want both", c.Run.Collected, c.Credentials != nil)
		}
	})
}

// A password that has grown too old before the site was back is asked for anew.
func TestAnExpiredPasswordIsAskedFor(t *testing.T) {
	s := openShop(t, storetest.SQLite(t))
	s.site(agency, shelf("a"), extranetsim.Options{Trouble: extranetsim.Maintenance})
	order := s.place(agency, "good")
	s.step()
	s.at = s.at.Add(73 * time.Hour)
	if err := s.workers.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.steps()
	s.told(order, predate.CredentialsExpired)
}

// The orders of a recipe whose site has changed wait as they are, and go on when
// it is resumed; those that wait too long are told.
func TestOrdersWaitForTheirRecipe(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		sites := []*extranetsim.Site{s.changed(agency), s.changed(branch)} // two hosts agree
		var orders []predate.Order
		for i, password := range []string{"1", "2", "3", "4"} {
			orders = append(orders, s.place([]string{agency, branch}[i%2], password))
		}
		s.steps()
		if n := sites[0].Logins() + sites[1].Logins(); n > 4 {
			t.Errorf("%d logins at a changed site", n)
		}
		reviews, err := s.desk.Reviews(t.Context())
		if err != nil || len(reviews) != 0 {
			t.Errorf("%d reviews, %v", len(reviews), err)
		}
		for _, order := range orders {
			if view := s.view(order); view.Order.State != predate.Confirmed || !view.Order.Pending {
				t.Errorf("a held order is %s", view.Order.State)
			}
		}
		if _, err := s.desk.AddDocuments(t.Context(), s.account.ID, orders[3].ID, []desk.Upload{upload("own.pdf", "own")}, nil); err != nil {
			t.Fatal(err)
		}
		s.steps()
		if !s.caseOf(orders[3]).Run.Collected {
			t.Error("a client's own papers do not take the place of a collection")
		}
		if _, err := s.desk.Cancel(t.Context(), s.account.ID, orders[2].ID); err != nil {
			t.Fatal(err)
		}

		s.site(agency, shelf("a"), extranetsim.Options{})
		s.site(branch, shelf("a"), extranetsim.Options{})
		s.sweep()
		s.steps()
		if s.caseOf(orders[0]).Run.Collected {
			t.Error("a sweep alone let a held order go")
		}
		if err := s.warden.Resume(t.Context(), s.workers.Recipes()[0].ID, act()); err != nil {
			t.Fatal(err)
		}
		s.sweep()
		s.steps()
		for _, order := range orders[:2] {
			if !s.caseOf(order).Run.Collected {
				t.Errorf("order %s is not collected after the resume", order.ID)
			}
		}
	})
}

// branch is another host of the same recipe.
const branch = "succursale.crypto-extranet.com"

// changed puts a site behind a host that is no longer what the recipe says.
func (s *shop) changed(host string) *extranetsim.Site {
	s.t.Helper()
	return s.site(host, shelf("a"), extranetsim.Options{Trouble: extranetsim.NewSite})
}

// held places an order whose recipe is paused: it and an order elsewhere met a
// changed site.
func (s *shop) held() predate.Order {
	s.t.Helper()
	s.changed(agency)
	s.changed(branch)
	order := s.place(agency, "1")
	s.place(branch, "2")
	s.steps()
	return order
}

func TestHeldOrdersAreToldAfterTwoDays(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		order := s.held()
		s.at = s.at.Add(47 * time.Hour)
		s.sweep()
		if state := s.view(order).Order.State; state != predate.Confirmed {
			t.Fatalf("told too early: %s", state)
		}
		s.at = s.at.Add(2 * time.Hour)
		s.sweep()
		s.told(order, predate.SiteChanged)
	})
}

// Another version of the recipe at work lets the orders of the old one go.
func TestANewVersionReleases(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		order := s.held()
		newer := s.workers.Recipes()[0].Of()
		newer.Version++
		released, err := s.desk.Release(t.Context(), newer)
		if err != nil || released != 2 {
			t.Fatalf("%d released, %v", released, err)
		}
		if run := s.caseOf(order).Run; run.Failure != "" || run.Attempts != 0 {
			t.Errorf("run %+v", run)
		}
		if _, due := s.due[order.Run]; !due {
			t.Error("nothing is to be done for a released run")
		}
	})
}

func (s *shop) sweep() {
	s.t.Helper()
	if err := s.workers.Sweep(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

func upload(name, text string) desk.Upload {
	return desk.Upload{Filename: name, MediaType: "application/pdf", Content: strings.NewReader(string(paper(text))), Origin: predate.FromClient}
}

func submitted(name, text string) desk.Upload {
	u := upload(name, text)
	u.Submit, u.Comment = true, "Pièce "+name
	return u
}

// Papers are handed in once, with their receipt, whatever breaks around it; one
// that is refused holds no statement up and is tried again by a refresh.
func TestDeposits(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		site := s.site(agency, shelf("a"), extranetsim.Options{Trouble: extranetsim.DepositLost})
		order := s.place(agency, "good", submitted("one.pdf", "one"), upload("two.pdf", "two"))
		s.steps()
		made := site.Deposits()
		if len(made) != 1 || string(made[0].Data) != string(paper("one")) || !strings.HasPrefix(made[0].Subject, "Pièce one.pdf") {
			t.Fatalf("deposits: %d %+v", len(made), subjects(made))
		}
		for _, document := range s.view(order).Documents {
			if document.Submit != !document.Deposit.Made.IsZero() || document.Submit != (document.Deposit.Receipt != "") {
				t.Errorf("%s: submit %v, %+v", document.Filename, document.Submit, document.Deposit)
			}
		}

		refusing := s.site(agency, shelf("a"), extranetsim.Options{Trouble: extranetsim.DepositRefused})
		if _, err := s.desk.AddDocuments(t.Context(), s.account.ID, order.ID, []desk.Upload{submitted("three.pdf", "three")}, nil); err != nil {
			t.Fatal(err)
		}
		s.finish(order)
		s.refresh(order, "good")
		s.steps()
		three := s.documentNamed(order, "three.pdf")
		if !s.caseOf(order).Run.Collected || three.Deposit.Failure != predate.DepositFailed || len(refusing.Deposits()) != 0 {
			t.Errorf("refused deposit: %+v", three.Deposit)
		}

		healthy := s.site(agency, shelf("a"), extranetsim.Options{})
		s.finish(order)
		s.refresh(order, "good")
		s.steps()
		three = s.documentNamed(order, "three.pdf")
		if again := healthy.Deposits(); len(again) != 1 || three.Deposit.Made.IsZero() || three.Deposit.Failure != "" {
			t.Errorf("%d deposits, %+v; want the one that was refused", len(again), three.Deposit)
		}
	})
}

func subjects(deposits []extranetsim.Deposit) []string {
	var all []string
	for _, d := range deposits {
		all = append(all, d.Subject)
	}
	return all
}

func (s *shop) documentNamed(order predate.Order, name string) predate.Document {
	s.t.Helper()
	for _, document := range s.view(order).Documents {
		if document.Filename == name {
			return document
		}
	}
	s.t.Fatalf("no document %s", name)
	return predate.Document{}
}

// A document is handed in only where there is an extranet.
func TestNoDepositWithoutAnExtranet(t *testing.T) {
	s := openShop(t, storetest.SQLite(t))
	_, err := s.desk.Place(t.Context(), desk.Placing{
		Account: s.account, Order: predate.Order{Method: predate.MethodUpload}, Documents: []desk.Upload{submitted("one.pdf", "one")},
	})
	var refusal *predate.Error
	if !errors.As(err, &refusal) || refusal.Code != predate.CodeInvalid {
		t.Errorf("placed: %v", err)
	}
}
