package recipe

import (
	"time"

	"predate"
)

// engine is the version of the language that this interpreter speaks. A recipe
// that needs a later one is not loaded.
const engine = 3

// Recipe describes one family of extranets. It is data: Load reads it and
// checks all of it, so that running it can only meet a site that behaves
// otherwise.
type Recipe struct {
	ID      string `yaml:"id"`
	Version int    `yaml:"version"`
	Engine  int    `yaml:"engine"` // the least version of the language that it needs
	Title   string `yaml:"title"`  // French: the software that it is for

	Match []string `yaml:"match"` // host names; "*.vendor.com" for its tenants
	// Probe recognises the landing page of a host that no recipe names. It
	// only advises: credentials are for hosts that Match or an operator names.
	Probe []Class `yaml:"probe"`
	// Address takes variables from the order's URL, "host/path", by its named
	// groups; an address that it does not meet is not supported.
	Address *pattern `yaml:"address"`
	// Hosts are those that a run may reach beside the order's own, by name. A
	// host in full is also a variable: "{{api}}/v1".
	Hosts map[string]string `yaml:"hosts"`
	// Settings are those of the installation that the recipe cannot do without.
	Settings    []string    `yaml:"settings"`
	Credentials credentials `yaml:"credentials"`

	common   Common
	named    vocabulary // the words that it names
	hash     string     // of its file
	file     string     // in the folder of recipes; empty for a built-in one
	replaces int        // the version of the built-in recipe whose place it takes

	HTTP     httpDefaults `yaml:"http"`
	Classify []Class      `yaml:"classify"`
	// LoginPages are the kinds of page that, met after the login without being
	// expected, mean that the session is lost.
	LoginPages []string `yaml:"login_pages"`
	Login      []Step   `yaml:"login"`
	LoggedIn   Step     `yaml:"logged_in"`
	Renew      []Step   `yaml:"renew"` // goes on, without the password, when the session ends
	// ListAgain says that what was listed is worth nothing in a new session:
	// links of one session, or pages that a server remembers.
	ListAgain  bool        `yaml:"list_again"`
	Variants   *variants   `yaml:"variants"`
	Accounts   *Loop       `yaml:"accounts"`
	List       []Loop      `yaml:"list"`
	Categories []category  `yaml:"categories"`
	Download   download    `yaml:"download"`
	Deposit    *deposition `yaml:"deposit"`
	Logout     []Step      `yaml:"logout"`
	Verified   verified    `yaml:"verified"`
}

// Common is what means the same on every extranet.
type Common struct {
	named vocabulary // the words that it names, and those of any site

	Classify   []Class    `yaml:"classify"`   // asked before the recipe's own
	Categories []category `yaml:"categories"` // asked after the recipe's own
	Types      []string   `yaml:"types"`      // of the files that are kept, where the recipe names none
	Refusals   []Refusal  `yaml:"refusals"`   // sentences that refuse a password
}

// credentials says what an identifier of the site looks like. One that cannot
// be right is refused before anything is sent.
type credentials struct {
	Username *pattern `yaml:"username"`
}

// verified says when the recipe last met its site, and how.
type verified struct {
	On      string `yaml:"on"`      // ISO date
	Against string `yaml:"against"` // French or English words: what it was tried on
}

// httpDefaults holds what every request of a recipe has.
type httpDefaults struct {
	Delay   time.Duration       `yaml:"delay"` // between the beginnings of two requests to one host
	Headers map[string]Template `yaml:"headers"`
	Charset string              `yaml:"charset"` // of the pages, whatever they say of themselves
	Auth    *auth               `yaml:"auth"`
}

// auth is what authenticates a request. It goes to the hosts named, and never
// with a link that a page gave. It waits until its variables have a value.
type auth struct {
	To      []string            `yaml:"to"` // "origin", or names of Hosts
	Headers map[string]Template `yaml:"headers"`
}

