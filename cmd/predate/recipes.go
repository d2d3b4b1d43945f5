package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"predate/connectors"
	"predate/internal/collecting/recipe"
)

// recipeFlags say where recipes stand beside the built-in ones.
type recipeFlags struct {
	Recipes string `help:"Folder with recipes of extranets (*.yaml) beside the built-in ones; the server takes up what changes there. Who may write into it decides where passwords are sent." type:"path" placeholder:"DIR"`
}

// shelf reads the recipes; accept, where it is not nil, says what else they must be.
func (f recipeFlags) shelf(accept func([]recipe.Recipe) error) (*recipe.Shelf, error) {
	builtIn, err := recipe.Load(connectors.Files())
	if err != nil {
		return nil, err
	}
	var folder fs.FS
	if f.Recipes != "" {
		folder = os.DirFS(f.Recipes)
	}
	if accept == nil {
		accept = func([]recipe.Recipe) error { return nil }
	}
	shelf, err := recipe.OpenShelf(builtIn, folder, accept)
	if err != nil && folder == nil {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("recipes %s: %w", f.Recipes, err)
	}
	return shelf, nil
}

// shelf reads the recipes of the server, and refuses hosts that are bound to none.
func (s serverFlags) shelf() (*recipe.Shelf, error) {
	return s.recipeFlags.shelf(func(all []recipe.Recipe) error {
		for host, bound := range s.ExtranetHosts {
			id, name, part := strings.Cut(bound, ".")
			if part && !s.Dev {
				return fmt.Errorf("extranet-hosts: %s: %q stands for a host of a recipe, which only --dev allows", host, bound)
			}
			if !slices.ContainsFunc(all, func(r recipe.Recipe) bool { return r.ID == id && (!part || r.Names(name)) }) {
				return fmt.Errorf("extranet-hosts: %s: there is no recipe %q: «predate connector list» names them", host, bound)
			}
		}
		return nil
	})
}

// recipesAtWork are the recipes of this program and of a folder, the browser's way
// among them.
func recipesAtWork(shelf *recipe.Shelf) func() []recipe.Family {
	return func() []recipe.Family { return append([]recipe.Family{browserFamily()}, shelf.Families()...) }
}

// lookEvery is how often the folder of recipes is looked at. What changed there is
// at work two looks later.
const lookEvery = 2 * time.Second

// lookAtRecipes takes up what changes in the folder of recipes, until a context ends.
func (h *house) lookAtRecipes(ctx context.Context) (done <-chan struct{}) {
	ended := make(chan struct{})
	for _, family := range h.shelf.Families() {
		if family.File != "" {
			h.log.InfoContext(ctx, "a recipe of the folder is at work", "recipe", family.String(), "file", family.File, "replaces", replaced(family))
		}
	}
	go func() {
		defer close(ended)
		ticker := time.NewTicker(lookEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				h.lookOnce(ctx)
			}
		}
	}()
	return ended
}

func (h *house) lookOnce(ctx context.Context) {
	news := h.shelf.Look()
	if news.Changed {
		h.live.Use(h.shelf.Recipes())
	}
	for _, said := range news.Said {
		h.log.InfoContext(ctx, "recipe: "+said)
	}
	if news.Wrong != nil {
		h.log.ErrorContext(ctx, "a recipe is wrong: what was good last stays at work", "error", news.Wrong)
	}
}

// replaced names the built-in recipe whose place one takes; "" where it takes none.
func replaced(f recipe.Family) string {
	if f.Replaces == 0 {
		return ""
	}
	built := f.Of()
	built.Version = f.Replaces
	return built.String()
}
