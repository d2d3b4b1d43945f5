package predate_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"predate"
)

func TestCentsDecimalRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := predate.Cents(rapid.Int64Range(-1e15, 1e15).Draw(t, "cents"))
		got, err := predate.ParseDecimal(c.Decimal())
		if err != nil || got != c {
			t.Fatalf("%d written %q read %d, %v", c, c.Decimal(), got, err)
		}
	})
	for _, bad := range []string{"", "12", "12.5", "12,50", "1 200.00", ".50", "--1.00", "1.2.3", "x.00", "99999999999999999999.00"} {
		if got, err := predate.ParseDecimal(bad); err == nil {
			t.Errorf("ParseDecimal(%q) = %d, want an error", bad, got)
		}
	}
}

func TestShareRoundsHalfAwayFromZero(t *testing.T) {
	for _, c := range []struct {
		amount      predate.Cents
		part, total int64
		want        predate.Cents
	}{
		{2102325, 351, 10000, 73792}, {100, 1, 3, 33}, {100, 1, 2, 50}, {1, 1, 2, 1}, {-1, 1, 2, -1}, {-100, 2, 3, -67}, {0, 5, 9, 0},
	} {
		if got, ok := c.amount.Share(c.part, c.total); !ok || got != c.want {
			t.Errorf("%d × %d/%d = %d, want %d", c.amount, c.part, c.total, got, c.want)
		}
	}
	if _, ok := predate.Cents(100).Share(1, 0); ok {
		t.Error("a share of nothing was given")
	}
}

func TestDates(t *testing.T) {
	for _, bad := range []string{"", "2026-02-30", "2026-13-01", "18/05/2026", "2026-5-1"} {
		if d, err := predate.ParseDate(bad); err == nil {
			t.Errorf("ParseDate(%q) = %v, want an error", bad, d)
		}
	}
	end := predate.Date{Year: 2024, Month: 1, Day: 31}
	if got := end.AddMonths(1).String(); got != "2024-02-29" {
		t.Errorf("a month after %s is %s", end, got)
	}
	if got := end.AddDays(1).String(); got != "2024-02-01" {
		t.Errorf("a day after %s is %s", end, got)
	}
	if (predate.Date{Year: 2026, Month: 2, Day: 29}).Valid() {
		t.Error("29 February 2026 is taken for a day")
	}
}

func TestPeriods(t *testing.T) {
	period := func(from, to string) predate.Period {
		f, err := predate.ParseDate(from)
		if err != nil {
			t.Fatal(err)
		}
		u, err := predate.ParseDate(to)
		if err != nil {
			t.Fatal(err)
		}
		return predate.Period{From: f, To: u}
	}
	for _, c := range []struct {
		period predate.Period
		months int
		label  string
	}{
		{period("2025-01-01", "2025-12-31"), 12, "2025"},
		{period("2024-07-01", "2025-06-30"), 12, "2024/2025"},
		{period("2024-07-01", "2025-12-31"), 18, "2024/2025"},
		{period("2026-01-01", "2026-03-31"), 3, "2026"},
		{predate.Period{}, 0, ""},
	} {
		if got := c.period.Months(); got != c.months {
			t.Errorf("%v lasts %d months, want %d", c.period, got, c.months)
		}
		if got := c.period.Label(); got != c.label {
			t.Errorf("%v is named %q, want %q", c.period, got, c.label)
		}
	}
}

func TestOrderIDs(t *testing.T) {
	seen := map[predate.OrderID]bool{}
	for range 2000 {
		id, err := predate.NewOrderID(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(string(id), "ILOU01") {
			t.Fatalf("id %q has a look-alike", id)
		}
		if got, err := predate.ParseOrderID(strings.ToLower(string(id))); err != nil || got != id {
			t.Fatalf("%q in lower case is %q, %v", id, got, err)
		}
		seen[id] = true
	}
	if len(seen) < 1990 {
		t.Errorf("2000 draws gave %d different ids", len(seen))
	}
	for _, bad := range []string{"", "ABC23", "ABC2345", "ABC23I", "ABC-23", "ABC230"} {
		if id, err := predate.ParseOrderID(bad); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("ParseOrderID(%q) = %q, %v", bad, id, err)
		}
	}
	if _, err := predate.NewOrderID(strings.NewReader("")); err == nil {
		t.Error("an id was drawn without randomness")
	}
}

func TestDocumentIDsArePositiveIntegersOfJavaScript(t *testing.T) {
	for range 1000 {
		id, err := predate.NewDocumentID(rand.Reader)
		if err != nil || id <= 0 || id >= 1<<53 {
			t.Fatalf("document id %d, %v", id, err)
		}
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	secret := predate.Secret("hunter2")
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("login", "password", secret)
	asJSON, err := json.Marshal(map[string]any{"password": secret})
	if err != nil {
		t.Fatal(err)
	}
	shown := fmt.Sprintf("%v %s %+v %#v %q", secret, secret, secret, secret, secret) + log.String() + string(asJSON)
	if strings.Contains(shown, "hunter2") {
		t.Errorf("the secret is in %q", shown)
	}
	if secret.Reveal() != "hunter2" {
		t.Error("the secret is lost")
	}
}

func TestEveryFailureHasASentence(t *testing.T) {
	for _, code := range []predate.FailureCode{
		predate.BadCredentials, predate.AccountLocked, predate.PasswordExpired, predate.ActionRequired, predate.SecondFactor,
		predate.Captcha, predate.Blocked, predate.SiteUnavailable, predate.RateLimited, predate.SessionLost, predate.SiteChanged,
		predate.UnsupportedExtranet, predate.AccountNotFound, predate.AccountAmbiguous, predate.AccessRestricted,
		predate.EmptyListing, predate.DownloadFailed, predate.DocumentInvalid, predate.PolicyRefused, predate.CredentialsExpired,
		predate.DepositUnsupported, predate.DepositFailed, "never_heard_of",
	} {
		plan := code.Plan()
		if plan.Sentence == "" {
			t.Errorf("%s has no sentence", code)
		}
		if len(plan.Retries) > 0 && plan.Erase {
			t.Errorf("%s is tried again without credentials", code)
		}
	}
	if len(predate.BadCredentials.Plan().Retries) > 0 {
		t.Error("a refused password would be tried again")
	}
}

func TestKindsHaveTheContractsTypes(t *testing.T) {
	for kind, want := range map[predate.Kind]predate.DocType{
		predate.KindSummarySheet: 1, predate.KindMinutes: 2, predate.KindRules: 3, predate.KindAmendment: 3, predate.KindDTG: 4,
		predate.KindPPT: 4, predate.KindCollectiveEPC: 4, predate.KindAsbestos: 5, predate.KindLead: 6, predate.KindMaintenanceLog: 7,
		predate.KindPlan: 8, predate.KindRegistration: 9, predate.KindFundCall: 10, predate.KindOther: 10,
	} {
		if got := kind.DocType(); got != want || !got.Valid() {
			t.Errorf("%s is type %d, want %d", kind, got, want)
		}
	}
}
