package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

const operatorID predate.OperatorID = "opr_1"

// staff puts an administrator and an operator in place.
func staff(t *testing.T, db *store.DB) predate.Operator {
	t.Helper()
	first := predate.Operator{ID: operatorID, Email: "a.martin@example.test", Name: "A. Martin", Role: predate.RoleAdmin, Created: noon()}
	second := predate.Operator{ID: "opr_2", Email: "c.aubrac@example.test", Name: "C. Aubrac", Role: predate.RoleOperator, Created: noon().Add(time.Hour)}
	write(t, db, func(c ctx, x tx) error {
		return errors.Join(store.InsertOperator(c, x, first), store.InsertOperator(c, x, second))
	})
	return first
}

// operators: every field comes back, e-mails and names are unique, and settings
// change while the rest does not.
func operators(t *testing.T, db *store.DB) {
	whole := fill(&predate.Operator{})
	same(t, db, whole, func(c ctx, x tx) error { return store.InsertOperator(c, x, whole) },
		func(c ctx, x tx) (predate.Operator, error) { return store.OperatorByID(c, x, whole.ID) })
	first := staff(t, db)
	for _, taken := range []predate.Operator{
		{ID: "opr_9", Email: first.Email, Name: "Z. Zola"}, {ID: "opr_9", Email: "z@example.test", Name: first.Name}, {ID: first.ID, Email: "z@example.test", Name: "Z. Zola"},
	} {
		wantError(t, db.InTx(t.Context(), func(c ctx, x tx) error { return store.InsertOperator(c, x, taken) }), predate.ErrExists)
	}
	first.Role, first.Disabled, first.NoShortcuts = predate.RoleLead, true, true
	write(t, db, func(c ctx, x tx) error { return store.UpdateOperator(c, x, first) })
	write(t, db, func(c ctx, x tx) error { return store.SetNoShortcuts(c, x, first.ID, true) })
	have := read(t, db, func(c ctx, x tx) (predate.Operator, error) { return store.OperatorByEmail(c, x, first.Email) })
	if diff := cmp.Diff(first, have); diff != "" {
		t.Error(diff)
	}
	if all := read(t, db, store.Operators); len(all) != 3 || all[2].ID != "opr_2" {
		t.Errorf("operators by age: %+v", all)
	}
	wantError(t, db.InTx(t.Context(), func(c ctx, x tx) error { return store.UpdateOperator(c, x, predate.Operator{ID: "opr_9"}) }), predate.ErrNotFound)
	wantError(t, db.InTx(t.Context(), func(c ctx, x tx) error { return store.SetNoShortcuts(c, x, "opr_9", true) }), predate.ErrNotFound)
	for _, id := range []predate.OperatorID{"", "opr_9"} {
		_, err := try(db, func(c ctx, x tx) (predate.Operator, error) { return store.OperatorByID(c, x, id) })
		wantError(t, err, predate.ErrNotFound)
	}
	_, err := try(db, func(c ctx, x tx) (predate.Operator, error) { return store.OperatorByEmail(c, x, "z@example.test") })
	wantError(t, err, predate.ErrNotFound)
}

// operatorPasswords: a code's step only goes on, a recovery code goes once, and
// an administrator counts only with a way to sign in.
func operatorPasswords(t *testing.T, db *store.DB) {
	staff(t, db)
	admins := func(other predate.OperatorID) int {
		return read(t, db, func(c ctx, x tx) (int, error) { return store.AdminsWithKeys(c, x, other) })
	}
	if have := admins("opr_2"); have != 0 {
		t.Errorf("%d administrators can sign in without any means to", have)
	}
	first := fill(&store.OperatorPassword{})
	first.Operator, first.Step = operatorID, 10
	same(t, db, first, func(c ctx, x tx) error { return store.PutOperatorPassword(c, x, first) },
		func(c ctx, x tx) (store.OperatorPassword, error) { return store.OperatorPasswordOf(c, x, operatorID) })
	if have := []int{admins("opr_2"), admins(operatorID)}; have[0] != 1 || have[1] != 0 {
		t.Errorf("administrators that can sign in, other than each: %v, want 1 and 0", have)
	}
	for step, want := range map[int64]error{9: predate.ErrStale, 10: predate.ErrStale} {
		wantError(t, db.InTx(t.Context(), func(c ctx, x tx) error { return store.UseStep(c, x, operatorID, step) }), want)
	}
	var used sync.WaitGroup
	errs := make(chan error, 4)
	for range cap(errs) {
		used.Go(func() {
			errs <- db.InTx(context.Background(), func(c ctx, x tx) error { return store.UseStep(c, x, operatorID, 11) })
		})
	}
	used.Wait()
	taken := 0
	for range cap(errs) {
		if <-errs == nil {
			taken++
		}
	}
	if taken != 1 {
		t.Errorf("a code was taken %d times", taken)
	}
	recoveries(t, db)
	for range 2 { // dropping nothing is no error
		write(t, db, func(c ctx, x tx) error { return store.DropOperatorPassword(c, x, operatorID) })
	}
	_, err := try(db, func(c ctx, x tx) (store.OperatorPassword, error) { return store.OperatorPasswordOf(c, x, operatorID) })
	wantError(t, err, predate.ErrNotFound)
}

