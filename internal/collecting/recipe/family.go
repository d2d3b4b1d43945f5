package recipe

import (
	"fmt"
	"slices"
	"strings"

	"predate"
)

// Family is a recipe, as others name it.
type Family struct {
	ID       string
	Version  int
	Title    string // French
	Deposits bool   // documents may be handed in
	Hash     string // the beginning of the SHA-256 of its file, in hexadecimal
	File     string // of the folder of recipes; empty for a built-in one
	Replaces int    // the version of the built-in recipe whose place it takes; 0 for none
}

// String writes "dupont@3 (3f9ac21b04de)".
func (f Family) String() string {
	if f.Hash == "" {
		return f.Of().String()
	}
	return fmt.Sprintf("%s (%s)", f.Of(), f.Hash)
}

// Of names the version.
func (f Family) Of() predate.RecipeVersion {
	return predate.RecipeVersion{ID: f.ID, Version: f.Version}
}

// Family gives the names of a recipe.
func (r *Recipe) Family() Family {
	return Family{
		ID: r.ID, Version: r.Version, Title: r.Title, Deposits: r.Deposit != nil, Hash: r.hash, File: r.file, Replaces: r.replaces,
	}
}

// Summary is a recipe for a list of recipes.
type Summary struct {
	Family
	Hosts    []string // that choose it; none when an operator binds each
	Verified string   // a day, and against what
}

// Summary gives the recipe in short.
func (r *Recipe) Summary() Summary {
	return Summary{Family: r.Family(), Hosts: slices.Clone(r.Match), Verified: strings.TrimSpace(r.Verified.On + " " + r.Verified.Against)}
}
