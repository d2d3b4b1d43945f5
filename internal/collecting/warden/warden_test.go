package warden_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

const day = 24 * time.Hour

// However many processes knock, one at a time is logged in under one name.
func TestOneLoginAtATime(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		second := newGate(t, g.db, warden.Limits{})
		var inside, logins atomic.Int32
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				process := []gate{g, second}[i%2]
				k := knock(1)
				k.Password = predate.Secret(fmt.Sprint(i)) // another password, the same person
				for range 6 {
					answer, err := process.Enter(t.Context(), k)
					if err != nil {
						t.Error(err)
						return
					}
					if answer.Pass == nil {
						continue
					}
					logins.Add(1)
					if inside.Add(1) > 1 {
						t.Error("two are logged in under one name")
					}
					time.Sleep(time.Millisecond)
					inside.Add(-1)
					if _, err := process.Leave(t.Context(), answer.Pass, nil); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		if n := logins.Load(); n == 0 || n > 12 {
			t.Errorf("%d logins of one identity in a day, want some and 12 at most", n)
		}
		g.in(knock(2)) // another person waits for nobody
	})
}

// A pass whose process died opens the door again; a late end of it harms nobody.
func TestADeadProcessHoldsNobodyForEver(t *testing.T) {
	g := newGate(t, storetest.SQLite(t), warden.Limits{})
	process := g.another()
	dead := process.in(knock(1))
	g.away(knock(1), 20*time.Second)
	g.clock.Pass(16 * time.Minute)
	process.away(knock(1), 20*time.Second) // it is not dead yet
	next := g.in(knock(1))
	g.leave(dead, fails(predate.SiteUnavailable))
	g.away(knock(1), 20*time.Second)
	g.leave(next, nil)
	g.leave(next, fails(predate.BadCredentials)) // a second end counts for nothing
	g.in(knock(1))
}

func TestARefusedPasswordIsNeverTriedAgain(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		wrong := knock(1)
		g.ends(wrong, fails(predate.BadCredentials))
		for range 3 {
			for _, writing := range []predate.Secret{"name-1", "NAME-1", " Name-1 "} {
				again := wrong
				again.Username, again.Account = writing, "acc_2"
				if answer := g.enter(again); !answer.Refused {
					t.Errorf("%q: %+v, want a refusal", writing.Reveal(), answer)
				}
			}
			g.clock.Pass(120 * day)
			if err := g.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		elsewhere, other := wrong, wrong
		elsewhere.Host, other.Password = "autre.crypto-extranet.com", "another word"
		g.ends(elsewhere, nil)
		g.ends(other, nil)
	})
}

// Two refused passwords of one identity are all that a day allows, whoever
// sends them: sites lock an account soon after.
func TestNobodyGuesses(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		guess := func(n int) warden.Knock {
			k := knock(1)
			k.Password, k.Account = predate.Secret(fmt.Sprint("guess ", n)), predate.AccountID(fmt.Sprint("acc_", n))
			return k
		}
		g.ends(guess(1), fails(predate.BadCredentials))
		g.clock.Pass(time.Hour)
		g.ends(guess(2), fails(predate.BadCredentials))
		g.clock.Pass(time.Hour)
		g.away(guess(3), 22*time.Hour)
		g.clock.Pass(22 * time.Hour)
		g.ends(guess(3), fails(predate.BadCredentials))
		g.away(guess(4), time.Hour)
	})
}

func TestALockedAccountIsLeftInPeace(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		g.ends(knock(1), fails(predate.AccountLocked))
		other := knock(1)
		other.Password, other.Account = "new word", "acc_2"
		g.clock.Pass(time.Hour)
		g.away(other, 23*time.Hour)
		g.in(knock(2))
		g.clock.Pass(23 * time.Hour)
		g.in(other)
	})
}

// An account whose passwords are mostly refused looks like one that tries a
// stolen list: operators hear of it, and soon it tries no more that day.
func TestAStolenListComesToNothing(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		tried := 0
		for ; tried < 60; tried++ {
			k := knock(tried)
			k.Host = fmt.Sprintf("agence-%d.crypto-extranet.com", tried%7)
			answer := g.enter(k)
			if answer.Pass == nil {
				if answer.Wait != time.Hour {
					t.Errorf("answer %+v", answer)
				}
				break
			}
			g.leave(answer.Pass, fails(predate.BadCredentials))
			if alarmed := len(g.alarms()) == 1; alarmed != (tried+1 >= 5) {
				t.Errorf("alarms after %d refusals: %v", tried+1, g.alarms())
			}
		}
		if tried != 20 {
			t.Errorf("%d passwords were tried, want 20", tried)
		}
		other := knock(100)
		other.Account = "acc_2"
		g.in(other) // other accounts go on
		if n := strings.Count(g.log.String(), "level=ERROR"); n != 1 {
			t.Errorf("the alarm was logged %d times:\n%s", n, g.log.String())
		}
		g.clock.Pass(day)
		g.in(knock(61))
	})
}

