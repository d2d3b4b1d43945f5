package warden

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Health is how a version of a recipe fares on real extranets.
type Health struct {
	predate.RecipeVersion
	Verified  time.Time // when it last collected everything; zero for never
	Successes int
	Failures  []store.RecipeOutcome // by code
	Paused    time.Time             // since when; zero when it is not
	PausedBy  string                // the operator who paused it; empty where the warden did
	PausedWhy string
	Held      int // runs that wait for it
}

// Report is what operators see: every version of a recipe that was ever run,
// and the open alarms.
type Report struct {
	Recipes []Health
	Alarms  []store.Alarm
}

// Report reads it.
func (w *Warden) Report(ctx context.Context) (Report, error) {
	var r Report
	err := w.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		outcomes, err := store.RecipeOutcomes(ctx, tx)
		if err != nil {
			return err
		}
		states, err := store.RecipeStates(ctx, tx)
		if err != nil {
			return err
		}
		held, err := store.CountHeld(ctx, tx)
		if err != nil {
			return err
		}
		r.Recipes = healths(outcomes, states, held)
		r.Alarms, err = store.Alarms(ctx, tx)
		return err
	})
	if err != nil {
		return Report{}, fmt.Errorf("report on recipes: %w", err)
	}
	return r, nil
}

func healths(outcomes []store.RecipeOutcome, states []store.RecipeState, held map[predate.RecipeVersion]int) []Health {
	all := map[predate.RecipeVersion]*Health{}
	of := func(recipe predate.RecipeVersion) *Health {
		if all[recipe] == nil {
			all[recipe] = &Health{RecipeVersion: recipe, Held: held[recipe]}
		}
		return all[recipe]
	}
	for _, outcome := range outcomes {
		h := of(outcome.RecipeVersion)
		if outcome.Code == "" {
			h.Successes, h.Verified = outcome.Count, outcome.Last
			continue
		}
		h.Failures = append(h.Failures, outcome)
	}
	for _, state := range states {
		h := of(state.RecipeVersion)
		h.Paused, h.PausedBy, h.PausedWhy = state.Paused, state.PausedBy, state.PausedWhy
	}
	sorted := slices.SortedFunc(maps.Keys(all), func(a, b predate.RecipeVersion) int {
		if a.ID != b.ID {
			return strings.Compare(a.ID, b.ID)
		}
		return a.Version - b.Version
	})
	var list []Health
	for _, recipe := range sorted {
		list = append(list, *all[recipe])
	}
	return list
}

// Act is what an operator does, for the audit.
type Act struct {
	By, Why string
	// Operator is the id of the operator; empty on the command line.
	Operator predate.OperatorID
}

// Pause has the collections of a version of a recipe wait until it is resumed. One
// that is paused already is refused with CodeConflict.
func (w *Warden) Pause(ctx context.Context, recipe predate.RecipeVersion, act Act) error {
	err := w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		state, err := store.LockRecipe(ctx, tx, recipe)
		if err != nil {
			return err
		}
		if !state.Paused.IsZero() {
			return predate.Refuse(predate.CodeConflict, "La recette « %s » est déjà en pause.", recipe)
		}
		state.Paused, state.PausedBy, state.PausedWhy = w.now(), act.By, act.Why
		if err := store.PutRecipe(ctx, tx, state); err != nil {
			return err
		}
		alarm := store.Alarm{Kind: AlarmRecipePaused, Subject: recipe.String(), Detail: "Mise en pause par " + act.By + "\u202f: " + act.Why, Last: w.now()}
		if _, err := store.RaiseAlarm(ctx, tx, alarm); err != nil {
			return err
		}
		return w.audit(ctx, tx, "recipe.pause", recipe.String()+": "+act.Why, act)
	})
	if err != nil {
		return fmt.Errorf("pause recipe %s: %w", recipe, err)
	}
	return nil
}

// Resume lets every paused version of a recipe work again and closes its
// alarms. The runs that it held are the desk's to release. A recipe of which no
// version is paused is refused with CodeConflict.
func (w *Warden) Resume(ctx context.Context, recipe string, act Act) error {
	err := w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		states, err := store.RecipeStates(ctx, tx)
		if err != nil {
			return err
		}
		resumed := 0
		for _, state := range states {
			if state.ID != recipe || state.Paused.IsZero() {
				continue
			}
			if err := w.resume(ctx, tx, state, act); err != nil {
				return err
			}
			resumed++
		}
		if resumed == 0 {
			return predate.Refuse(predate.CodeConflict, "Aucune version de la recette « %s » n’est en pause.", recipe)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("resume recipe %s: %w", recipe, err)
	}
	return nil
}

