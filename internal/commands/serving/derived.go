package serving

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/doors/console"
	"predate/internal/keeping/blob"
	"predate/internal/reading"
)

// derived is what this machine keeps that was made of papers: what was read of them,
// and drawings of their pages. It says as much of a person as they do, and goes with
// them.
type derived struct {
	read     reading.Cache
	drawings string // folder
}

func (f StoreFlags) derived(r readers.CacheFlags) derived {
	read, _ := r.Folders()
	return derived{read, f.drawings()}
}

// Thorough is a store of files that deletes what this machine made of a file before
// the file.
func (f StoreFlags) Thorough(kept blob.Store, r readers.CacheFlags) blob.Store {
	return thorough{kept, f.derived(r)}
}

// drawings is the folder of drawn pages.
func (f StoreFlags) drawings() string { return filepath.Join(f.Data, "drawings") }

// forget drops what was made of a file.
func (d derived) forget(hash predate.Hash) error {
	var err error
	if kept, ok := d.read.(reading.DirCache); ok {
		err = kept.Forget(hash)
	}
	return errors.Join(err, console.ForgetDrawings(d.drawings, hash))
}

// tidyWithin bounds one tidying; the next goes on.
const tidyWithin = 5 * time.Minute

// tidyCache drops what was made of files that no order holds any more: another machine may
// have deleted them, or a reading ended after they were.
func (h *House) tidyCache(ctx context.Context) {
	kept, ok := h.derived.read.(reading.DirCache)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, tidyWithin)
	defer cancel()
	err := kept.Tidy(ctx, func(ctx context.Context, hash predate.Hash) bool {
		held, err := h.Desk.Holds(ctx, hash)
		return err == nil && !held
	})
	if err != nil && ctx.Err() == nil {
		h.Log.Warn("the cache of what was read is not tidied", "error", err)
	}
}

// thorough is a store of files that deletes what was made of a file before the file:
// where the first fails, the second is still there to be deleted again.
type thorough struct {
	blob.Store
	derived derived
}

// Delete forgets bytes and what was made of them.
func (t thorough) Delete(ctx context.Context, hash predate.Hash) error {
	if err := t.derived.forget(hash); err != nil {
		return err
	}
	return t.Store.Delete(ctx, hash)
}
