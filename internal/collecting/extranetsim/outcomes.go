package extranetsim

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
)

// Outcome is a magic value of syndic.username in test mode, and what an order under it
// comes to. The table of outcomes is the one from which the documentation is made and
// by which the tests are held.
type Outcome struct {
	Username string
	Says     string // what happens, in one sentence
	// Failure is why its collections stop; empty where none does.
	Failure predate.FailureCode
	// State is where the order stays once nothing more happens by itself.
	State predate.State
	// Missing are the codes of what then holds the statement back, in order.
	Missing []string
	// Review says that it then waits for an operator.
	Review bool
	// Verdict is what an operator of the sandbox decides by himself.
	Verdict predate.SandboxVerdict
	// Slow says that the site takes long over each answer.
	Slow bool

	options Options
	more    func() ([]Paper, error) // papers beside those of the dossier
	well    int                     // collections after which the trouble is over; zero for never
	address string                  // of the extranet, where it is not TestURL
	before  predate.FailureCode     // stops the collection before anything is asked
}

// The magic usernames to which code refers by name; any other one is TestDone.
const (
	TestDone            = "test-done"
	TestWaitingDocument = "test-waiting-document"
	TestBadPassword     = "test-bad-password"
	TestSecondFactor    = "test-second-factor"
	TestSiteDown        = "test-site-down"
	TestReview          = "test-review"
)

// OutcomeOf finds the outcome of a username; that of TestDone for any other text.
func OutcomeOf(username string) Outcome {
	all := Outcomes()
	username = strings.ToLower(strings.TrimSpace(username))
	if n := slices.IndexFunc(all, func(o Outcome) bool { return o.Username == username }); n >= 0 {
		return all[n]
	}
	return all[0]
}

// Outcomes lists every outcome, TestDone first.
func Outcomes() []Outcome {
	return slices.Concat(readOutcomes(), reviewOutcomes(), clientOutcomes(), siteOutcomes())
}

// readOutcomes are those of papers that are collected and read.
func readOutcomes() []Outcome {
	const done, waiting = predate.Done, predate.Waiting
	return []Outcome{
		{Username: TestDone, Says: "Every paper is there, and the statement is made.", State: done},
		{Username: "test-slow", Says: "The same, from a site that takes a quarter of a second over each answer.", State: done, Slow: true, options: Options{Delay: 250 * time.Millisecond}},
		{
			Username: TestWaitingDocument, Says: "Annexe 1 of the last exercise is not there.", State: waiting, Missing: []string{"schedule_1"},
			options: Options{Keep: leaving("Annexe 1", "Convocation")},
		},
		{
			Username: "test-waiting-minutes", Says: "No minutes of a general meeting are there.", State: waiting, Missing: []string{"minutes"},
			options: Options{Keep: leaving("PV")},
		},
		{
			Username: "test-waiting-charge-statement", Says: "Nothing gives the charges of the exercise before the last.", State: waiting, Missing: []string{"charge_statement"},
			options: Options{Keep: leaving("Décompte de charges 2024", "Annexe 3", "Appel de fonds 2024")},
		},
		{
			Username: "test-waiting-fund-call", Says: "No call for funds and no extract of account is recent.", State: waiting, Missing: []string{"fund_call"},
			options: Options{Keep: leaving("Appel de fonds 2026", "Appel de fonds 2025-4", "Relevé de compte")},
		},
		{
			Username: "test-waiting-several", Says: "Minutes, annexe 1 and a recent call for funds are not there: all is asked for at once.",
			State: waiting, Missing: []string{"fund_call", "minutes", "schedule_1"},
			options: Options{Keep: leaving("PV", "Annexe 1", "Convocation", "Appel de fonds 2026", "Appel de fonds 2025-4", "Relevé de compte")},
		},
	}
}

// reviewOutcomes are those that a person decides.
func reviewOutcomes() []Outcome {
	return []Outcome{
		{Username: TestReview, Says: "An operator must look at the statement; nobody does until you have one decide.", State: predate.Received, Review: true, more: disputed},
		{Username: "test-contradiction", Says: "Two papers contradict each other (annexe 1 twice, with other sums), and an operator must look at them.", State: predate.Received, Review: true, more: disputed},
		{Username: "test-review-approved", Says: "An operator looks at the statement and approves it.", State: predate.Done, Verdict: predate.SandboxApproves, more: disputed},
		{
			Username: "test-review-refused", Says: "An operator looks at the statement and asks you for another paper instead.",
			State: predate.Waiting, Missing: []string{"operator"}, Verdict: predate.SandboxRefuses, more: disputed,
		},
	}
}

