package recipe

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// commonFile holds what means the same on every extranet.
const commonFile = "common.yaml"

// Load reads every *.yaml of a folder. An unknown key, a program that does not
// compile, a variable that nothing defines, a password outside a login: each
// is an error that names the file.
func Load(folder fs.FS) ([]Recipe, error) {
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list recipes: %w", err)
	}
	slices.Sort(names)
	shared, err := loadCommon(folder)
	if err != nil {
		return nil, err
	}
	var recipes []Recipe
	for _, name := range names {
		if name == commonFile {
			continue
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("read recipe %s: %w", name, err)
		}
		recipe, err := Parse(text)
		if err != nil {
			return nil, fmt.Errorf("recipe %w", in(name, err))
		}
		recipe.common = shared
		recipes = append(recipes, recipe)
	}
	return recipes, checkTogether(recipes)
}

// Replace puts a recipe in the place of the one of its name, or beside the
// others.
func Replace(recipes []Recipe, r Recipe) []Recipe {
	recipes = slices.Clone(recipes)
	for i := range recipes {
		r.common = recipes[i].common
		if recipes[i].ID == r.ID {
			recipes[i] = r
			return recipes
		}
	}
	return append(recipes, r)
}

// loadCommon reads what the recipes share. Its classes only fail: what a good
// page is, each recipe says for itself.
func loadCommon(folder fs.FS) (Common, error) {
	text, err := fs.ReadFile(folder, commonFile)
	if err != nil {
		return Common{}, fmt.Errorf("read %s: %w", commonFile, err)
	}
	var shared Common
	if err := yaml.UnmarshalWithOptions(text, &shared, yaml.Strict()); err != nil {
		return Common{}, fmt.Errorf("%s: %w", commonFile, err)
	}
	c := &checker{}
	for i, cl := range shared.Classify {
		if c.class(fmt.Sprintf("classify[%d]", i), cl); cl.Page != "" {
			c.fail("the page %s is no failure", cl.Page)
		}
	}
	c.categories(shared.Categories)
	if council := func(entry category) bool { return entry.Space == SpaceCouncil }; !slices.ContainsFunc(shared.Categories, council) {
		c.fail("categories: nothing says which folders are the council's")
	}
	if len(shared.Types) == 0 {
		c.fail("types: no kind of file is kept")
	}
	for _, r := range shared.Refusals {
		if r.Like == nil {
			c.fail("refusals: like is needed")
		}
	}
	if err := errors.Join(c.errs...); err != nil {
		return Common{}, fmt.Errorf("%s: %w", commonFile, err)
	}
	if shared.named, err = namedBy(text); err != nil {
		return Common{}, fmt.Errorf("%s: %w", commonFile, err)
	}
	shared.named.learn(siteWords)
	return shared, nil
}

// hashOf names the bytes of a file: enough of their SHA-256 to tell two apart.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])[:12]
}

// Parse reads one recipe. The error is all that is wrong with it, each with its line;
// what recipes share is not there yet: Load and OpenShelf add it.
func Parse(text []byte) (Recipe, error) {
	var r Recipe
	if err := yaml.UnmarshalWithOptions(text, &r, yaml.Strict()); err != nil {
		return Recipe{}, located(text, err)
	}
	if err := r.check(); err != nil {
		return Recipe{}, located(text, err)
	}
	r.mark(linesOf(text))
	r.hash = hashOf(text)
	var err error
	r.named, err = namedBy(text)
	return r, err
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

// Matches says how exactly the recipe names a host: 0 where it does not, and more
// for the host itself than for any name that stands for its tenants.
func (r *Recipe) Matches(host string) (exactly int) {
	for _, name := range r.Match {
		switch {
		case name == host:
			return len(name) + 2
		case HostMatches(name, host):
			exactly = max(exactly, len(name))
		}
	}
	return exactly
}

// Shared is what means the same on every extranet.
func (r *Recipe) Shared() *Common { return &r.common }

// Names reports whether the recipe calls one of its hosts so.
func (r *Recipe) Names(host string) bool {
	_, known := r.Hosts[host]
	return known
}

// HostMatches says whether a name is the host, or stands for it: "*.vendor.com".
func HostMatches(name, host string) bool {
	suffix, tenants := strings.CutPrefix(name, "*")
	return name == host || tenants && strings.HasSuffix(host, suffix) && len(host) > len(suffix)
}
