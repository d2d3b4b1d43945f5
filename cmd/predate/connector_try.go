package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/author"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/recipe"
)

// tryFlags say which account of which extranet is tried. The password is asked
// for: an argument would stay in the shell's history.
type tryFlags struct {
	recipeFlags
	URL      string            `help:"Address of the extranet, as an order has it." required:"" name:"url" placeholder:"URL"`
	Username string            `help:"Identifier of the account." required:"" placeholder:"NAME"`
	Recipe   string            `help:"A recipe, by its name or its file, to which the host of the address is bound (default: that of the host)." placeholder:"RECIPE"`
	Address  string            `help:"Street of the building, to choose among several accounts." placeholder:"STREET"`
	Zipcode  string            `help:"Its postcode." placeholder:"CODE"`
	City     string            `help:"Its town." placeholder:"TOWN"`
	Owner    []string          `help:"Last name of an owner." placeholder:"NAME"`
	Lots     string            `help:"Lots of the sale." placeholder:"LOTS"`
	Setting  map[string]string `help:"A setting that the recipe needs, such as vilogi_token." placeholder:"NAME=VALUE"`
	DevHost  map[string]string `name:"dev-host" help:"With --dev: an address of this machine that stands for a host that the recipe names." placeholder:"NAME=HOST:PORT"`
	Dev      bool              `help:"Allow a simulated extranet on this machine, over http."`
}

type connectorTest struct{ tryFlags }

// Run rehearses a collection: it logs in, chooses, lists, fetches one document
// and keeps nothing.
func (t connectorTest) Run(c *commandContext) error {
	page := newPrinter(c.stdout)
	_, err := t.rehearse(c, page, func(e connector.Exchange) { printExchange(page, e) })
	return errors.Join(err, page.err)
}

type connectorRecord struct {
	tryFlags
	To string `help:"Folder for the fixtures; it is made." required:"" placeholder:"DIR"`
}

// Run rehearses a collection and writes each page that came, scrubbed, into a
// folder: what a recipe is mended by and a simulated site is made of.
func (r connectorRecord) Run(c *commandContext) error {
	if err := os.MkdirAll(r.To, 0o700); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	page := newPrinter(c.stdout)
	scrubber := author.NewScrubber(append(slices.Clone(r.Owner), r.Address, r.City, r.Username))
	count, failed := 0, error(nil)
	_, err := r.rehearse(c, page, func(e connector.Exchange) {
		count++
		if failed == nil {
			failed = writeFixture(filepath.Join(r.To, fmt.Sprintf("%03d-%s.http", count, e.Stage)), e, scrubber)
		}
	})
	page.line(0, "%d échanges dans %s. Relisez-les avant de les partager : un nom dans un titre n’est reconnu que si vous l’avez donné.", count, r.To)
	return errors.Join(err, failed, page.err)
}

// writeFixture writes one exchange as text.
func writeFixture(path string, e connector.Exchange, scrubber *author.Scrubber) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\nstatus: %d\nmedia: %s\nkind: %s\n", e.Method, e.URL, e.Status, e.Media, e.Kind)
	if e.Leads != "" {
		fmt.Fprintf(&b, "leads: %s\n", e.Leads)
	}
	fmt.Fprintf(&b, "\n%s\n", e.Body)
	if err := os.WriteFile(path, []byte(scrubber.Text(b.String())), 0o600); err != nil {
		return fmt.Errorf("write fixture: %w", err)
	}
	return nil
}

// rehearse runs the rehearsal and tells what it found.
func (f tryFlags) rehearse(c *commandContext, page *printer, trace func(connector.Exchange)) (connector.Rehearsal, error) {
	collector, err := f.collector(trace)
	if err != nil {
		return connector.Rehearsal{}, err
	}
	password, err := askPassword(c)
	if err != nil {
		return connector.Rehearsal{}, err
	}
	found, err := collector.Rehearse(c, f.request(password))
	printRehearsal(page, found)
	var failure *predate.Failure
	if errors.As(err, &failure) {
		printFailure(page, failure)
		return found, errShown
	}
	return found, err
}

func (f tryFlags) request(password predate.Secret) connector.Request {
	var owners []predate.Owner
	for _, name := range f.Owner {
		owners = append(owners, predate.Owner{Lastname: name})
	}
	return connector.Request{
		URL: f.URL, Username: f.Username, Password: password, Owners: owners, Lots: f.Lots,
		Address: predate.Address{Street: f.Address, Zipcode: f.Zipcode, City: f.City},
	}
}

