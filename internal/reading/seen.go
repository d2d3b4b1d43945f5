package reading

import (
	"context"
	"fmt"

	"predate"
	"predate/internal/base/seats"
)

// Seen returns the pages of a file as they were read, turned as its Turns say. A file
// that cannot be read at all has no pages, and says in French why.
func (r *Reader) Seen(ctx context.Context, file File) (pages []predate.Page, unreadable string, err error) {
	if file.Hash != "" {
		if known, whole := r.known(pagesName(file.Hash, file.Turns)); whole {
			return known, "", nil
		}
	}
	leave, err := r.Cores.Take(ctx, seats.HolderOf(ctx))
	if err != nil {
		return nil, "", fmt.Errorf("see %q: %w", file.Name, err)
	}
	defer leave()
	data, err := load(ctx, file)
	if err != nil {
		return nil, "", fmt.Errorf("see %q: %w", file.Name, err)
	}
	if len(data) > MaxFile {
		return nil, tooLarge, nil
	}
	found, _, err := r.pages(ctx, hashOf(data), file.Turns, data)
	if err != nil {
		return nil, "", fmt.Errorf("see %q: %w", file.Name, err)
	}
	return found.Pages, found.Unreadable, nil
}

// TurnsOf are the pages of a file that operators turned.
func TurnsOf(corrections []predate.Correction, hash predate.Hash) map[int]int {
	return saidOf(corrections, hash).turns()
}

// tooLarge says why a file is not opened at all.
const tooLarge = "fichier trop volumineux pour être lu"