func recoveries(t *testing.T, db *store.DB) {
	t.Helper()
	count := func() int {
		return read(t, db, func(c ctx, x tx) (int, error) { return store.CountRecoveries(c, x, operatorID) })
	}
	for _, codes := range [][]predate.Hash{{"aa", "bb"}, {"bb", "cc", "dd"}} {
		write(t, db, func(c ctx, x tx) error { return store.PutRecoveries(c, x, operatorID, codes) })
		if have := count(); have != len(codes) {
			t.Errorf("%d recovery codes, want %d", have, len(codes))
		}
	}
	use := func(who predate.OperatorID, hash predate.Hash) error {
		return db.InTx(t.Context(), func(c ctx, x tx) error { return store.UseRecovery(c, x, who, hash) })
	}
	wantError(t, use("opr_2", "cc"), predate.ErrNotFound)
	wantError(t, use(operatorID, "aa"), predate.ErrNotFound)
	wantError(t, use(operatorID, "cc"), nil)
	wantError(t, use(operatorID, "cc"), predate.ErrNotFound)
}

// passkeys: each belongs to one operator, and its use is written down.
func passkeys(t *testing.T, db *store.DB) {
	staff(t, db)
	first := fill(&store.Passkey{})
	first.Operator = operatorID
	same(t, db, first, func(c ctx, x tx) error { return store.InsertPasskey(c, x, first) },
		func(c ctx, x tx) (store.Passkey, error) { return store.PasskeyByID(c, x, first.ID) })
	again := first
	again.Operator = "opr_2"
	wantError(t, db.InTx(t.Context(), func(c ctx, x tx) error { return store.InsertPasskey(c, x, again) }), predate.ErrExists)
	first.Credential, first.Used = `{"n":2}`, noon().Add(time.Hour)
	write(t, db, func(c ctx, x tx) error { return store.UsePasskey(c, x, first) })
	have := read(t, db, func(c ctx, x tx) ([]store.Passkey, error) { return store.PasskeysOf(c, x, operatorID) })
	if diff := cmp.Diff([]store.Passkey{first}, have); diff != "" {
		t.Error(diff)
	}
	drop := func(who predate.OperatorID) error {
		return db.InTx(t.Context(), func(c ctx, x tx) error { return store.DropPasskey(c, x, who, first.ID) })
	}
	wantError(t, drop("opr_2"), predate.ErrNotFound)
	wantError(t, drop(operatorID), nil)
	wantError(t, drop(operatorID), predate.ErrNotFound)
	wantError(t, db.InTx(t.Context(), func(c ctx, x tx) error { return store.UsePasskey(c, x, first) }), predate.ErrNotFound)
	_, err := try(db, func(c ctx, x tx) (store.Passkey, error) { return store.PasskeyByID(c, x, first.ID) })
	wantError(t, err, predate.ErrNotFound)
	take := func() error {
		return db.InTx(t.Context(), func(c ctx, x tx) error { return store.TakeChallenge(c, x, "aa", noon()) })
	}
	wantError(t, take(), nil)
	wantError(t, take(), predate.ErrExists)
}