func (w *Warden) resume(ctx context.Context, tx store.Tx, state store.RecipeState, act Act) error {
	state.Changed, state.First, state.Paused, state.PausedBy, state.PausedWhy = 0, store.Witness{}, time.Time{}, "", ""
	if err := store.PutRecipe(ctx, tx, state); err != nil {
		return err
	}
	if _, err := store.CloseAlarm(ctx, tx, AlarmRecipePaused, state.String()); err != nil {
		return err
	}
	return w.audit(ctx, tx, "recipe.resume", state.String()+": "+act.Why, act)
}

// Forget lifts what is remembered against an identity, a username at a host: its
// refused passwords, today's refusals, and that its account is left in peace. It
// is for a refusal that was none, such as one before the account was open. An
// identity against which nothing is remembered is refused with CodeNotFound.
func (w *Warden) Forget(ctx context.Context, host string, username predate.Secret, act Act) (store.Forgotten, error) {
	var forgotten store.Forgotten
	err := w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		forgotten, err = store.ForgetIdentity(ctx, tx, w.identity(host, username), string(predate.BadCredentials), store.LoginUnsettled)
		if err != nil {
			return err
		}
		if forgotten == (store.Forgotten{}) {
			return predate.Refuse(predate.CodeNotFound, "Rien n’est retenu contre cet identifiant chez %s.", host)
		}
		return w.audit(ctx, tx, "warden.forget", host+": "+act.Why, act)
	})
	if err != nil {
		return store.Forgotten{}, fmt.Errorf("forget refusals at %s: %w", host, err)
	}
	return forgotten, nil
}

// Close closes an alarm; one that is not open is refused with CodeNotFound.
func (w *Warden) Close(ctx context.Context, kind, subject string, act Act) error {
	err := w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		closed, err := store.CloseAlarm(ctx, tx, kind, subject)
		if err != nil {
			return err
		}
		if !closed {
			return predate.Refuse(predate.CodeNotFound, "Aucune alarme « %s » n’est levée pour « %s ».", kind, subject)
		}
		return w.audit(ctx, tx, "alarm.close", kind+" "+subject+": "+act.Why, act)
	})
	if err != nil {
		return fmt.Errorf("close alarm %s of %s: %w", kind, subject, err)
	}
	return nil
}

func (w *Warden) audit(ctx context.Context, tx store.Tx, what, detail string, act Act) error {
	if act.By == "" || act.Why == "" {
		return predate.Refuse(predate.CodeInvalid, "Une décision demande un nom et un motif.")
	}
	id, err := predate.NewID("aud_", w.Random)
	if err != nil {
		return err
	}
	return store.InsertAudit(ctx, tx, store.AuditEntry{ID: id, At: w.now(), Who: act.By, Act: what, Detail: detail, Operator: string(act.Operator)})
}

// Memory is how long the warden remembers.
type Memory struct {
	Refusals time.Duration // fingerprints of refused passwords
	Logins   time.Duration // logins made, by fingerprint of the username, how hosts fared, and the pages that no recipe knew
}

// DefaultMemory remembers refusals longest: nobody may have the same wrong password
// tried every month.
func DefaultMemory() Memory { return Memory{Refusals: 396 * day, Logins: 30 * day} }

// withDefaults gives each time that is zero its default.
func (m Memory) withDefaults() Memory {
	usual := DefaultMemory()
	if m.Refusals <= 0 {
		m.Refusals = usual.Refusals
	}
	if m.Logins <= 0 {
		m.Logins = usual.Logins
	}
	return m
}

// UsernameLife is how long the usernames of an account are counted.
const (
	UsernameLife = 2 * day
	sweepBatch   = 500
)

// Sweep forgets what is no longer of use, a bounded part of it at a time.
func (w *Warden) Sweep(ctx context.Context) error {
	for _, class := range []struct {
		life  time.Duration
		purge func(context.Context, store.Tx, time.Time, int) (int, error)
	}{
		{w.Remember.Refusals, store.PurgeRefusedPasswords},
		{w.Remember.Logins, store.PurgeLogins},
		{w.Remember.Logins, store.PurgeIdentities},
		{w.Remember.Logins, store.PurgeHosts},
		{w.Remember.Logins, store.PurgeHostTurns},
		{w.Remember.Logins, store.PurgeRecipePages},
		{UsernameLife, store.PurgeAccountIdentities},
	} {
		err := w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			_, err := class.purge(ctx, tx, w.now().Add(-class.life), sweepBatch)
			return err
		})
		if err != nil {
			return fmt.Errorf("sweep logins: %w", err)
		}
	}
	return nil
}
