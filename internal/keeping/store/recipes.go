package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Host is the state of a host of an extranet.
type Host struct {
	Host     string
	Failures int       // outages in a row
	Shut     time.Time // until when nothing is asked of it
	Pace     time.Duration
	Free     time.Time // when the next collection keeps to the pace
}

// LockHost reads a host, creates it if it is new, and locks it until the transaction
// ends.
func LockHost(ctx context.Context, tx Tx, name string, now time.Time) (Host, error) {
	h, pace := Host{Host: name}, int64(0)
	err := tx.QueryRow(ctx, "INSERT INTO hosts (host, failures, shut_until, pace, free, seen) VALUES ($1, 0, 0, 0, 0, $2)"+
		" ON CONFLICT (host) DO UPDATE SET seen = excluded.seen RETURNING failures, shut_until, pace, free", name, micros(now)).
		Scan(&h.Failures, instant{&h.Shut}, &pace, instant{&h.Free})
	if err != nil {
		return h, fmt.Errorf("read host %s: %w", name, err)
	}
	h.Pace = time.Duration(pace) * time.Microsecond
	return h, nil
}

// PutHost writes a host that LockHost returned.
func PutHost(ctx context.Context, tx Tx, h Host) error {
	_, err := tx.Exec(ctx, "UPDATE hosts SET failures = $2, shut_until = $3, pace = $4, free = $5 WHERE host = $1",
		h.Host, h.Failures, micros(h.Shut), h.Pace.Microseconds(), micros(h.Free))
	if err != nil {
		return fmt.Errorf("write host %s: %w", h.Host, err)
	}
	return nil
}

// PurgeHosts deletes up to limit hosts that nobody has used since an instant.
func PurgeHosts(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"hosts", "host", "seen"}, before, limit)
}

// RecipeState is the state of a version of a recipe.
type RecipeState struct {
	predate.RecipeVersion
	Changed int       // consecutive collections that met a changed site
	First   Witness   // the first of them
	Paused  time.Time // since when it is paused; zero if it is not
	// PausedBy is the operator who paused it, and PausedWhy his reason; empty if
	// predate paused it automatically.
	PausedBy  string
	PausedWhy string
}

// Witness is a client's account and the host where it met a changed site.
type Witness struct {
	Account predate.AccountID
	Host    string
}

// LockRecipe reads the state of a version of a recipe, creates it if it is new, and
// locks it until the transaction ends.
func LockRecipe(ctx context.Context, tx Tx, recipe predate.RecipeVersion) (RecipeState, error) {
	s := RecipeState{RecipeVersion: recipe}
	err := tx.QueryRow(ctx, "INSERT INTO recipes (recipe, version, changed, paused) VALUES ($1, $2, 0, 0)"+
		" ON CONFLICT (recipe, version) DO UPDATE SET changed = recipes.changed RETURNING changed, changed_account, changed_host, paused, paused_by, paused_why",
		recipe.ID, recipe.Version).Scan(&s.Changed, &s.First.Account, &s.First.Host, instant{&s.Paused}, &s.PausedBy, &s.PausedWhy)
	if err != nil {
		return s, fmt.Errorf("read recipe %s: %w", recipe, err)
	}
	return s, nil
}

// PutRecipe writes a recipe's state that LockRecipe returned.
func PutRecipe(ctx context.Context, tx Tx, s RecipeState) error {
	_, err := tx.Exec(ctx, "UPDATE recipes SET changed = $3, changed_account = $4, changed_host = $5, paused = $6, paused_by = $7, paused_why = $8 WHERE recipe = $1 AND version = $2",
		s.ID, s.Version, s.Changed, s.First.Account, s.First.Host, micros(s.Paused), s.PausedBy, s.PausedWhy)
	if err != nil {
		return fmt.Errorf("write recipe %s: %w", s.RecipeVersion, err)
	}
	return nil
}

// PausedSince returns since when a version of a recipe is paused; zero if it is
// not.
func PausedSince(ctx context.Context, tx Tx, recipe predate.RecipeVersion) (since time.Time, err error) {
	err = tx.QueryRow(ctx, "SELECT paused FROM recipes WHERE recipe = $1 AND version = $2", recipe.ID, recipe.Version).Scan(instant{&since})
	if isNotFound(err) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("read recipe %s: %w", recipe, err)
	}
	return since, nil
}

// RecipeStates returns the state of every version of a recipe that was ever run.
func RecipeStates(ctx context.Context, tx Tx) ([]RecipeState, error) {
	scan := into(func(s *RecipeState) []any {
		return []any{&s.ID, &s.Version, &s.Changed, &s.First.Account, &s.First.Host, instant{&s.Paused}, &s.PausedBy, &s.PausedWhy}
	})
	all, err := collect(ctx, tx, scan, "SELECT recipe, version, changed, changed_account, changed_host, paused, paused_by, paused_why FROM recipes ORDER BY recipe, version")
	if err != nil {
		return nil, fmt.Errorf("list recipes: %w", err)
	}
	return all, nil
}

// RecipeOutcome is the number of collections with a version of a recipe that had the
// same result.
type RecipeOutcome struct {
	predate.RecipeVersion
	Code  predate.FailureCode // empty for success
	Count int
	Last  time.Time
	Page  string // as predate.Failure has it, the last that was not empty
}

