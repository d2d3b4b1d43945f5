package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// lookAtFormer refuses to replace the backup that the folder holds by one of another
// installation, of an emptied one, or of an earlier state of the same one. Orders
// never go: who has fewer has lost some.
func (t *taking) lookAtFormer(ctx context.Context) error {
	if _, err := os.Stat(t.path(manifestName)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	former, err := Read(t.dir)
	if err != nil {
		return predate.Refuse(predate.CodeConflict, "It cannot be known whose backup is in %s: move that folder away, or name another with --to (%v)", t.dir, err)
	}
	var now store.Counts
	err = t.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		now, err = store.Count(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	const remedy = "bring it back with «predate restore --from %s», or name another folder with --to, and it stays as it is"
	when := former.Taken.Format(time.RFC3339)
	switch {
	case former.Installation != "" && former.Installation != t.Installation:
		return predate.Refuse(predate.CodeConflict, "The backup in %s, of %s with %d order(s), is of another installation than this one, which has %d: "+remedy,
			t.dir, when, former.Counts.Orders, now.Orders, t.dir)
	case now.Orders < former.Counts.Orders:
		return predate.Refuse(predate.CodeConflict, "The backup in %s, of %s, holds %d order(s) and this installation %d, so that some would be lost with it: "+remedy,
			t.dir, when, former.Counts.Orders, now.Orders, t.dir)
	}
	t.former = former
	return nil
}

// tidyFolders removes what belongs to no backup any more: of the folders of single
// backups all but one.
func (t *taking) tidyFolders(but string) error {
	held, err := os.ReadDir(t.dir)
	if err != nil {
		return err
	}
	for _, entry := range held {
		name := entry.Name()
		if _, err := time.Parse(stampForm, name[:min(len(stampForm), len(name))]); err != nil || name == but {
			continue
		}
		if err := os.RemoveAll(t.path(name)); err != nil {
			return err
		}
	}
	return nil
}

// tidyPapers removes the papers that the database names no more. What is left of one
// that the installation has lost stays.
func (t *taking) tidyPapers() error {
	stay := map[predate.Hash]bool{}
	for _, hash := range append(t.made.Lost(), t.kept...) {
		stay[hash] = true
	}
	shards, err := os.ReadDir(t.path(blobsName))
	if err != nil {
		return err
	}
	for _, shard := range shards {
		if !shard.IsDir() {
			continue
		}
		papers, err := os.ReadDir(t.path(blobsName, shard.Name()))
		if err != nil {
			return err
		}
		for _, paper := range papers {
			if stay[predate.Hash(paper.Name())] {
				continue
			}
			if err := os.Remove(filepath.Join(t.path(blobsName, shard.Name()), paper.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