// Class recognises one kind of page: every condition given must hold, and the
// first class that holds wins. A class is either a Page, a good kind that steps
// may expect, or a Failure.
type Class struct {
	Page    string              `yaml:"page"`
	Failure predate.FailureCode `yaml:"failure"`

	Status   []int     `yaml:"status"`
	Type     string    `yaml:"type"`     // beginning of the media type
	Path     *pattern  `yaml:"path"`     // of the final URL, after redirects
	Location *pattern  `yaml:"location"` // where a redirect that is not followed leads
	Text     *pattern  `yaml:"text"`     // anywhere in the body
	CSS      *Selector `yaml:"css"`      // at least one such node
	JQ       *Program  `yaml:"jq"`       // gives true
	Message  *Source   `yaml:"message"`

	// Said is the site's sentence, where the interpreter made the class.
	Said string `yaml:"-"`
}

// Step is one request and what is taken from its answer: exactly one of Get,
// Post and Submit.
type Step struct {
	// When and Given leave a step of a list out: where the latest page has no
	// such node, where the variable has no value.
	When  *Selector `yaml:"when"`
	Given string    `yaml:"given"`
	// Once leaves a step that prepares a file out where it reads as for the
	// file before, and no step before it was done since.
	Once *Template `yaml:"once_per"`

	Make []Made    `yaml:"make"` // variables made before the request
	Get  *Template `yaml:"get"`
	Post *Template `yaml:"post"`
	// Submit is a form of the latest page: it is sent as a browser would, with
	// its own fields, of which Form replaces some.
	Submit  *Selector           `yaml:"submit"`
	Query   map[string]Template `yaml:"query"`
	Headers map[string]Template `yaml:"headers"`
	Form    map[string]Template `yaml:"form"`
	// Add are fields that a script of the page would add to the form that is
	// submitted. None of them is a credential.
	Add   map[string]Template `yaml:"add"`
	JSON  map[string]value    `yaml:"json"`
	Files *FilePart           `yaml:"files"` // of a deposit
	Stop  bool                `yaml:"stop"`  // a redirect is the answer, and not followed
	Poll  *poll               `yaml:"poll"`  // asks again while the answer is 202

	Classify []Class           `yaml:"classify"` // asked before the recipe's own
	Expect   []string          `yaml:"expect"`   // kinds of page that are good here
	Require  *Program          `yaml:"require"`  // must give true on the JSON answer
	Extract  map[string]Source `yaml:"extract"`

	at string // where it stands in the recipe: "login[1], line 23"
}

// poll asks again, after a time, while a site answers 202: what it makes is not
// ready.
type poll struct {
	Every time.Duration `yaml:"every"` // what the site says by Retry-After goes first
	Times int           `yaml:"times"` // so often at most
}

// Made is a variable that the interpreter makes: exactly one of the two.
type Made struct {
	Name   string    `yaml:"name"`
	Random int       `yaml:"random"` // so many random bytes, as base64url
	S256   *Template `yaml:"s256"`   // the hash of a text, as PKCE wants it (RFC 7636 §4.2)
}

// Source is where a text is taken from in an answer: one of JQ, CSS, Header and
// Cookie, or else the whole body; in a row of a page also Attr alone, of the row.
type Source struct {
	JQ     *Program  `yaml:"jq"`
	CSS    *Selector `yaml:"css"`
	Header string    `yaml:"header"`
	Cookie string    `yaml:"cookie"`
	Regex  *pattern  `yaml:"regex"` // its group is the part of the text that is meant

	Up       *Selector `yaml:"up"`    // in a row: its nearest such ancestor, in which CSS is sought
	Attr     string    `yaml:"attr"`  // an attribute instead of the text
	Clean    *Program  `yaml:"clean"` // what becomes of the text
	Link     bool      `yaml:"link"`  // the text is a URL, relative to the page
	Optional bool      `yaml:"optional"`
	Secret   bool      `yaml:"secret"` // never shown in a message, an error or a trace
}

// variants are the generations of a software that answer on different paths.
// The probe is tried with the variables of each until one is found.
type variants struct {
	Probe    Step                `yaml:"probe"`
	NotFound string              `yaml:"not_found"` // the kind of page that means: try the next
	Choices  []map[string]string `yaml:"choices"`
}

