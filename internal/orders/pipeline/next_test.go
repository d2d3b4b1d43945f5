package pipeline

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"predate"
)

func TestNext(t *testing.T) {
	when := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	order := predate.Order{ID: "ABC234", Run: "run_2", State: predate.Confirmed}
	extranet := predate.Run{ID: "run_2", Number: 1, Method: predate.MethodExtranet}
	with := func(run predate.Run, change func(*predate.Run)) predate.Run {
		change(&run)
		return run
	}
	collected := with(extranet, func(r *predate.Run) { r.Collected = true })
	read := with(collected, func(r *predate.Run) { r.Read, r.Outcome = true, predate.OutcomeDone })
	refreshByUpload := predate.Run{ID: "run_2", Number: 2, Method: predate.MethodUpload, Collected: true}
	for _, c := range []struct {
		name      string
		run       predate.Run
		documents []predate.Document
		want      predate.Step
	}{
		{"a new extranet run collects", extranet, nil, predate.StepCollect},
		{"a site that was down is tried again", with(extranet, func(r *predate.Run) { r.Failure, r.Attempts, r.Repeats = predate.SiteUnavailable, 1, 1 }), nil, predate.StepCollect},
		{"not for ever", with(extranet, func(r *predate.Run) { r.Failure, r.Attempts, r.Repeats = predate.SiteUnavailable, 8, 8 }), nil, predate.StepIdle},
		{"a refused password is never tried again", with(extranet, func(r *predate.Run) { r.Failure, r.Attempts = predate.BadCredentials, 1 }), nil, predate.StepIdle},
		{"a second factor is the client's", with(extranet, func(r *predate.Run) { r.Failure, r.Attempts = predate.SecondFactor, 1 }), nil, predate.StepIdle},
		{"a changed site is looked at once more", with(extranet, func(r *predate.Run) { r.Failure, r.Attempts, r.Repeats = predate.SiteChanged, 1, 1 }), nil, predate.StepCollect},
		{"and is then the operators'", with(extranet, func(r *predate.Run) { r.Failure, r.Attempts, r.Repeats = predate.SiteChanged, 2, 2 }), nil, predate.StepIdle},
		{"but when an operator said", with(extranet, func(r *predate.Run) { r.Failure, r.Again = predate.SiteChanged, when }), nil, predate.StepCollect},
		{"what is collected is read", collected, nil, predate.StepRead},
		{"a first upload is read even when it is empty, to say what is missing", with(refreshByUpload, func(r *predate.Run) { r.Number = 1 }), nil, predate.StepRead},
		{"a refresh by upload waits for its papers", refreshByUpload, []predate.Document{{Run: "run_1"}}, predate.StepIdle},
		{"and reads when one has come", refreshByUpload, []predate.Document{{Run: "run_1"}, {Run: "run_2"}}, predate.StepRead},
		{"a dossier that lacks something waits", with(read, func(r *predate.Run) { r.Outcome = predate.OutcomeWaiting }), nil, predate.StepIdle},
		{"a doubtful one goes to a person", with(read, func(r *predate.Run) { r.Outcome = predate.OutcomeReview }), nil, predate.StepReview},
		{"who may let it pass", with(read, func(r *predate.Run) { r.Outcome, r.Approved = predate.OutcomeReview, true }), nil, predate.StepTypeset},
		{"settled figures are typeset", read, nil, predate.StepTypeset},
		{"a typeset statement is issued", with(read, func(r *predate.Run) { r.PDFHash = "ab" }), nil, predate.StepIssue},
		{"an ended run is over", with(read, func(r *predate.Run) { r.Ended = when }), nil, predate.StepIdle},
		{"a run that a refresh overtook is over", with(read, func(r *predate.Run) { r.ID = "run_1" }), nil, predate.StepIdle},
	} {
		if got := Next(Dossier{Order: order, Run: c.run, Documents: c.documents}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	cancelled := order
	cancelled.Cancelled = when
	if got := Next(Dossier{Order: cancelled, Run: extranet}); got != predate.StepIdle {
		t.Errorf("a cancelled order: got %s, want idle", got)
	}
}

// Each failure has its own waits; what only a person can mend has none.
func TestRetrySchedules(t *testing.T) {
	const minute, hour = time.Minute, time.Hour
	outage := []time.Duration{minute, 10 * minute, hour, 4 * hour, 12 * hour, 12 * hour, 12 * hour}
	for code, want := range map[predate.FailureCode][]time.Duration{
		predate.SiteUnavailable: outage, predate.DownloadFailed: outage[:3], predate.DocumentInvalid: outage[:3], predate.RateLimited: outage[1:],
		predate.SessionLost: {10 * minute, hour, 4 * hour}, predate.SiteChanged: {10 * minute}, predate.EmptyListing: {hour},
		predate.Captcha: {6 * hour}, predate.Blocked: {8 * hour, 16 * hour},
		predate.BadCredentials: nil, predate.AccountLocked: nil, predate.PasswordExpired: nil, predate.ActionRequired: nil,
		predate.SecondFactor: nil, predate.UnsupportedExtranet: nil, predate.AccountNotFound: nil, predate.AccountAmbiguous: nil,
		predate.AccessRestricted: nil, predate.PolicyRefused: nil, predate.LimitReached: nil,
		predate.CredentialsExpired: nil, predate.DepositFailed: nil, predate.DepositUnsupported: nil, "never_heard_of": nil,
	} {
		var have []time.Duration
		run := predate.Run{}
		for {
			run = after(run, &predate.Failure{Code: code})
			wait, again := retryCollection(run)
			if !again {
				break
			}
			have = append(have, wait)
		}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s: %s", code, diff)
		}
	}
}

// A run whose failures take turns ends all the same.
func TestRetriesEndWhateverTheCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		codes := rapid.SampledFrom([]predate.FailureCode{predate.SiteUnavailable, predate.RateLimited, predate.SessionLost, predate.Captcha, predate.SiteChanged})
		run := predate.Run{}
		for tries := 1; ; tries++ {
			run = after(run, &predate.Failure{Code: codes.Draw(t, "code")})
			if _, again := retryCollection(run); !again {
				return
			}
			if tries > mostAttempts {
				t.Fatalf("still tried after %d failures", tries)
			}
		}
	})
}

func TestTrigger(t *testing.T) {
	for _, c := range []struct {
		state   predate.State
		outcome predate.OutcomeState
		want    predate.Trigger
	}{
		{predate.Confirmed, predate.OutcomeWaiting, predate.DossierLacking},
		{predate.Waiting, predate.OutcomeWaiting, ""},
		{predate.Received, predate.OutcomeWaiting, predate.DossierLacking},
		{predate.Confirmed, predate.OutcomeDone, predate.DossierComplete},
		{predate.Waiting, predate.OutcomeReview, predate.DossierComplete},
		{predate.NeedRefresh, predate.OutcomeDone, predate.DossierComplete},
		{predate.Received, predate.OutcomeDone, ""},
	} {
		if got := trigger(c.state, c.outcome); got != c.want {
			t.Errorf("%s with outcome %s: got %q, want %q", c.state, c.outcome, got, c.want)
		}
	}
}
