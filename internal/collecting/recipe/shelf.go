package recipe

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// maxRecipeBytes bounds a file of the folder of recipes.
const maxRecipeBytes = 1 << 20

// Shelf holds the recipes that are at work: the built-in ones, and those of a folder
// beside them. A recipe of the folder takes the place of the built-in one of its name.
type Shelf struct {
	builtIn []Recipe
	folder  fs.FS                // nil for none
	accept  func([]Recipe) error // what else the installation asks of all together

	mu      sync.Mutex
	good    map[string]kept // by the name of their file, as they were good last
	atWork  []Recipe
	looked  string // what the folder held at the last look
	settled string // and when it was last taken up
	told    string // what was wrong then
}

// kept is a file of the folder that was good.
type kept struct {
	text   string
	recipe Recipe
}

// News is what came of a look at the folder.
type News struct {
	Changed bool     // other recipes are at work now
	Said    []string // what became of each recipe that changed
	Wrong   error    // what is wrong, told once: what was good last stays at work
}

// OpenShelf reads the built-in recipes and those of a folder, which may be nil. Any
// file of it that is wrong is an error with its line and what mends it.
func OpenShelf(builtIn []Recipe, folder fs.FS, accept func([]Recipe) error) (*Shelf, error) {
	s := &Shelf{builtIn: builtIn, folder: folder, accept: accept, good: map[string]kept{}, atWork: builtIn}
	if folder == nil {
		return s, accept(builtIn)
	}
	files, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	good, wrong := s.parse(files)
	atWork, err := s.together(good)
	if err := errors.Join(wrong, err); err != nil {
		return nil, err
	}
	s.good, s.atWork = good, atWork
	s.settled = fmt.Sprint(files)
	s.looked = s.settled
	return s, nil
}

// Recipes are those at work.
func (s *Shelf) Recipes() []Recipe {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.atWork
}

// Families names those at work.
func (s *Shelf) Families() []Family {
	recipes := s.Recipes()
	all := make([]Family, 0, len(recipes))
	for i := range recipes {
		all = append(all, recipes[i].Family())
	}
	return all
}

// Look reads the folder again. What changed is taken up once two looks agree on it:
// a file may still be on its way.
func (s *Shelf) Look() News {
	if s.folder == nil {
		return News{}
	}
	files, err := readFolder(s.folder)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		return s.tell(News{}, err)
	}
	found := fmt.Sprint(files)
	before := s.looked
	s.looked = found
	if found != before || found == s.settled {
		return News{}
	}
	s.settled = found
	good, wrong := s.parse(files)
	atWork, err := s.together(good)
	if err != nil {
		return s.tell(News{}, errors.Join(wrong, err))
	}
	said := changes(s.atWork, atWork)
	s.good, s.atWork = good, atWork
	return s.tell(News{Changed: len(said) > 0, Said: said}, wrong)
}

// tell says what is wrong unless it was said last.
func (s *Shelf) tell(n News, wrong error) News {
	text := ""
	if wrong != nil {
		text = wrong.Error()
	}
	if text != s.told {
		n.Wrong = wrong
	}
	s.told = text
	return n
}

// readFolder gives the texts of the recipes of a folder by their names. A name that
// begins with a dot is an editor's own.
func readFolder(folder fs.FS) (map[string]string, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, fmt.Errorf("read the folder of recipes: %w", err)
	}
	files := map[string]string{}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") {
			continue
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("read recipe: %w", err)
		}
		files[name] = string(text[:min(len(text), maxRecipeBytes+1)])
	}
	return files, nil
}

// parse reads the files. One that is wrong stays as it was good last, if it was.
func (s *Shelf) parse(files map[string]string) (map[string]kept, error) {
	good := map[string]kept{}
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		last, known := s.good[name]
		if known && last.text == files[name] {
			good[name] = last
			continue
		}
		recipe, err := s.own(name, files[name])
		if err != nil {
			wrong = append(wrong, err)
			if known {
				good[name] = last
			}
			continue
		}
		good[name] = kept{files[name], recipe}
	}
	return good, errors.Join(wrong...)
}

// own reads one file of the folder as strictly as a built-in recipe.
func (s *Shelf) own(name, text string) (Recipe, error) {
	switch {
	case name == commonFile || name == "common.yml":
		return Recipe{}, &Wrong{File: name, Said: "what all recipes share is the program’s own", Remedy: "write it into the recipe that needs it, and take this file away"}
	case strings.HasSuffix(name, ".yml"):
		return Recipe{}, &Wrong{File: name, Said: "a recipe’s file ends in .yaml", Remedy: "rename it"}
	case len(text) > maxRecipeBytes:
		return Recipe{}, &Wrong{File: name, Said: fmt.Sprintf("more than %d bytes", maxRecipeBytes), Remedy: "take away what is no recipe"}
	}
	recipe, err := Parse([]byte(text))
	if err != nil {
		return Recipe{}, in(name, err)
	}
	recipe.file = name
	for i := range s.builtIn {
		recipe.common = s.builtIn[i].common
		if s.builtIn[i].ID == recipe.ID {
			recipe.replaces = s.builtIn[i].Version
		}
	}
	return recipe, nil
}

// together puts the files beside the built-in recipes, and refuses two of one name or
// for one host.
func (s *Shelf) together(good map[string]kept) ([]Recipe, error) {
	var all []Recipe
	for i := range s.builtIn {
		taken := func(name string) bool { return good[name].recipe.ID == s.builtIn[i].ID }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(good)), taken) {
			all = append(all, s.builtIn[i])
		}
	}
	owner := map[string]*Recipe{}
	for i := range all {
		for _, host := range all[i].Match {
			owner[host] = &all[i]
		}
		owner["id "+all[i].ID] = &all[i]
	}
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(good)) {
		r := good[name].recipe
		where := linesOf([]byte(good[name].text))
		for i, key := range append([]string{"id " + r.ID}, r.Match...) {
			line := where.line("id")
			if i > 0 {
				line = where.line(fmt.Sprintf("match[%d]", i-1))
			}
			if other := owner[key]; other != nil {
				wrong = append(wrong, &Wrong{
					File: name, Line: line, Said: fmt.Sprintf("%s is already of the recipe %s %s", key, other.ID, other.file),
					Remedy: "take it out of one of the two",
				})
			}
			owner[key] = &r
		}
		all = append(all, r)
	}
	if len(wrong) == 0 {
		wrong = append(wrong, s.accept(all))
	}
	return all, errors.Join(wrong...)
}

// changes says what became of each recipe.
func changes(before, after []Recipe) []string {
	was := map[string]Family{}
	for i := range before {
		was[before[i].ID] = before[i].Family()
	}
	var said []string
	for i := range after {
		now := after[i].Family()
		last, known := was[now.ID]
		delete(was, now.ID)
		switch {
		case known && last.Hash == now.Hash:
		case !known:
			said = append(said, fmt.Sprintf("%s of %s is new", now, now.File))
		case last.Version == now.Version:
			said = append(said, fmt.Sprintf("%s takes the place of %s: its version is the same, so that a pause of it goes on", now, last))
		default:
			said = append(said, fmt.Sprintf("%s takes the place of %s", now, last))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(was)) {
		said = append(said, fmt.Sprintf("%s is gone", was[id]))
	}
	return said
}