// Loop lists things, page after page or from the recipe itself, and for each
// runs inner loops or describes an account or a document.
type Loop struct {
	Request *Step               `yaml:"request"` // one page of the listing
	Over    []map[string]string `yaml:"over"`    // the items themselves, instead
	Data    *Template           `yaml:"data"`    // JSON that an earlier step took, instead
	Rows    *Rows               `yaml:"rows"`    // makes data of an HTML page
	Each    *Program            `yaml:"each"`    // gives the items of the data, one by one
	As      string              `yaml:"as"`      // their name in templates: "{{folder.id}}"
	Skip    *Program            `yaml:"skip"`    // true on an item leaves it out
	Pages   *Pages              `yaml:"pages"`

	Then     []Loop    `yaml:"then"`
	Account  *Account  `yaml:"account"`
	Document *Document `yaml:"document"`
}

// Rows makes an object of each node of a page.
type Rows struct {
	CSS    *Selector         `yaml:"css"`
	Fields map[string]Source `yaml:"fields"`
}

// Pages says how a listing is cut: by number, in the variable "page" that
// counts from First, until Total items or an empty page were met; or by what
// each page says of the next, which is then the variable "page".
type Pages struct {
	First int      `yaml:"first"`
	Step  int      `yaml:"step"`  // what a page adds to the number: 1, or the items of a page where it is an offset
	Total *Program `yaml:"total"` // how many items there are on all pages together
	// Announced is as many, where an item of the loop around it says so.
	Announced *Template `yaml:"announced"`
	Empty     bool      `yaml:"until_empty"`
	Next      *Source   `yaml:"next"`    // absent on the last page
	Then      *Step     `yaml:"request"` // asks for the pages after the first
}

// Account says what the fields of an account are, each read from its item.
type Account struct {
	Label      *Program `yaml:"label"`
	Address    *Program `yaml:"address"`
	Zipcode    *Program `yaml:"zipcode"`
	City       *Program `yaml:"city"`
	Owner      *Program `yaml:"owner"`
	Lots       *Program `yaml:"lots"`
	Restricted *Program `yaml:"restricted"` // true when its documents are withheld
}

// Document says what the fields of a document are, each read from its item.
type Document struct {
	ID       *Program  `yaml:"id"`
	Title    *Program  `yaml:"title"`
	Category *Template `yaml:"category"`
	Date     *Program  `yaml:"date"`
	Filename *Program  `yaml:"filename"` // absent: the name that the download gives
	Space    *Program  `yaml:"space"`    // where the site says it itself
	// Fileless is true of a row that names a paper the site does not have: it is
	// not asked for, and told as lacking.
	Fileless *Program `yaml:"fileless"`
}

// category reads hints from the words of the extranet. The first entry with a
// space gives the space, the first with a hint the hint.
type category struct {
	Category *pattern        `yaml:"category"`
	Title    *pattern        `yaml:"title"`
	Space    string          `yaml:"space"`
	Hint     predate.DocType `yaml:"hint"`
}

// The spaces of an extranet. Documents of the council's are never collected:
// they hold the data of other owners.
const (
	SpaceOwner    = "owner"
	SpaceBuilding = "building"
	SpaceCouncil  = "council"
)

// download says how a file is fetched: raw, or inside a JSON envelope.
type download struct {
	Prepare []Step `yaml:"prepare"` // runs before each file
	Request Step   `yaml:"request"`
	Base64  string `yaml:"base64"` // path of the member of the envelope that holds the file
	// Archives says that a ZIP is papers, and not one that nobody can read.
	Archives bool     `yaml:"archives"`
	Types    []string `yaml:"types"` // media types, sniffed from the bytes, that are kept; absent, the common ones
}

// deposition says how documents are handed in where the extranet takes some.
type deposition struct {
	// Made lists the deposits that were made, each item with subject and id:
	// it tells, before, that nothing is sent twice and, after, that it arrived.
	Made  Loop   `yaml:"made"`
	Steps []Step `yaml:"steps"`
}

// FilePart says where the files of a deposit go: as parts of a form, or as a
// list of objects in a JSON body, one for each file.
type FilePart struct {
	Field string           `yaml:"field"`
	Each  map[string]value `yaml:"each"`
}
