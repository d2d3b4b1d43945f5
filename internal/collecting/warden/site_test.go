package warden_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/store"
)

// A host that is down is asked by one visitor at a time, and less and less.
func TestAHostThatIsDown(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		n := 0
		next := func() warden.Knock { n++; return knock(n) }
		for range 2 { // one or two may be bad luck
			g.ends(next(), fails(predate.SiteUnavailable))
		}
		for _, shut := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
			g.ends(next(), fails(predate.SiteUnavailable))
			g.away(next(), shut*time.Minute)
			g.clock.Pass(shut * time.Minute)
		}
		probe := g.in(next())
		g.away(next(), 2*time.Minute) // while one looks, the others wait
		elsewhere := next()
		elsewhere.Host = "autre.crypto-extranet.com"
		g.in(elsewhere)
		g.leave(probe, nil)
		g.ends(next(), nil)
		g.ends(next(), fails(predate.SiteUnavailable))
		g.in(next())
	})
}

func TestAHostThatAsksForTime(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		g.ends(knock(1), &predate.Failure{Code: predate.SiteUnavailable, RetryAfter: 15 * time.Minute})
		g.away(knock(2), 15*time.Minute)
		g.clock.Pass(15 * time.Minute)
		g.ends(knock(2), &predate.Failure{Code: predate.RateLimited, RetryAfter: 40 * 24 * time.Hour})
		g.away(knock(3), 12*time.Hour) // more is not believed
	})
}

// A host that is too fast for is gone slower at, and faster again once all
// goes well.
func TestAHostThatIsGoneSlowerAt(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		g.ends(knock(1), fails(predate.RateLimited))
		g.away(knock(2), time.Minute)
		g.clock.Pass(time.Minute)
		g.ends(knock(2), fails(predate.RateLimited))
		g.clock.Pass(time.Minute)
		for i, pace := range []time.Duration{60 * time.Second, 30 * time.Second, 15 * time.Second, 7500 * time.Millisecond, 3750 * time.Millisecond} {
			g.ends(knock(10+i), nil)
			g.away(knock(20), pace)
			g.clock.Pass(pace)
		}
		g.ends(knock(31), nil)
		g.in(knock(32)) // no pace any more
	})
}

func TestAHostThatBlocksUs(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		g.ends(knock(1), fails(predate.Blocked))
		g.away(knock(2), 4*time.Hour)
		if diff := cmp.Diff([]string{"host_blocked " + host}, g.alarms()); diff != "" {
			t.Error(diff)
		}
		g.clock.Pass(4 * time.Hour)
		g.ends(knock(2), nil)
		if open := g.alarms(); len(open) != 0 {
			t.Errorf("alarms: %v", open)
		}
	})
}

// elsewhere and another are the knock from another host and of another account.
func elsewhere(k warden.Knock) warden.Knock { k.Host = "autre.crypto-extranet.com"; return k }
func another(k warden.Knock) warden.Knock   { k.Account = "acc_2"; return k }

// One account's odd pages at one host pause nothing for the others, however many
// they are; another account there, or another host, must agree.
func TestTwoMustAgreeToPauseARecipe(t *testing.T) {
	for name, other := range map[string]func(warden.Knock) warden.Knock{"host": elsewhere, "account": another} {
		onBothEngines(t, func(t *testing.T, g gate) {
			for i := range 4 {
				if g.ends(knock(i), fails(predate.SiteChanged)) {
					t.Fatalf("paused by one account at one host, the %d. time", i+1)
				}
			}
			if open := g.alarms(); len(open) != 0 {
				t.Errorf("alarms: %v", open)
			}
			g.ends(knock(10), nil)
			if g.ends(other(knock(11)), fails(predate.SiteChanged)) {
				t.Errorf("another %s: what was before a good collection counts", name)
			}
			if !g.ends(knock(12), fails(predate.SiteChanged)) {
				t.Errorf("another %s agrees, and nothing is paused", name)
			}
		})
	}
}