// clientOutcomes are those that only the client can mend: nothing is tried again.
func clientOutcomes() []Outcome {
	stops := func(code predate.FailureCode, username, says string) Outcome {
		return Outcome{Username: username, Says: says, Failure: code, State: predate.Waiting, Missing: []string{string(code)}}
	}
	at := func(o Outcome, address string) Outcome {
		o.address = address
		return o
	}
	with := func(o Outcome, options Options) Outcome {
		o.options = options
		return o
	}
	// A login of Xnet opens one account in one building; one of this family, several.
	among := func(o Outcome, trouble Trouble) Outcome {
		return at(with(o, Options{Family: FonciaWeb, Trouble: trouble}), FonciaWeb.URL())
	}
	expired := stops(predate.CredentialsExpired, "test-credentials-expired", "The password was erased before it could be used, as after 72 hours.")
	expired.before = predate.CredentialsExpired
	return []Outcome{
		with(stops(predate.BadCredentials, TestBadPassword, "The site refuses the password; it is erased and not tried again."), Options{Trouble: BadPassword}),
		with(stops(predate.AccountLocked, "test-account-locked", "The account on the site is locked."), Options{Trouble: LockedAccount}),
		with(stops(predate.PasswordExpired, "test-password-expired", "The site asks for another password."), Options{Trouble: ExpiredPassword}),
		with(stops(predate.ActionRequired, "test-action-required", "The site asks its user to agree to new terms."), Options{Trouble: AsksTerms}),
		with(stops(predate.SecondFactor, TestSecondFactor, "The site asks for a code that it sent by SMS."), Options{Trouble: AsksSecondFactor}),
		expired,
		at(stops(predate.UnsupportedExtranet, "test-unsupported-extranet", "No recipe knows the extranet; nothing is sent to it."), "https://extranet-inconnu.invalid/"),
		at(stops(predate.PolicyRefused, "test-policy-refused", "The address of the extranet breaks a rule of safety (a port of its own)."), "https://agence.crypto-extranet.com:8443/"),
		among(stops(predate.AccountNotFound, "test-account-not-found", "The login opens another building only."), OtherBuildingOnly),
		among(stops(predate.AccountAmbiguous, "test-account-ambiguous", "The login opens two accounts that nothing tells apart."), TwinAccounts),
		among(stops(predate.AccessRestricted, "test-access-restricted", "The account is there and shows no papers."), AccessRestricted),
	}
}

// siteOutcomes are those of a site that fails: it is tried again, until the client is
// asked, an operator is called, or what there is must do.
func siteOutcomes() []Outcome {
	asks := func(code predate.FailureCode, username, says string, options Options) Outcome {
		return Outcome{Username: username, Says: says, Failure: code, State: predate.Waiting, Missing: []string{string(code)}, options: options}
	}
	calls := func(code predate.FailureCode, username, says string, options Options) Outcome {
		return Outcome{Username: username, Says: says, Failure: code, State: predate.Confirmed, Review: true, options: options}
	}
	full := calls(predate.LimitReached, "test-limit-reached", "The extranet lists more papers than one collection takes.", Options{})
	full.more = pileOf
	return []Outcome{
		{
			Username: "test-site-back", Says: "The site is down for two collections (at once, and a minute later) and back at the third, ten minutes after.",
			Failure: predate.SiteUnavailable, State: predate.Done, options: Options{Trouble: ServerError, After: 1}, well: 2,
		},
		asks(predate.SiteUnavailable, TestSiteDown, "The site is down; it is tried again for two days.", Options{Trouble: Maintenance}),
		asks(predate.RateLimited, "test-rate-limited", "The site asks for patience each time.", Options{Trouble: TooManyLogins}),
		asks(predate.SessionLost, "test-session-lost", "The site ends the session each time.", Options{Trouble: AlwaysLost}),
		calls(predate.Captcha, "test-captcha", "The site asks for proof that a person is there.", Options{Trouble: AsksCaptcha}),
		calls(predate.Blocked, "test-blocked", "The site turns programs away.", Options{Trouble: Wall}),
		calls(predate.SiteChanged, "test-site-changed", "The site answers in a shape that no recipe knows.", Options{Trouble: NewSite}),
		calls(predate.EmptyListing, "test-empty-listing", "The site lists no paper at all.", Options{Trouble: NothingListed}),
		full,
		{
			Username: "test-download-failed", Says: "One paper, an old call for funds, cannot be fetched: after four tries an operator decides whether it weighs.",
			Failure: predate.DownloadFailed, State: predate.Received, Review: true, options: Options{Trouble: MissingFile},
		},
		{
			Username: "test-document-invalid", Says: "One paper, an old call for funds, comes as a page of the site: after four tries an operator decides whether it weighs.",
			Failure: predate.DocumentInvalid, State: predate.Received, Review: true, options: Options{Trouble: HTMLFile},
		},
	}
}

// switches are those of the site of an outcome after so many collections.
func (o Outcome) switches(collections int) (Options, error) {
	options := o.options
	if o.well > 0 && collections >= o.well {
		options = Options{}
	}
	if o.more == nil {
		return options, nil
	}
	var err error
	options.More, err = o.more()
	return options, err
}

// site makes the site of an outcome after so many collections.
func (o Outcome) site(collections int) (*Site, error) {
	options, err := o.switches(collections)
	if err != nil {
		return nil, err
	}
	site, err := New(Sample(), options)
	if err != nil {
		return nil, fmt.Errorf("make the extranet of %s: %w", o.Username, err)
	}
	return site, nil
}

// Ends says in a few words where the order stays.
func (o Outcome) Ends() string {
	said := "`" + string(o.State) + "`"
	if len(o.Missing) > 0 {
		said += ", `missing[]` has `" + strings.Join(o.Missing, "`, `") + "`"
	}
	if o.Review {
		said += ", before an operator"
	}
	return said
}

// OutcomeTable is the table of outcomes in Markdown, as the documentation and the
// reference of the interface show it.
func OutcomeTable() string {
	var b strings.Builder
	b.WriteString("| `syndic.username` | what happens | where it ends |\n|---|---|---|\n")
	for _, o := range Outcomes() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.Username, o.Says, o.Ends())
	}
	return b.String()
}
