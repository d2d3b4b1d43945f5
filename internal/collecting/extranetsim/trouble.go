package extranetsim

import "slices"

// Trouble is one way in which a site fails. A site has one at a time.
type Trouble string

// The troubles of the login.
const (
	// BadPassword refuses every login in the way of the family.
	BadPassword Trouble = "bad-password"
	// BadPassword200 refuses with status 200: an error node in the page, or a
	// refusal in the JSON.
	BadPassword200 Trouble = "bad-password-200"
	// BadPasswordRedirect refuses by a redirect back to the login page.
	BadPasswordRedirect Trouble = "bad-password-redirect"
	// BadPasswordSilent shows the login page again, without a word.
	BadPasswordSilent Trouble = "bad-password-silent"
	// LockedAccount refuses with the sentence of a locked account.
	LockedAccount Trouble = "locked-account"
	// LocksOut refuses even the right password after three refusals, and says
	// why; LocksOutSilently says what it says of a wrong password.
	LocksOut         Trouble = "locks-out"
	LocksOutSilently Trouble = "locks-out-silently"
	// EchoingRefusal refuses and repeats what was sent.
	EchoingRefusal Trouble = "echoing-refusal"
	// ExpiredPassword accepts, then asks for a new password.
	ExpiredPassword Trouble = "expired-password"
	// AsksTerms accepts, then asks to agree to terms.
	AsksTerms Trouble = "terms"
	// AsksActivation accepts, then asks to confirm an e-mail address.
	AsksActivation Trouble = "activation"
	// AsksSecondFactor accepts, then asks for a code.
	AsksSecondFactor Trouble = "second-factor"
	// AsksCaptcha shows a captcha from the start; CaptchaAfterRefusal refuses
	// the password and shows one from then on.
	AsksCaptcha         Trouble = "captcha"
	CaptchaAfterRefusal Trouble = "captcha-after-refusal"
	// NoCookie accepts and opens no session.
	NoCookie Trouble = "no-cookie"
	// Wall answers 403 to every login, without a word of the application's.
	Wall Trouble = "wall"
	// TooManyLogins answers 429 and Retry-After to every login.
	TooManyLogins Trouble = "too-many-logins"
)

// The troubles of the whole site and of a session.
const (
	// Maintenance answers 503 and Retry-After.
	Maintenance Trouble = "maintenance"
	// MaintenancePage answers 200 and a page, even where JSON is expected.
	MaintenancePage Trouble = "maintenance-page"
	// MaintenanceInside does so to those who are logged in.
	MaintenanceInside Trouble = "maintenance-inside"
	// ServerError answers 500 after Options.After requests of a session;
	// ServerErrorOnce does so once.
	ServerError     Trouble = "server-error"
	ServerErrorOnce Trouble = "server-error-once"
	// TooManyRequests answers 429 and Retry-After, after as many.
	TooManyRequests Trouble = "too-many-requests"
	// Lost401, Lost403 and LostToLogin end the session once, after
	// Options.After requests: a status, or the login page.
	Lost401     Trouble = "lost-401"
	Lost403     Trouble = "lost-403"
	LostToLogin Trouble = "lost-to-login"
	// AlwaysLost ends every session after Options.After requests.
	AlwaysLost Trouble = "always-lost"
	// LostThenLocked ends the session once and then refuses the password.
	LostThenLocked Trouble = "lost-then-locked"
)

// The troubles of the accounts and of the listings.
const (
	// OtherBuildingOnly has no account in the building of the dossier.
	OtherBuildingOnly Trouble = "other-building-only"
	// TwinAccounts has two accounts that nothing tells apart.
	TwinAccounts Trouble = "twin-accounts"
	// AccessRestricted has the account and shows nothing of it.
	AccessRestricted Trouble = "access-restricted"
	// NewSite answers in another shape.
	NewSite Trouble = "new-site"
	// NothingListed has folders and no document.
	NothingListed Trouble = "nothing-listed"
	// ShortListing announces more documents than it gives.
	ShortListing Trouble = "short-listing"
	// SamePage gives the first page whatever page is asked for.
	SamePage Trouble = "same-page"
)

// The troubles of one document, that of Options.Victim.
const (
	// LeadsAway sends every download to a host that is none of the family's.
	LeadsAway Trouble = "leads-away"
	// HTMLFile gives a page, with 200 and the media type of a PDF.
	HTMLFile Trouble = "html-file"
	// HTMLFileOnce does so until the next login.
	HTMLFileOnce Trouble = "html-file-once"
	// EmptyFile gives no byte.
	EmptyFile Trouble = "empty-file"
	// CutFile gives the first half as if it were all.
	CutFile Trouble = "cut-file"
	// BrokenTransfer announces all and closes after the half.
	BrokenTransfer Trouble = "broken-transfer"
	// BrokenOnce does so the first time only.
	BrokenOnce Trouble = "broken-once"
	// ForeignType gives a 7-Zip archive, Zip a zip that holds the document.
	ForeignType Trouble = "foreign-type"
	Zip         Trouble = "zip"
	// HugeFile gives 300 MB; GzipBomb as much, in 300 kB.
	HugeFile Trouble = "huge-file"
	GzipBomb Trouble = "gzip-bomb"
	// MissingFile lists the document and does not find it.
	MissingFile Trouble = "missing-file"
	// ForbiddenFile lists the document and forbids it.
	ForbiddenFile Trouble = "forbidden-file"
	// NoFile answers 200 and a refusal in place of the file.
	NoFile Trouble = "no-file"
	// ExpiredURL signs addresses that are expired; ExpiredURLOnce only the
	// first one.
	ExpiredURL     Trouble = "expired-url"
	ExpiredURLOnce Trouble = "expired-url-once"
)