// An account most of whose passwords are good may have many that are not.
func TestABigAccountIsNotSuspected(t *testing.T) {
	g := newGate(t, storetest.SQLite(t), warden.Limits{})
	for i := range 90 {
		var end *predate.Failure
		if i%3 == 2 {
			end = fails(predate.BadCredentials)
		}
		g.ends(knock(i), end)
	}
	if open := g.alarms(); len(open) != 0 {
		t.Errorf("alarms: %v", open)
	}
}

func TestUsernamesOfAnAccountInADay(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		g.Limits.Usernames = 3
		admit := func(account predate.AccountID, name predate.Secret) error {
			return g.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
				return g.Admit(ctx, tx, account, host, name)
			})
		}
		for _, name := range []predate.Secret{"a", "b", "A", "c", "b"} {
			if err := admit("acc_1", name); err != nil {
				t.Fatal(err)
			}
			g.clock.Pass(time.Hour)
		}
		var refusal *predate.Error
		err := admit("acc_1", "d")
		if !errors.As(err, &refusal) || refusal.Code != predate.CodeTooMany || refusal.RetryAfter != int((21*time.Hour).Seconds()) {
			t.Errorf("a fourth username: %+v", err)
		}
		for _, one := range []struct {
			account predate.AccountID
			name    predate.Secret
		}{{"acc_1", "a"}, {"acc_2", "d"}} {
			if err := admit(one.account, one.name); err != nil {
				t.Error(err)
			}
		}
		g.clock.Pass(day)
		if err := admit("acc_1", "d"); err != nil {
			t.Error(err)
		}
	})
}

// Nothing of a username or a password can be read in the database.
func TestNothingIsReadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predate.db")
	g := newGate(t, storetest.Open(t, path, store.Options{}), warden.Limits{})
	k := knock(1)
	k.Username, k.Password = "Celestine.Aubrac", "Sesame-7-ouvre-toi"
	g.ends(k, &predate.Failure{Code: predate.BadCredentials, Stage: predate.StageLogin, Message: "refused"})
	if err := g.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		return g.Admit(ctx, tx, "acc_1", host, k.Username)
	}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"elestine", "ubrac", "esame-7"} {
			if strings.Contains(strings.ToLower(string(content)), secret) {
				t.Errorf("%s holds %q", filepath.Base(name), secret)
			}
		}
	}
}

func TestNoKeyNoWarden(t *testing.T) {
	if _, err := warden.New(warden.Options{}); err == nil {
		t.Error("a warden without a key hashes for everyone")
	}
}

// What is no longer of use is forgotten, and nothing that is.
func TestSweep(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		g.ends(knock(1), fails(predate.AccountLocked))
		g.ends(knock(2), fails(predate.BadCredentials))
		for _, age := range []struct {
			wait              time.Duration
			logins, passwords int
		}{{29 * day, 2, 1}, {2 * day, 0, 1}, {370 * day, 0, 0}} {
			g.clock.Pass(age.wait)
			if err := g.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			have := map[string]int{}
			if err := g.db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
				for _, table := range []string{"logins", "refused_passwords"} {
					var n int
					if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
						return err
					}
					have[table] = n
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[string]int{"logins": age.logins, "refused_passwords": age.passwords}, have); diff != "" {
				t.Errorf("after %s more: %s", age.wait, diff)
			}
		}
	})
}

// The page that a recipe did not know is forgotten after the time of logins, also where
// the same failure goes on without one; how often it failed stays.
func TestPagesAreForgotten(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		changed := fails(predate.SiteChanged)
		changed.Page = "<html>"
		g.ends(knock(1), changed)
		count := 1
		for _, age := range []struct {
			wait time.Duration
			page string
		}{{29 * day, "<html>"}, {2 * day, ""}, {day, ""}} {
			g.clock.Pass(age.wait)
			again := store.RecipeOutcome{RecipeVersion: xnet(), Code: predate.SiteChanged, Last: g.clock.Now()}
			if err := g.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error { return store.CountOutcome(ctx, tx, again) }); err != nil {
				t.Fatal(err)
			}
			if err := g.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			count++
			if have := g.report().Recipes[0].Failures[0]; have.Page != age.page || have.Count != count {
				t.Errorf("after %s more %d failures are known, with the page %q", age.wait, have.Count, have.Page)
			}
		}
	})
}

// A memory of which one time is given has the usual other.
func TestEachTimeHasItsDefault(t *testing.T) {
	for _, given := range []warden.Memory{{}, {Refusals: day}, {Logins: day}, {Refusals: -day}} {
		w, err := warden.New(warden.Options{Key: "the key of a test", Remember: given})
		if err != nil {
			t.Fatal(err)
		}
		want := warden.DefaultMemory()
		if given.Refusals > 0 {
			want.Refusals = given.Refusals
		}
		if given.Logins > 0 {
			want.Logins = given.Logins
		}
		if w.Remember != want {
			t.Errorf("of %v it remembers %v, want %v", given, w.Remember, want)
		}
	}
}
