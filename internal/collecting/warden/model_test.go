package warden_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// model is what the warden promises, kept in plain maps.
type model struct {
	gate
	run     int                     // sets its hosts and accounts apart from those of other runs
	inside  map[string]*warden.Pass // by identity
	knocks  map[*warden.Pass]warden.Knock
	began   map[*warden.Pass]time.Time
	refused map[string]bool // by identity and password
	logins  map[string][]time.Time
	denied  map[string][]time.Time // logins that were refused
	locked  map[string]time.Time
}

func identity(k warden.Knock) string { return k.Host + " " + k.Username.Reveal() }

// newModel is a model of one run, at a gate of its own.
func newModel(t *testing.T, db *store.DB, run int) *model {
	return &model{
		run: run, gate: newGate(t, db, warden.Limits{}), inside: map[string]*warden.Pass{}, knocks: map[*warden.Pass]warden.Knock{}, began: map[*warden.Pass]time.Time{},
		refused: map[string]bool{}, logins: map[string][]time.Time{}, denied: map[string][]time.Time{}, locked: map[string]time.Time{},
	}
}

// opens expects that, a while after everything, hosts let a newcomer in.
func (m *model) opens(t *rapid.T, after time.Duration) {
	m.clock.Pass(after)
	fresh := knock(9)
	fresh.Account = m.account(9)
	for _, host := range []int{1, 2} {
		fresh.Host = m.host(host)
		answer, err := m.Enter(t.Context(), fresh)
		if err != nil || answer.Pass == nil {
			t.Fatalf("host %d does not open again: %+v, %v", host, answer, err)
		}
		if err := m.Abandon(t.Context(), answer.Pass); err != nil {
			t.Fatal(err)
		}
	}
}

func (m *model) host(n int) string { return fmt.Sprintf("agence-%d-%d.crypto-extranet.com", m.run, n) }

func (m *model) account(n int) predate.AccountID {
	return predate.AccountID(fmt.Sprint("acc_", m.run, "_", n))
}

func within(times []time.Time, now time.Time) (n int) {
	for _, at := range times {
		if at.After(now.Add(-day)) {
			n++
		}
	}
	return n
}

// knockAtRandom lets somebody knock and holds the answer to the promises.
func (m *model) knockAtRandom(t *rapid.T) {
	k := knock(rapid.IntRange(1, 3).Draw(t, "person"))
	k.Password = predate.Secret(fmt.Sprint("word ", rapid.IntRange(1, 4).Draw(t, "word")))
	k.Account = m.account(rapid.IntRange(1, 2).Draw(t, "account"))
	k.Host = m.host(rapid.IntRange(1, 2).Draw(t, "host"))
	answer, err := m.Enter(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	now, who := m.clock.Now(), identity(k)
	if m.refused[who+k.Password.Reveal()] != answer.Refused && !answer.Paused {
		t.Fatalf("refused before: %v, answer %+v", !answer.Refused, answer)
	}
	pass := answer.Pass
	if pass == nil {
		if answer.Wait <= 0 && !answer.Refused && !answer.Paused {
			t.Fatalf("no answer: %+v", answer)
		}
		return
	}
	switch other := m.inside[who]; {
	case other != nil:
		t.Fatal("two are in under one identity")
	case within(m.denied[who], now) >= 2:
		t.Fatal("a third guess in a day")
	case within(m.logins[who], now) >= 12:
		t.Fatal("a thirteenth login in a day")
	case m.locked[who].Add(day).After(now):
		t.Fatal("a locked account is disturbed")
	}
	m.inside[who], m.knocks[pass], m.began[pass] = pass, k, now
	m.logins[who] = append(m.logins[who], now)
}

// leaveAtRandom ends one collection, in any way.
func (m *model) leaveAtRandom(t *rapid.T) {
	var open []string
	for _, person := range []int{1, 2, 3} {
		for _, host := range []int{1, 2} {
			who := fmt.Sprintf("%s name-%d", m.host(host), person)
			if m.inside[who] != nil {
				open = append(open, who)
			}
		}
	}
	if len(open) == 0 {
		return // nobody is in
	}
	who := rapid.SampledFrom(open).Draw(t, "who")
	code := rapid.SampledFrom([]predate.FailureCode{
		"", "", predate.BadCredentials, predate.AccountLocked, predate.SiteUnavailable, predate.RateLimited, predate.Blocked,
		predate.SecondFactor, predate.DownloadFailed,
	}).Draw(t, "code")
	var failure *predate.Failure
	if code != "" {
		failure = fails(code)
		failure.RetryAfter = time.Duration(rapid.IntRange(0, 3).Draw(t, "retry after")) * time.Minute
	}
	pass := m.inside[who]
	delete(m.inside, who)
	if _, err := m.Leave(t.Context(), pass, failure); err != nil {
		t.Fatal(err)
	}
	switch code {
	case predate.BadCredentials:
		m.refused[who+m.knocks[pass].Password.Reveal()] = true
		m.denied[who] = append(m.denied[who], m.began[pass])
	case predate.AccountLocked:
		m.locked[who] = m.clock.Now()
	}
}

// TestPromises: whatever is asked, in whatever order, the warden keeps them,
// and in the end opens again.
func TestPromises(t *testing.T) {
	db := storetest.SQLite(t)
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		m := newModel(t, db, run)
		rt.Repeat(map[string]func(*rapid.T){
			"knock": m.knockAtRandom, "knock again": m.knockAtRandom, "leave": m.leaveAtRandom,
			"time": func(t *rapid.T) {
				m.clock.Pass(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 10 * time.Minute, 17 * time.Minute, 5 * time.Hour, 13 * time.Hour}).Draw(t, "wait"))
			},
		})
		m.opens(rt, 25*time.Hour)
	})
}

// TestPromisesUnderClocksThatJump: nor does a clock that is set forward and back
// by up to two hours let two in under one name, or one in too often.
func TestPromisesUnderClocksThatJump(t *testing.T) {
	db := storetest.SQLite(t)
	run := 1_000_000
	rapid.Check(t, func(rt *rapid.T) {
		run++
		m := newModel(t, db, run)
		jump := func(t *rapid.T) {
			m.clock.Pass(time.Duration(rapid.IntRange(-120, 120).Draw(t, "jump")) * time.Minute)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"knock": m.knockAtRandom, "knock again": m.knockAtRandom, "leave": m.leaveAtRandom, "jump": jump, "jump again": jump,
			"time": func(t *rapid.T) {
				m.clock.Pass(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 10 * time.Minute, 13 * time.Hour}).Draw(t, "wait"))
			},
		})
		m.opens(rt, 3*24*time.Hour) // whatever it was set back by
	})
}