// A recipe whose site has changed is paused for all orders once two agree; an
// odd page between good collections pauses nothing.
func TestARecipeIsPaused(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		for i := range 3 {
			if g.ends(knock(i), fails(predate.SiteChanged)) {
				t.Fatal("paused by an odd page")
			}
			g.ends(knock(100+i), nil)
		}
		g.ends(knock(3), fails(predate.SiteChanged))
		g.ends(knock(4), fails(predate.BadCredentials)) // says nothing of the site
		under := g.in(knock(5))
		if !g.ends(another(knock(6)), fails(predate.SiteChanged)) {
			t.Fatal("not paused after the second in a row")
		}
		if answer := g.enter(knock(7)); !answer.Paused {
			t.Errorf("answer %+v, want paused", answer)
		}
		if !g.leave(under, fails(predate.SiteChanged)) {
			t.Error("who was under way does not hear of the pause")
		}
		newer := knock(8)
		newer.Recipe.Version++
		g.ends(newer, nil)
		if diff := cmp.Diff([]string{"recipe_paused xnet@1"}, g.alarms()); diff != "" {
			t.Error(diff)
		}
		if err := g.Resume(t.Context(), "xnet", warden.Act{By: "C. Aubrac", Why: "la page est revenue"}); err != nil {
			t.Fatal(err)
		}
		g.ends(knock(7), nil)
		if open := g.alarms(); len(open) != 0 {
			t.Errorf("alarms: %v", open)
		}
		err := g.Resume(t.Context(), "xnet", warden.Act{By: "C. Aubrac", Why: "encore"})
		if err == nil || !strings.Contains(err.Error(), "n’est en pause") {
			t.Errorf("resumed twice: %v", err)
		}
	})
}

// An operator pauses a recipe with his reason, once; who resumes it closes its alarm.
func TestAnOperatorPausesARecipe(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		if err := g.Pause(t.Context(), xnet(), warden.Act{By: "C. Aubrac"}); err == nil {
			t.Error("paused without a reason")
		}
		act := warden.Act{By: "C. Aubrac", Why: "migration annoncée", Operator: "opr_1"}
		if err := g.Pause(t.Context(), xnet(), act); err != nil {
			t.Fatal(err)
		}
		if err := g.Pause(t.Context(), xnet(), act); err == nil || !strings.Contains(err.Error(), "déjà en pause") {
			t.Errorf("paused twice: %v", err)
		}
		if answer := g.enter(knock(1)); !answer.Paused {
			t.Errorf("answer %+v, want paused", answer)
		}
		have := g.report()
		if len(have.Recipes) != 1 || have.Recipes[0].PausedBy != act.By || have.Recipes[0].PausedWhy != act.Why || len(have.Alarms) != 1 {
			t.Errorf("report %+v", have)
		}
		if err := g.Resume(t.Context(), "xnet", act); err != nil {
			t.Fatal(err)
		}
		if have := g.report(); !have.Recipes[0].Paused.IsZero() || have.Recipes[0].PausedWhy != "" || len(have.Alarms) != 0 {
			t.Errorf("report after the pause %+v", have)
		}
		g.ends(knock(1), nil)
	})
}

// The report counts by version and code, and tells when each last worked.
func TestReport(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		verified := g.clock.Now()
		g.ends(knock(1), nil)
		g.clock.Pass(time.Hour)
		for i := range 2 {
			g.ends(knock(2+i), fails(predate.SecondFactor))
		}
		second := knock(4)
		second.Recipe.Version = 2
		g.ends(second, fails(predate.BadCredentials))
		want := []warden.Health{
			{RecipeVersion: xnet(), Verified: verified, Successes: 1, Failures: []store.RecipeOutcome{
				{RecipeVersion: xnet(), Code: predate.SecondFactor, Count: 2, Last: g.clock.Now()},
			}},
			{RecipeVersion: second.Recipe, Failures: []store.RecipeOutcome{
				{RecipeVersion: second.Recipe, Code: predate.BadCredentials, Count: 1, Last: g.clock.Now()},
			}},
		}
		if diff := cmp.Diff(want, g.report().Recipes); diff != "" {
			t.Error(diff)
		}
	})
}

