package warden

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Limits bound what is asked of extranets. A zero member takes its default.
type Limits struct {
	// Usernames is how many different usernames the orders of one account may
	// bear in a day; 200.
	Usernames int
	// Logins is how many logins one identity may make in a day; 12.
	Logins int
	// Refusals is how many passwords of one identity may be refused in a day, or
	// sent without an answer that anybody understands; 2. Sites lock an account at
	// the third to fifth.
	Refusals int
	// Suspicious is from how many refused identities in a day on an account is
	// looked at, when they are half of those it tried; 5. Four times as many
	// stop its logins until the day is over.
	Suspicious int
}

func (l Limits) withDefaults() Limits {
	for _, one := range []struct {
		limit    *int
		standard int
	}{{&l.Usernames, 200}, {&l.Logins, 12}, {&l.Refusals, 2}, {&l.Suspicious, 5}} {
		if *one.limit <= 0 {
			*one.limit = one.standard
		}
	}
	return l
}

// Options is all that a warden needs from the house.
type Options struct {
	DB *store.DB
	// Key keys the hashes of usernames and passwords; every process on the
	// database has the same one, and it is not in the database in the clear.
	Key    predate.Secret
	Limits Limits
	// Remember is how long what is remembered; a member that is zero takes its default.
	Remember Memory
	Now      func() time.Time
	Random   io.Reader
	Log      *slog.Logger // hears of alarms
}

// Warden is safe for concurrent use.
type Warden struct {
	Options
	inside *inside
}

// inside is who is logged in by this process, whatever the clock says.
type inside struct {
	mu    sync.Mutex
	names map[string]string // the pass of an identity
}

func (i *inside) has(identity string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	_, in := i.names[identity]
	return in
}

func (i *inside) comes(pass *Pass) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.names[pass.identity] = pass.id
}

func (i *inside) goes(pass *Pass) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.names[pass.identity] == pass.id {
		delete(i.names, pass.identity)
	}
}

// Gone says that a collection is over however it ended: nobody of this process is
// logged in by its pass any more. Leave and Abandon say so too.
func (w *Warden) Gone(pass *Pass) { w.inside.goes(pass) }

// New makes a warden. Without a key it is an error: hashes that anyone can
// compute would give short passwords away.
func New(o Options) (*Warden, error) {
	if o.Key == "" {
		return nil, errors.New("open the warden: no key")
	}
	o.Limits = o.Limits.withDefaults()
	o.Remember = o.Remember.withDefaults()
	return &Warden{o, &inside{names: map[string]string{}}}, nil
}

// Knock is a login that somebody wants to make.
type Knock struct {
	Account  predate.AccountID
	Host     string
	Recipe   predate.RecipeVersion
	Username predate.Secret
	Password predate.Secret
}

// Answer says what becomes of a knock: exactly one member is set.
type Answer struct {
	// Pass lets it in; it must be given back to Leave.
	Pass *Pass
	// Wait sends it away for a time, for the reason Why.
	Wait time.Duration
	Why  string
	// Refused: the extranet refused this very password before.
	Refused bool
	// Paused: the recipe is paused; the run is to be held.
	Paused bool
}

// Pass is the right to one login and the collection behind it, until Until.
// Whoever holds one calls Gone at its end.
type Pass struct {
	id       string
	identity string
	Knock    Knock
	Until    time.Time
	// Slowed says that the host asked for patience meanwhile, and got it.
	Slowed bool
}

const day = 24 * time.Hour

// PassLife is beyond the longest that a collection may take, so that a pass
// whose process died opens the door again by itself.
const PassLife = 16 * time.Minute

// turn is how long a run waits for another of the same identity.
const turn = 20 * time.Second

// identity is a username at a host, hashed. Sites take usernames in any case.
func (w *Warden) identity(host string, username predate.Secret) string {
	return w.hash("identity", strings.ToLower(host), strings.ToLower(strings.TrimSpace(username.Reveal())))
}

func (w *Warden) fingerprint(k Knock) string {
	return w.hash("password", w.identity(k.Host, k.Username), k.Password.Reveal())
}

