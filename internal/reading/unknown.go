package reading

import (
	"context"
	"fmt"

	"predate"
	"predate/internal/reading/gloss"
)

// Glossed is what the lexicon knows of the amounts of one paper.
type Glossed struct {
	File string
	Part predate.Part
	gloss.Found
}

// Gloss looks at the amounts of the papers of a file, one after the other.
func (r *Reader) Gloss(ctx context.Context, file File) ([]Glossed, error) {
	doc, _, err := r.Layout(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("gloss: %w", err)
	}
	var out []Glossed
	for _, part := range r.classify(file.Name, doc).Parts {
		out = append(out, Glossed{file.Name, part, gloss.Look(r.Words, part.Kind, pagesOf(doc, part))})
	}
	return out, nil
}