// Acts of operators are signed and kept.
func TestActsAreKept(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		g.ends(knock(1), fails(predate.Blocked))
		for _, act := range []warden.Act{{}, {By: "C. Aubrac"}, {Why: "sans nom"}} {
			if err := g.Close(t.Context(), warden.AlarmHostBlocked, host, act); err == nil {
				t.Errorf("%+v closed an alarm", act)
			}
		}
		act := warden.Act{By: "C. Aubrac", Why: "l’hébergeur nous laisse passer"}
		if err := g.Close(t.Context(), warden.AlarmHostBlocked, host, act); err != nil {
			t.Fatal(err)
		}
		if err := g.Close(t.Context(), warden.AlarmHostBlocked, host, act); err == nil {
			t.Error("closed twice")
		}
		err := g.db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
			acts, err := store.AuditOf(ctx, tx, "")
			if err != nil {
				return err
			}
			if len(acts) != 1 || acts[0].Who != act.By || !strings.Contains(acts[0].Detail, act.Why) {
				t.Errorf("audit: %+v", acts)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// A host that asked for patience in the middle of a run is gone slower at,
// however the run ended.
func TestAHostThatAskedForPatience(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		for i, failure := range []*predate.Failure{nil, fails(predate.DownloadFailed)} {
			pass := g.in(knock(i))
			pass.Slowed = true
			g.leave(pass, failure)
			pace := 7500 * time.Millisecond << i
			g.away(knock(20), pace)
			g.clock.Pass(pace)
		}
		for i, pace := range []time.Duration{15 * time.Second, 7500 * time.Millisecond, 3750 * time.Millisecond} {
			g.ends(knock(30+i), nil)
			if i < 2 {
				g.away(knock(40), pace)
			}
			g.clock.Pass(pace)
		}
		g.ends(knock(50), nil)
		g.in(knock(51)) // no pace any more
	})
}

// At a host that asked for patience accounts take turns: however many orders of
// one account knock first, another's is let in at the next turn; and an account
// that does not come holds nobody up for long.
func TestTurnsAtASlowHost(t *testing.T) {
	onBothEngines(t, func(t *testing.T, g gate) {
		const flood = 12
		g.ends(knock(1), fails(predate.RateLimited))
		g.clock.Pass(time.Hour)
		other := knock(99)
		other.Account = "acc_2"
		var in []predate.AccountID
		waiting := map[int]bool{}
		for n := range flood {
			waiting[n+2] = true
		}
		turns := func(others ...warden.Knock) {
			t.Helper()
			least := time.Hour
			enter := func(k warden.Knock) bool {
				answer := g.enter(k)
				if answer.Pass != nil {
					in = append(in, k.Account)
					g.leave(answer.Pass, nil)
					return true
				}
				if answer.Wait <= 0 {
					t.Fatalf("%+v", answer)
				}
				least = min(least, answer.Wait)
				return false
			}
			for n := 2; n < flood+2; n++ {
				if waiting[n] && enter(knock(n)) {
					waiting[n] = false
				}
			}
			for _, k := range others {
				enter(k)
			}
			g.clock.Pass(least)
		}
		turns()
		for round := 0; !slices.Contains(in, other.Account); round++ {
			if round == 3 {
				t.Fatalf("after %v the other account is not let in yet", in)
			}
			turns(other)
		}
		again := knock(98)
		again.Account = other.Account
		turns(again) // it is sent away, and never comes again
		before := len(in)
		for range 3 {
			turns()
		}
		if len(in) == before {
			t.Error("the turn of an account that does not come is kept for ever")
		}
	})
}
