package connector

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"predate"
)

// Recipe describes one family of extranets. It is data: Load reads it and
// checks all of it, so that running it can only meet a site that behaves
// otherwise.
type Recipe struct {
	ID       string       `yaml:"id"`
	Version  int          `yaml:"version"`
	Title    string       `yaml:"title"` // French: the software that it is for
	Match    []string     `yaml:"match"` // host names; "*.vendor.com" for its tenants
	HTTP     httpDefaults `yaml:"http"`
	Classify []class      `yaml:"classify"`
	// LoginPages are the kinds of page that, met after the login without being
	// expected, mean that the session is lost.
	LoginPages []string   `yaml:"login_pages"`
	Login      []step     `yaml:"login"`
	LoggedIn   step       `yaml:"logged_in"`
	Variants   *variants  `yaml:"variants"`
	List       loop       `yaml:"list"`
	Categories []category `yaml:"categories"`
	Download   download   `yaml:"download"`
	Logout     []step     `yaml:"logout"`
}

// httpDefaults holds what every request of a recipe has.
type httpDefaults struct {
	Delay   time.Duration       `yaml:"delay"` // before each request
	Headers map[string]template `yaml:"headers"`
}

// class recognises one kind of page: every condition given must hold, and the
// first class that holds wins. A class is either a Page, a good kind that steps
// may expect, or a Failure.
type class struct {
	Page    string              `yaml:"page"`
	Failure predate.FailureCode `yaml:"failure"`

	Status  []int     `yaml:"status"`
	Type    string    `yaml:"type"` // beginning of the media type
	Path    *pattern  `yaml:"path"` // of the final URL, after redirects
	Text    *pattern  `yaml:"text"` // anywhere in the body
	CSS     *selector `yaml:"css"`  // at least one such node
	JQ      *program  `yaml:"jq"`   // gives true
	Message *source   `yaml:"message"`
}

// step is one request and what is taken from its answer.
type step struct {
	Get     *template           `yaml:"get"`
	Post    *template           `yaml:"post"`
	Query   map[string]template `yaml:"query"`
	Headers map[string]template `yaml:"headers"`
	Form    map[string]template `yaml:"form"`
	JSON    map[string]value    `yaml:"json"`

	Classify []class           `yaml:"classify"` // asked before the recipe's own
	Expect   []string          `yaml:"expect"`   // kinds of page that are good here
	Require  *program          `yaml:"require"`  // must give true on the JSON answer
	Extract  map[string]source `yaml:"extract"`
}

// source is where a text is taken from in an answer: exactly one of the five.
type source struct {
	JQ     *program  `yaml:"jq"`
	CSS    *selector `yaml:"css"`
	Header string    `yaml:"header"`
	Cookie string    `yaml:"cookie"`
	Regex  *pattern  `yaml:"regex"` // its first group

	Attr     string `yaml:"attr"` // with CSS: an attribute instead of the text
	Optional bool   `yaml:"optional"`
	Secret   bool   `yaml:"secret"` // never shown in a message or an error
}

// variants are the generations of a software that answer on different paths.
// The probe is tried with the variables of each until one is found.
type variants struct {
	Probe    step                `yaml:"probe"`
	NotFound string              `yaml:"not_found"` // the kind of page that means: try the next
	Choices  []map[string]string `yaml:"choices"`
}

// loop lists things, page after page, and for each either runs an inner loop
// or describes a document.
type loop struct {
	Request  step      `yaml:"request"` // one page of the listing
	Each     *program  `yaml:"each"`    // gives the items, one by one
	As       string    `yaml:"as"`      // their name in templates: "{{folder.id}}"
	Skip     *program  `yaml:"skip"`    // true on an item leaves it out
	Pages    *pages    `yaml:"pages"`
	Then     *loop     `yaml:"then"`
	Document *document `yaml:"document"`
}

// pages says how a listing is cut. The variable "page" counts from First.
type pages struct {
	First int      `yaml:"first"`
	Total *program `yaml:"total"` // how many items there are on all pages together
}

// document says what the fields of a document are, each read from its item.
type document struct {
	ID       *program  `yaml:"id"`
	Title    *program  `yaml:"title"`
	Category *template `yaml:"category"`
	Date     *program  `yaml:"date"`
	Filename *program  `yaml:"filename"`
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
	Get    *template `yaml:"get"`
	Base64 string    `yaml:"base64"` // member of the envelope that holds the file
	Types  []string  `yaml:"types"`  // media types, sniffed from the bytes, that are kept
}

// Load reads every *.yaml of a folder. An unknown key, a program that does not
// compile, a variable that nothing defines, a password outside a login: each
// is an error that names the file.
func Load(folder fs.FS) ([]Recipe, error) {
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list recipes: %w", err)
	}
	slices.Sort(names)
	var recipes []Recipe
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("read recipe %s: %w", name, err)
		}
		recipe, err := parseRecipe(text)
		if err != nil {
			return nil, fmt.Errorf("recipe %s: %w", name, err)
		}
		recipes = append(recipes, recipe)
	}
	return recipes, checkTogether(recipes)
}

func parseRecipe(text []byte) (Recipe, error) {
	var r Recipe
	if err := yaml.UnmarshalWithOptions(text, &r, yaml.Strict()); err != nil {
		return Recipe{}, err
	}
	if err := r.check(); err != nil {
		return Recipe{}, err
	}
	return r, nil
}

// checkTogether refuses two recipes of one name or for one host pattern.
func checkTogether(recipes []Recipe) error {
	var errs []error
	seen := map[string]string{}
	for _, r := range recipes {
		for _, key := range append([]string{"id " + r.ID}, r.Match...) {
			if other, ok := seen[key]; ok {
				errs = append(errs, fmt.Errorf("recipes %s and %s both have %s", other, r.ID, key))
			}
			seen[key] = r.ID
		}
	}
	return errors.Join(errs...)
}

// matches says whether the recipe is for that host.
func (r *Recipe) matches(host string) bool {
	for _, name := range r.Match {
		suffix, tenants := strings.CutPrefix(name, "*")
		if name == host || tenants && strings.HasSuffix(host, suffix) && len(host) > len(suffix) {
			return true
		}
	}
	return false
}
