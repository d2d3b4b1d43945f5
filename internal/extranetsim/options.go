package extranetsim

import "time"

// Trouble is one way in which a site fails.
type Trouble string

// The troubles. Those of a document strike Options.Victim.
const (
	// BadPassword refuses every login, as the real sites do: 401 and a sentence.
	BadPassword Trouble = "bad-password"
	// LockedAccount refuses with the sentence of a locked account.
	LockedAccount Trouble = "locked-account"
	// EchoingRefusal refuses and repeats what was sent.
	EchoingRefusal Trouble = "echoing-refusal"
	// ExpiredPassword accepts, then leads to the page of a new password.
	ExpiredPassword Trouble = "expired-password"
	// AsksSecondFactor accepts, then leads to the page of a code.
	AsksSecondFactor Trouble = "second-factor"
	// AsksCaptcha shows a captcha on the login page.
	AsksCaptcha Trouble = "captcha"
	// NoCookie accepts and opens no session.
	NoCookie Trouble = "no-cookie"
	// Wall answers 403 to every login, without a word of JSON.
	Wall Trouble = "wall"
	// Maintenance answers 503 and Retry-After.
	Maintenance Trouble = "maintenance"
	// MaintenancePage answers 200 and a page, even where JSON is expected.
	MaintenancePage Trouble = "maintenance-page"
	// TooManyRequests answers 429 and Retry-After once logged in.
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
	// NewSite answers JSON of another shape.
	NewSite Trouble = "new-site"
	// NothingListed has folders and no document.
	NothingListed Trouble = "nothing-listed"
	// ShortListing announces more documents than it gives.
	ShortListing Trouble = "short-listing"
	// SamePage gives the first page whatever page is asked for.
	SamePage Trouble = "same-page"
	// LeadsAway redirects downloads to another host.
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
	// ForeignType gives an archive.
	ForeignType Trouble = "foreign-type"
	// MissingFile lists the document and does not find it.
	MissingFile Trouble = "missing-file"
	// ForbiddenFile lists the document and forbids it.
	ForbiddenFile Trouble = "forbidden-file"
	// NoFile answers the JSON of a refusal in place of the file.
	NoFile Trouble = "no-file"
)

// Troubles lists every trouble, as a command line would offer them.
func Troubles() []Trouble {
	return []Trouble{
		BadPassword, LockedAccount, EchoingRefusal, ExpiredPassword, AsksSecondFactor, AsksCaptcha,
		NoCookie, Wall, Maintenance, MaintenancePage, TooManyRequests, Lost401,
		Lost403, LostToLogin, AlwaysLost, LostThenLocked, NewSite, NothingListed,
		ShortListing, SamePage, LeadsAway, HTMLFile, HTMLFileOnce, EmptyFile,
		CutFile, BrokenTransfer, BrokenOnce, ForeignType, MissingFile, ForbiddenFile,
		NoFile,
	}
}

// Options are the switches of a site; the zero value is a site in good health
// that accepts anybody.
type Options struct {
	Username, Password string // accepted; empty accepts any
	Trouble            Trouble
	After              int  // requests of a session before a Lost… trouble; zero means 3
	Victim             int  // index, in extranet.json, of the document that a trouble strikes
	PageSize           int  // the most documents a page gives, whatever is asked for; zero means 100
	Older              bool // the older layout of paths, with raw downloads
	Raw                bool // raw downloads in the current layout
	FoldersAsMap       bool // allClasseurs as a map, not a list
	Delay              time.Duration
	Keep               func(Entry) bool // which documents the site has; nil for all
	More               []Paper          // documents beside those of the folder
}

// Paper is a document that is given with its bytes.
type Paper struct {
	Entry
	Data []byte
}