// The troubles of a deposit.
const (
	// DepositRefused refuses every deposit, with a sentence.
	DepositRefused Trouble = "deposit-refused"
	// DepositClosed has no place to deposit anything.
	DepositClosed Trouble = "deposit-closed"
	// DepositNoReceipt keeps the deposit and gives no number.
	DepositNoReceipt Trouble = "deposit-no-receipt"
	// DepositLost keeps the deposit and breaks the connection: its answer never
	// comes whole.
	DepositLost Trouble = "deposit-lost"
)

// Troubles lists every trouble, as a command line would offer them.
func Troubles() []Trouble {
	return []Trouble{
		BadPassword, BadPassword200, BadPasswordRedirect, BadPasswordSilent, LockedAccount, LocksOut, LocksOutSilently,
		EchoingRefusal, ExpiredPassword, AsksTerms, AsksActivation, AsksSecondFactor, AsksCaptcha, CaptchaAfterRefusal,
		NoCookie, Wall, TooManyLogins,
		Maintenance, MaintenancePage, MaintenanceInside, ServerError, ServerErrorOnce, TooManyRequests,
		Lost401, Lost403, LostToLogin, AlwaysLost, LostThenLocked,
		OtherBuildingOnly, TwinAccounts, AccessRestricted, NewSite, NothingListed, ShortListing, SamePage,
		LeadsAway, HTMLFile, HTMLFileOnce, EmptyFile, CutFile, BrokenTransfer, BrokenOnce, ForeignType, Zip,
		HugeFile, GzipBomb, MissingFile, ForbiddenFile, NoFile, ExpiredURL, ExpiredURLOnce,
		DepositRefused, DepositClosed, DepositNoReceipt, DepositLost,
	}
}

// Has says whether a site of the family can have the trouble.
func (f Family) Has(t Trouble) bool {
	for _, e := range exemptions() {
		if slices.Contains(e.troubles, t) && slices.Contains(e.families, f.orXnet()) {
			return false
		}
	}
	return slices.Contains(Troubles(), t)
}

// exemption says which troubles make no sense for which families, and why.
type exemption struct {
	troubles []Trouble
	families []Family
	why      string
}

// exemptions is the whole list of what a family cannot suffer.
func exemptions() []exemption {
	deposits := []Trouble{DepositRefused, DepositClosed, DepositNoReceipt, DepositLost}
	accounts := []Trouble{OtherBuildingOnly, TwinAccounts, AccessRestricted}
	return []exemption{
		{[]Trouble{BadPasswordRedirect, BadPasswordSilent}, []Family{Xnet, Foncia, Eseis, Vilogi}, "the login answers in JSON"},
		{[]Trouble{BadPasswordRedirect}, []Family{Powimo}, "Keycloak shows its form again, with status 200"},
		{accounts, []Family{Xnet, WebForms, WebDev}, "one login is one person in one building"},
		{[]Trouble{ShortListing}, []Family{Ics, FonciaWeb, Vilogi, WebForms, WebDev}, "no total is announced"},
		{[]Trouble{SamePage}, []Family{Ics, FonciaWeb, Vilogi, WebDev}, "a listing is one page"},
		{[]Trouble{LostToLogin}, []Family{Foncia, Eseis, Powimo}, "the interface answers in JSON, whatever happens"},
		{[]Trouble{Lost403}, []Family{Foncia}, "403 is the answer of its gateway to too many calls"},
		{
			[]Trouble{Lost401, Lost403, LostToLogin, AlwaysLost, LostThenLocked, NoCookie, HTMLFileOnce},
			[]Family{Vilogi},
			"there is no session: every call carries all that it needs",
		},
		{
			[]Trouble{ExpiredPassword, AsksTerms, AsksActivation, AsksSecondFactor, AsksCaptcha, CaptchaAfterRefusal},
			[]Family{Vilogi},
			"an interface for programs has no pages for people",
		},
		{[]Trouble{ExpiredURL, ExpiredURLOnce}, []Family{Xnet, Ics, FonciaWeb, Eseis, Powimo, Vilogi, WebForms, WebDev}, "no address is signed"},
		{deposits, []Family{Ics, Foncia, Eseis, Powimo, Vilogi, WebForms, WebDev}, "nothing can be deposited"},
	}
}
