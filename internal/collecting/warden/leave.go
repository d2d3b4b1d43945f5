package warden

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// The alarms.
const (
	// AlarmRecipePaused: a site has changed; its subject is a recipe's version.
	AlarmRecipePaused = "recipe_paused"
	// AlarmHostBlocked: a host turns us away; its subject is the host.
	AlarmHostBlocked = "host_blocked"
	// AlarmLoginsRefused: an account's passwords are mostly refused, as those of
	// a stolen list would be; its subject is the account.
	AlarmLoginsRefused = "logins_refused"
	// AlarmLedAway: an extranet leads to a host that its recipe does not name; its
	// subject is the extranet's host.
	AlarmLedAway = "led_away"
)

// What a host does to all who come to it.
const (
	// outages in a row shut a host: a single one may be a visitor's bad luck.
	outages     = 3
	firstShut   = time.Minute
	longestShut = time.Hour
	longestAway = 12 * time.Hour // of what a host may ask for
	probeTime   = 2 * time.Minute
	blockedShut = 4 * time.Hour
	firstPace   = 30 * time.Second
	slowedPace  = firstPace / 4 // of a host that asked for a little patience
	longestPace = 10 * time.Minute
	coolDown    = 24 * time.Hour // of a locked account
)

// Leave records how a collection ended (nil for well) and opens the door for
// the next. Only the first Leave of a pass counts. It says whether the recipe
// is paused now.
func (w *Warden) Leave(ctx context.Context, pass *Pass, failure *predate.Failure) (paused bool, err error) {
	defer w.Gone(pass)
	var raised []store.Alarm
	err = w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		raised = nil
		end := &ending{Warden: w, tx: tx, pass: pass, now: w.now(), raised: &raised}
		if failure != nil {
			end.failure = *failure
		}
		paused, err = end.record(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("record the end of a collection at %s: %w", pass.Knock.Host, err)
	}
	for _, alarm := range raised {
		w.Log.ErrorContext(ctx, "alarm", "kind", alarm.Kind, "subject", alarm.Subject, "detail", alarm.Detail)
	}
	return paused, nil
}

// Abandon gives a pass back without a verdict on the extranet: the collection
// was cut short by our own doing.
func (w *Warden) Abandon(ctx context.Context, pass *Pass) error {
	defer w.Gone(pass)
	err := w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		end := &ending{Warden: w, tx: tx, pass: pass, now: w.now()}
		_, err := end.identity(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("abandon a collection at %s: %w", pass.Knock.Host, err)
	}
	return nil
}

// ending is one Leave.
type ending struct {
	*Warden
	tx      store.Tx
	pass    *Pass
	failure predate.Failure // the zero failure is success
	now     time.Time
	raised  *[]store.Alarm // those that are new
}

func (e *ending) record(ctx context.Context) (paused bool, err error) {
	first, err := e.identity(ctx)
	if err != nil || !first {
		return false, err
	}
	if err := e.host(ctx); err != nil {
		return false, err
	}
	if paused, err = e.recipe(ctx); err != nil {
		return false, err
	}
	return paused, e.account(ctx)
}

// identity lets the identity go, and leaves a locked account in peace. It says
// whether this is the first end of the pass.
func (e *ending) identity(ctx context.Context) (first bool, err error) {
	identity, err := store.LockIdentity(ctx, e.tx, e.pass.identity, e.now)
	if err != nil {
		return false, err
	}
	if identity.Holder == e.pass.id {
		identity.Holder, identity.Until = "", time.Time{}
	}
	if e.failure.Code == predate.AccountLocked {
		identity.Cool = e.now.Add(coolDown)
	}
	if err := store.PutIdentity(ctx, e.tx, identity); err != nil {
		return false, err
	}
	return store.EndLogin(ctx, e.tx, e.pass.id, e.outcome())
}

// outcome is what the login came to: what went wrong after it does not count
// against the account.
func (e *ending) outcome() string {
	if e.failure.Unsettled {
		return store.LoginUnsettled
	}
	before := e.failure.Stage == predate.StageResolve || e.failure.Stage == predate.StageLogin
	if e.failure.Code != "" && (before || e.failure.Code == predate.BadCredentials) {
		return string(e.failure.Code)
	}
	return store.LoginAccepted
}

