package connector

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

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
	return slices.ContainsFunc(r.Match, func(name string) bool { return hostMatches(name, host) })
}

// hostMatches says whether a name is the host, or stands for it: "*.vendor.com".
func hostMatches(name, host string) bool {
	suffix, tenants := strings.CutPrefix(name, "*")
	return name == host || tenants && strings.HasSuffix(host, suffix) && len(host) > len(suffix)
}