// invites: one is used once, and another makes those before it void.
func invites(t *testing.T, db *store.DB) {
	staff(t, db)
	first := fill(&store.Invite{})
	first.Operator, first.Used = operatorID, time.Time{}
	same(t, db, first, func(c ctx, x tx) error { return store.InsertInvite(c, x, first) },
		func(c ctx, x tx) (store.Invite, error) { return store.InviteByHash(c, x, first.Hash) })
	use := func(hash predate.Hash) error {
		return db.InTx(t.Context(), func(c ctx, x tx) error { return store.UseInvite(c, x, hash, noon()) })
	}
	wantError(t, use(first.Hash), nil)
	wantError(t, use(first.Hash), predate.ErrStale)
	first.Hash = "bb"
	write(t, db, func(c ctx, x tx) error {
		return errors.Join(store.InsertInvite(c, x, first), store.VoidInvites(c, x, operatorID, noon()))
	})
	wantError(t, use("bb"), predate.ErrStale)
	_, err := try(db, func(c ctx, x tx) (store.Invite, error) { return store.InviteByHash(c, x, "cc") })
	wantError(t, err, predate.ErrNotFound)
}

// operatorSessions: a session is used until it ends, and never again.
func operatorSessions(t *testing.T, db *store.DB) {
	staff(t, db)
	whole := fill(&store.OperatorSession{})
	whole.Operator = operatorID
	byHash := func(hash predate.Hash) store.OperatorSession {
		return read(t, db, func(c ctx, x tx) (store.OperatorSession, error) { return store.OperatorSessionByHash(c, x, hash) })
	}
	same(t, db, whole, func(c ctx, x tx) error { return store.InsertOperatorSession(c, x, whole) },
		func(c ctx, x tx) (store.OperatorSession, error) { return store.OperatorSessionByHash(c, x, whole.Hash) })
	for i := range 4 {
		s := store.OperatorSession{ID: fmt.Sprint("ses_", i), Hash: predate.Hash(fmt.Sprint("h", i)), Operator: operatorID, Created: noon().Add(time.Duration(i) * time.Hour), Seen: noon()}
		if i == 3 {
			s.Operator = "opr_2"
		}
		write(t, db, func(c ctx, x tx) error { return store.InsertOperatorSession(c, x, s) })
	}
	open := func(who predate.OperatorID) (ids []string) {
		for _, s := range read(t, db, func(c ctx, x tx) ([]store.OperatorSession, error) { return store.OperatorSessionsOf(c, x, who) }) {
			ids = append(ids, s.ID)
		}
		return ids
	}
	if diff := cmp.Diff([]string{"ses_2", "ses_1", "ses_0"}, open(operatorID)); diff != "" {
		t.Error(diff)
	}
	end := func(who predate.OperatorID, id string) error {
		return db.InTx(t.Context(), func(c ctx, x tx) error { return store.EndOperatorSession(c, x, who, id, noon()) })
	}
	wantError(t, end("opr_2", "ses_0"), predate.ErrNotFound)
	wantError(t, end(operatorID, "ses_0"), nil)
	wantError(t, end(operatorID, "ses_0"), predate.ErrNotFound)
	for _, at := range []time.Time{noon().Add(time.Minute), noon()} { // an earlier look changes nothing
		write(t, db, func(c ctx, x tx) error {
			return errors.Join(store.SeeOperatorSession(c, x, "ses_0", at), store.SeeOperatorSession(c, x, "ses_1", at))
		})
	}
	if have := []time.Time{byHash("h0").Seen, byHash("h1").Seen}; !have[0].Equal(noon()) || !have[1].Equal(noon().Add(time.Minute)) {
		t.Errorf("an ended and an open session were seen at %v", have)
	}
	if n := endAll(t, db, "ses_1"); n != 1 {
		t.Errorf("%d sessions ended but one, want 1", n)
	}
	if n := endAll(t, db, ""); n != 1 {
		t.Errorf("%d sessions ended, want 1", n)
	}
	if diff := cmp.Diff([][]string{nil, {"ses_3"}}, [][]string{open(operatorID), open("opr_2")}); diff != "" {
		t.Error(diff)
	}
}

func endAll(t *testing.T, db *store.DB, but string) (n int) {
	t.Helper()
	write(t, db, func(c ctx, x tx) (err error) {
		n, err = store.EndOperatorSessions(c, x, operatorID, but, noon())
		return err
	})
	return n
}