// host shuts or slows a host that asks for it, and opens one that answers.
func (e *ending) host(ctx context.Context) error {
	host, err := store.LockHost(ctx, e.tx, e.pass.Knock.Host, e.now)
	if err != nil {
		return err
	}
	asked := min(e.failure.RetryAfter, longestAway)
	switch e.failure.Code {
	case predate.SiteUnavailable:
		if host.Failures++; host.Failures >= outages {
			asked = max(asked, min(firstShut<<min(host.Failures-outages, 10), longestShut))
		}
		if asked > 0 {
			host.Shut = e.now.Add(asked)
		}
	case predate.RateLimited:
		host.Shut = e.now.Add(max(asked, firstShut))
		host.Pace = min(max(2*host.Pace, firstPace), longestPace)
	case predate.Blocked:
		host.Shut = e.now.Add(max(asked, blockedShut))
		detail := "L’extranet refuse notre accès ; rien ne lui est demandé pendant quelques heures."
		err = e.raise(ctx, AlarmHostBlocked, host.Host, detail)
	case "":
		host.Failures, host.Shut = 0, time.Time{}
		if !e.pass.Slowed {
			host.Pace = faster(host.Pace)
		}
		_, err = store.CloseAlarm(ctx, e.tx, AlarmHostBlocked, host.Host)
	default: // it answers
		host.Failures, host.Shut = 0, time.Time{}
	}
	if e.pass.Slowed && e.failure.Code != predate.RateLimited {
		host.Pace = min(max(2*host.Pace, slowedPace), longestPace)
		host.Free = e.now.Add(host.Pace)
	}
	return errors.Join(err, store.PutHost(ctx, e.tx, host))
}

// faster is the pace after a collection that went well.
func faster(pace time.Duration) time.Duration {
	if pace /= 2; pace < slowedPace/2 {
		return 0
	}
	return pace
}

// recipe counts the outcome, and pauses a recipe whose site has changed: once
// another account or another host says so too, and nobody between them the
// contrary, it is no odd page of one order, and every further order would fail in
// the same way.
func (e *ending) recipe(ctx context.Context) (paused bool, err error) {
	outcome := store.RecipeOutcome{RecipeVersion: e.pass.Knock.Recipe, Code: e.failure.Code, Last: e.now, Page: e.failure.Page}
	if err := store.CountOutcome(ctx, e.tx, outcome); err != nil {
		return false, err
	}
	state, err := store.LockRecipe(ctx, e.tx, e.pass.Knock.Recipe)
	if err != nil {
		return false, err
	}
	if e.failure.Elsewhere != "" {
		detail := fmt.Sprintf("Le site mène à l’hôte %s, que la recette %s ne nomme pas : rien ne lui a été demandé.", e.failure.Elsewhere, e.pass.Knock.Recipe)
		if err := e.raise(ctx, AlarmLedAway, e.pass.Knock.Host, detail); err != nil {
			return false, err
		}
	}
	switch e.failure.Code {
	case predate.SiteChanged:
		if e.agrees(&state) && state.Paused.IsZero() {
			state.Paused = e.now
			detail := fmt.Sprintf("Le site a changé (%s) ; les commandes attendent. Voyez « predate connector health ».", e.pass.Knock.Host)
			err = e.raise(ctx, AlarmRecipePaused, state.String(), detail)
		}
	case "", predate.DownloadFailed, predate.DocumentInvalid: // it knew its way
		state.Changed, state.First = 0, store.Witness{}
	}
	return !state.Paused.IsZero(), errors.Join(err, store.PutRecipe(ctx, e.tx, state))
}

// agrees counts a collection that met a changed site, and says whether another
// account or another host met it before.
func (e *ending) agrees(state *store.RecipeState) bool {
	now := store.Witness{Account: e.pass.Knock.Account, Host: strings.ToLower(e.pass.Knock.Host)}
	if state.Changed++; state.First == (store.Witness{}) {
		state.First = now
	}
	return state.First != now
}

// account remembers a refused password, and looks at who sent it.
func (e *ending) account(ctx context.Context) error {
	if e.failure.Code != predate.BadCredentials {
		return nil
	}
	if err := store.RefusePassword(ctx, e.tx, e.pass.identity, e.fingerprint(e.pass.Knock), e.now); err != nil {
		return err
	}
	account := e.pass.Knock.Account
	all, refused, err := store.AccountLogins(ctx, e.tx, account, string(predate.BadCredentials), e.now.Add(-day))
	if err != nil || refused < e.Limits.Suspicious || 2*refused < all {
		return err
	}
	detail := fmt.Sprintf("%d identifiants sur %d refusés en 24 heures : liste volée ?", refused, all)
	return e.raise(ctx, AlarmLoginsRefused, string(account), detail)
}

func (e *ending) raise(ctx context.Context, kind, subject, detail string) error {
	alarm := store.Alarm{Kind: kind, Subject: subject, Detail: detail, Since: e.now, Last: e.now}
	fresh, err := store.RaiseAlarm(ctx, e.tx, alarm)
	if fresh {
		*e.raised = append(*e.raised, alarm)
	}
	return err
}