// hash keys and hashes texts, each behind its length, so that no two lists of
// texts are written alike.
func (w *Warden) hash(texts ...string) string {
	mac := hmac.New(sha256.New, []byte(w.Key.Reveal()))
	for _, text := range texts {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(text)))
		mac.Write(length[:])
		mac.Write([]byte(text))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:24])
}

// now is the instant of a decision, at the precision the store keeps.
func (w *Warden) now() time.Time { return w.Now().UTC().Truncate(time.Microsecond) }

// Admit judges an order with credentials before it is taken in, in the
// transaction that takes it in: an account that names too many different
// usernames in a day is refused with CodeTooMany.
func (w *Warden) Admit(ctx context.Context, tx store.Tx, account predate.AccountID, host string, username predate.Secret) error {
	now, identity := w.now(), w.identity(host, username)
	most, err := store.IdentitiesAtMost(ctx, tx, account, now.Add(-day))
	if err != nil {
		return err
	}
	if *most < w.Limits.Usernames {
		*most++
		store.SeeIdentity(tx, account, identity, now)
		return nil
	}
	// So many may be the same.
	if err := store.SettleIdentities(ctx, tx); err != nil {
		return err
	}
	others, first, err := store.OtherIdentities(ctx, tx, account, identity, now.Add(-day))
	if err != nil {
		return err
	}
	if others >= w.Limits.Usernames {
		return &predate.Error{
			Code: predate.CodeTooMany, Reason: "too_many_usernames", RetryAfter: max(1, int(first.Add(day).Sub(now).Seconds())),
			Message: fmt.Sprintf("The orders of an account name at most %d different extranet usernames in 24 hours", w.Limits.Usernames),
		}
	}
	store.SeeIdentity(tx, account, identity, now)
	return nil
}

// Enter answers a knock. What it lets in holds its identity until Leave, or
// until its pass ends.
func (w *Warden) Enter(ctx context.Context, k Knock) (Answer, error) {
	id, err := predate.NewID("log_", w.Random)
	if err != nil {
		return Answer{}, err
	}
	pass := &Pass{id: id, identity: w.identity(k.Host, k.Username), Knock: k}
	var answer Answer
	err = w.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		now := w.now()
		pass.Until = now.Add(PassLife)
		answer, err = w.judge(ctx, tx, pass, now)
		return err
	})
	if err != nil {
		return Answer{}, fmt.Errorf("ask to log in at %s: %w", k.Host, err)
	}
	if answer.Pass != nil {
		w.inside.comes(pass)
	}
	return answer, nil
}

// judge asks everyone who may object, the cheapest and most lasting first. The
// rows of the identity and of the host are locked in this order everywhere.
func (w *Warden) judge(ctx context.Context, tx store.Tx, pass *Pass, now time.Time) (Answer, error) {
	paused, err := store.PausedSince(ctx, tx, pass.Knock.Recipe)
	if err != nil || !paused.IsZero() {
		return Answer{Paused: !paused.IsZero()}, err
	}
	refused, err := store.PasswordRefused(ctx, tx, w.fingerprint(pass.Knock))
	if err != nil || refused {
		return Answer{Refused: refused}, err
	}
	identity, err := store.LockIdentity(ctx, tx, pass.identity, now)
	if err != nil {
		return Answer{}, err
	}
	host, err := store.LockHost(ctx, tx, pass.Knock.Host, now)
	if err != nil {
		return Answer{}, err
	}
	for _, object := range []func(context.Context, store.Tx, *Pass, time.Time) (Answer, error){
		w.identityObjects(identity), hostObjects(host), w.tooOften, w.suspected, anothersTurn,
	} {
		if answer, err := object(ctx, tx, pass, now); err != nil || answer.Wait > 0 {
			return answer, err
		}
	}
	identity.Holder, identity.Until = pass.id, pass.Until
	if host.Pace > 0 {
		host.Free = now.Add(host.Pace)
	}
	if !host.Shut.IsZero() { // the first after an outage goes alone
		host.Shut = now.Add(probeTime)
	}
	login := store.Login{ID: pass.id, Identity: pass.identity, Account: pass.Knock.Account, At: now}
	return Answer{Pass: pass}, errors.Join(
		store.PutIdentity(ctx, tx, identity), store.PutHost(ctx, tx, host), store.InsertLogin(ctx, tx, login),
		store.PutHostTurn(ctx, tx, store.HostTurn{Host: host.Host, Account: login.Account, In: true}, now),
	)
}