// collector makes one that reaches the world through the same guard as the
// server.
func (f tryFlags) collector(trace func(connector.Exchange)) (*connector.Collector, error) {
	shelf, err := f.shelf(nil)
	if err != nil {
		return nil, err
	}
	recipes := shelf.Recipes()
	options := connector.Options{Now: time.Now, Random: rand.Reader, Settings: f.Setting, Probe: true, Trace: trace, DevHosts: map[string]string{}}
	if f.Recipe != "" {
		own, err := findRecipe(recipes, f.Recipe)
		if err != nil {
			return nil, err
		}
		recipes = recipe.Replace(recipes, own)
		if err := f.bind(own.ID, &options); err != nil {
			return nil, err
		}
	} else if f.Dev {
		return nil, errors.New("--dev: say with --recipe which recipe the simulated extranet is for")
	}
	guard := egress.New(guardOptions(f.Dev))
	return connector.New(recipes, func(hosts []string) *http.Client {
		return guard.Client(egress.Policy{Hosts: hosts, MaxRedirects: 5, Timeout: time.Minute})
	}, options), nil
}

// bind binds the host of the address to a recipe: the person at the terminal
// answers for it.
func (f tryFlags) bind(id string, o *connector.Options) error {
	u, err := url.Parse(f.URL)
	if err != nil || u.Host == "" {
		return errors.New("--url: not an address")
	}
	if f.Dev {
		o.DevHosts[u.Host] = id
		for name, host := range f.DevHost {
			o.DevHosts[host] = id + "." + name
		}
		return nil
	}
	if len(f.DevHost) > 0 {
		return errors.New("--dev-host: only with --dev, for addresses of this machine")
	}
	o.Hosts = map[string]string{strings.ToLower(u.Hostname()): id}
	return nil
}

// findRecipe gives a built-in recipe by its name, or the one in a file.
func findRecipe(recipes []recipe.Recipe, name string) (recipe.Recipe, error) {
	for i := range recipes {
		if recipes[i].ID == name {
			return recipes[i], nil
		}
	}
	return readRecipe(name)
}

func readRecipe(path string) (recipe.Recipe, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return recipe.Recipe{}, fmt.Errorf("read recipe: %w", err)
	}
	own, _, err := author.Lint(text)
	if err != nil {
		return recipe.Recipe{}, fmt.Errorf("recipe %s: %w", path, err)
	}
	return own, nil
}

func printExchange(page *printer, e connector.Exchange) {
	kind := e.Kind
	if kind == "" {
		kind = "PAGE INCONNUE"
	}
	page.line(0, "%-8s %-4s %s · %d %s · %s", e.Stage, e.Method, e.URL, e.Status, e.Media, kind)
	if e.Leads != "" {
		page.line(14, "mène à %s", e.Leads)
	}
}

func printRehearsal(page *printer, found connector.Rehearsal) {
	if found.Family.ID != "" {
		page.heading(fmt.Sprintf("%s · recette %s@%d", found.Family.Title, found.Family.ID, found.Family.Version))
	}
	for i, a := range found.Accounts {
		mark := "  "
		if slices.Contains(found.Chosen, i) {
			mark = "→ "
		}
		page.line(0, "%scompte %s · %s %s %s · %s · lots %s", mark, a.Label, a.Address, a.Zipcode, a.City, a.Owner, a.Lots)
	}
	for _, left := range found.LeftOut {
		page.line(0, "laissé   %s : %s", left.What, left.Why)
	}
	for _, d := range found.Documents {
		page.line(0, "%-10s %-8s %s · %s", d.Date, d.Space, d.Category, d.Title)
	}
	if len(found.Documents) > 0 {
		page.line(0, "%d documents.", len(found.Documents))
	}
	if found.First != nil {
		page.line(0, "Le premier est venu : %s, %s.", found.First.Title, found.First.MediaType)
	}
}

func printFailure(page *printer, failure *predate.Failure) {
	page.line(0, "ÉCHEC %s à l’étape %s", failure.Code, failure.Stage)
	if failure.Message != "" {
		page.line(2, "le site dit : « %s »", failure.Message)
	}
	if failure.Err != nil {
		page.line(2, "%s", failure.Err)
	}
	page.line(2, "%s", failure.Code.Plan().Sentence)
}

// askPassword reads one line: from a person, who does not see it, or from what
// is piped in.
func askPassword(c *commandContext) (predate.Secret, error) {
	if terminal, ok := c.stdin.(*os.File); ok {
		show, err := hideTyping(terminal)
		if err == nil {
			fmt.Fprint(c.stderr, "Mot de passe : ")
			defer func() {
				show()
				fmt.Fprintln(c.stderr)
			}()
		}
	}
	line, err := readLine(c, c.stdin)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return predate.Secret(line), nil
}

// readLine reads up to the end of a line, no further.
func readLine(ctx context.Context, r interface{ Read([]byte) (int, error) }) (string, error) {
	var line []byte
	var letter [1]byte
	for len(line) < 4096 && ctx.Err() == nil {
		n, err := r.Read(letter[:])
		if n == 1 && letter[0] == '\n' {
			break
		}
		line = append(line, letter[:n]...)
		if err != nil {
			break
		}
	}
	if text := strings.TrimRight(string(line), "\r"); text != "" {
		return text, ctx.Err()
	}
	return "", errors.New("no password was given on standard input")
}