// CountOutcome increments the count of outcome o by one.
func CountOutcome(ctx context.Context, tx Tx, o RecipeOutcome) error {
	pageAt := o.Last
	if o.Page == "" {
		pageAt = time.Time{}
	}
	_, err := tx.Exec(ctx, "INSERT INTO recipe_outcomes (recipe, version, code, count, last, page, page_at) VALUES ($1, $2, $3, 1, $4, $5, $6)"+
		" ON CONFLICT (recipe, version, code) DO UPDATE SET count = recipe_outcomes.count + 1, last = excluded.last,"+
		" page = CASE WHEN excluded.page = '' THEN recipe_outcomes.page ELSE excluded.page END,"+
		" page_at = CASE WHEN excluded.page = '' THEN recipe_outcomes.page_at ELSE excluded.page_at END",
		o.ID, o.Version, o.Code, micros(o.Last), o.Page, micros(pageAt))
	if err != nil {
		return fmt.Errorf("count outcome %q of %s: %w", o.Code, o.RecipeVersion, err)
	}
	return nil
}

// PurgeRecipePages deletes the pages of up to limit outcomes older than an instant, and
// returns how many. The counts of the outcomes remain.
func PurgeRecipePages(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "UPDATE recipe_outcomes SET page = '', page_at = 0 WHERE (recipe, version, code) IN"+
		" (SELECT recipe, version, code FROM recipe_outcomes WHERE page_at > 0 AND page_at < $1 ORDER BY page_at LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge the pages of recipes: %w", err)
	}
	return int(n), nil
}

// RecipeOutcomes lists them all, by recipe, version and code.
func RecipeOutcomes(ctx context.Context, tx Tx) ([]RecipeOutcome, error) {
	scan := into(func(o *RecipeOutcome) []any {
		return []any{&o.ID, &o.Version, &o.Code, &o.Count, instant{&o.Last}, &o.Page}
	})
	all, err := collect(ctx, tx, scan, "SELECT recipe, version, code, count, last, page FROM recipe_outcomes ORDER BY recipe, version, code")
	if err != nil {
		return nil, fmt.Errorf("list outcomes: %w", err)
	}
	return all, nil
}

// HeldRun is a run that waits for a paused recipe.
type HeldRun struct {
	Run    predate.RunID
	Recipe predate.RecipeVersion
	Since  time.Time
}

// HoldRun records that a run waits. A run that waits already keeps its place.
func HoldRun(ctx context.Context, tx Tx, h HeldRun) error {
	_, err := tx.Exec(ctx, "INSERT INTO held_runs (run, recipe, version, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
		h.Run, h.Recipe.ID, h.Recipe.Version, micros(h.Since))
	if err != nil {
		return fmt.Errorf("hold run %s: %w", h.Run, err)
	}
	return nil
}

// UnholdRun records that a run no longer waits, and reports whether it did.
func UnholdRun(ctx context.Context, tx Tx, run predate.RunID) (bool, error) {
	n, err := tx.Exec(ctx, "DELETE FROM held_runs WHERE run = $1", run)
	if err != nil {
		return false, fmt.Errorf("let run %s go: %w", run, err)
	}
	return n == 1, nil
}

const heldRuns = "SELECT run, recipe, version, since FROM held_runs"

func scanHeldRun(row Row) (h HeldRun, err error) {
	err = row.Scan(&h.Run, &h.Recipe.ID, &h.Recipe.Version, instant{&h.Since})
	return h, err
}

// ReleasableRuns returns up to limit runs that wait for the recipe, in a version that is no
// longer paused or that is not the given, current version.
func ReleasableRuns(ctx context.Context, tx Tx, recipe predate.RecipeVersion, limit int) ([]HeldRun, error) {
	all, err := collect(ctx, tx, scanHeldRun, heldRuns+" h WHERE h.recipe = $1 AND (h.version <> $2 OR EXISTS"+
		" (SELECT 1 FROM recipes r WHERE r.recipe = h.recipe AND r.version = h.version AND r.paused = 0)) ORDER BY h.run LIMIT $3",
		recipe.ID, recipe.Version, limit)
	if err != nil {
		return nil, fmt.Errorf("list runs held by %s: %w", recipe, err)
	}
	return all, nil
}

// OverdueRuns returns up to limit runs that have waited since before an instant.
func OverdueRuns(ctx context.Context, tx Tx, before time.Time, limit int) ([]HeldRun, error) {
	all, err := collect(ctx, tx, scanHeldRun, heldRuns+" WHERE since < $1 ORDER BY since, run LIMIT $2", micros(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list overdue runs: %w", err)
	}
	return all, nil
}

// CountHeld returns the number of runs that wait for each version of a recipe.
func CountHeld(ctx context.Context, tx Tx) (map[predate.RecipeVersion]int, error) {
	type held struct {
		predate.RecipeVersion
		count int
	}
	scan := into(func(h *held) []any { return []any{&h.ID, &h.Version, &h.count} })
	all, err := collect(ctx, tx, scan, "SELECT recipe, version, COUNT(*) FROM held_runs GROUP BY recipe, version")
	if err != nil {
		return nil, fmt.Errorf("count held runs: %w", err)
	}
	counts := map[predate.RecipeVersion]int{}
	for _, h := range all {
		counts[h.RecipeVersion] = h.count
	}
	return counts, nil
}