// objection sends a knock away until an instant; one that has come is none.
func objection(until, now time.Time, why string) Answer {
	if !until.After(now) {
		return Answer{}
	}
	return Answer{Wait: until.Sub(now), Why: why}
}

func (w *Warden) identityObjects(i store.Identity) func(context.Context, store.Tx, *Pass, time.Time) (Answer, error) {
	return func(_ context.Context, _ store.Tx, _ *Pass, now time.Time) (Answer, error) {
		const same = "the same identity is logged in"
		if i.Holder != "" && i.Until.After(now) {
			return Answer{Wait: min(turn, i.Until.Sub(now)), Why: same}, nil
		}
		if w.inside.has(i.Identity) { // beyond its pass, as the clock was set forward
			return Answer{Wait: turn, Why: same}, nil
		}
		return objection(i.Cool, now, "the account was locked"), nil
	}
}

func hostObjects(h store.Host) func(context.Context, store.Tx, *Pass, time.Time) (Answer, error) {
	return func(ctx context.Context, tx store.Tx, pass *Pass, now time.Time) (Answer, error) {
		answer := objection(h.Shut, now, "the host is down or asked us to stay away")
		if answer.Wait <= 0 {
			answer = objection(h.Free, now, "the host asked us to go slower")
		}
		return sentAway(ctx, tx, pass, answer, now)
	}
}

// turnKept is how long an account's turn at a host is kept for it.
const turnKept = 10 * time.Second

// anothersTurn: at a host that lets one in at a time, whoever was let in longest
// ago comes first, however many orders of another account wait there.
func anothersTurn(ctx context.Context, tx store.Tx, pass *Pass, now time.Time) (Answer, error) {
	since, err := store.BeforeAt(ctx, tx, store.HostTurn{Host: pass.Knock.Host, Account: pass.Knock.Account}, now.Add(-turnKept), now)
	if err != nil || since.IsZero() {
		return Answer{}, err
	}
	return sentAway(ctx, tx, pass, objection(since.Add(turnKept), now, "it is another account's turn at the host"), now)
}

// sentAway keeps when an account comes again to a host that let it wait.
func sentAway(ctx context.Context, tx store.Tx, pass *Pass, answer Answer, now time.Time) (Answer, error) {
	if answer.Wait <= 0 {
		return answer, nil
	}
	return answer, store.PutHostTurn(ctx, tx, store.HostTurn{
		Host: pass.Knock.Host, Account: pass.Knock.Account, Comes: now.Add(answer.Wait),
	}, now)
}

// tooOften: an identity logs in a few times a day, and guesses hardly ever.
func (w *Warden) tooOften(ctx context.Context, tx store.Tx, pass *Pass, now time.Time) (Answer, error) {
	for _, limit := range []struct {
		outcome, or string
		most        int
		why         string
	}{
		{"", "", w.Limits.Logins, "the identity logged in often today"},
		{string(predate.BadCredentials), store.LoginUnsettled, w.Limits.Refusals, "passwords of the identity were refused today, or may have been"},
	} {
		times, err := store.LoginTimes(ctx, tx, store.LoginFilter{
			Identity: pass.identity, Outcome: limit.outcome, Or: limit.or, Since: now.Add(-day), Limit: limit.most,
		})
		if err != nil {
			return Answer{}, err
		}
		if len(times) == limit.most {
			return objection(times[limit.most-1].Add(day), now, limit.why), nil
		}
	}
	return Answer{}, nil
}

// suspected: most of what the account tries is refused.
func (w *Warden) suspected(ctx context.Context, tx store.Tx, pass *Pass, now time.Time) (Answer, error) {
	all, refused, err := store.AccountLogins(ctx, tx, pass.Knock.Account, string(predate.BadCredentials), now.Add(-day))
	if err != nil || refused < 4*w.Limits.Suspicious || 2*refused < all {
		return Answer{}, err
	}
	return Answer{Wait: time.Hour, Why: "most passwords of the account were refused today"}, nil
}
