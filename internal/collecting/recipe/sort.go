package recipe

import (
	"slices"

	"predate"
)

// Types are the kinds of file that are kept.
func (r *Recipe) Types() []string {
	if len(r.Download.Types) > 0 {
		return r.Download.Types
	}
	return r.common.Types
}

// Sort reads space and hint from the words of the extranet.
func (r *Recipe) Sort(folder, title string) (space string, hint predate.DocType) {
	for _, entry := range slices.Concat(r.Categories, r.common.Categories) {
		if entry.Category != nil && !entry.Category.MatchString(folder) || entry.Title != nil && !entry.Title.MatchString(title) {
			continue
		}
		if space == "" {
			space = entry.Space
		}
		if hint == 0 {
			hint = entry.Hint
		}
	}
	if space == "" {
		space = SpaceBuilding
	}
	return space, hint
}

// Refusal is a sentence by which sites of all families refuse a password.
type Refusal struct {
	Like   *pattern `yaml:"like"`
	Unlike *pattern `yaml:"unlike"` // sentences that only resemble it: a word of help
}

// Says reports whether a sentence refuses a password.
func (r *Refusal) Says(said string) bool {
	return r.Like.MatchString(said) && (r.Unlike == nil || !r.Unlike.MatchString(said))
}
