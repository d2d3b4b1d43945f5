package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"predate"
	"predate/internal/keeping/store"
)

// Damage is one thing that is wrong with a backup.
type Damage struct {
	What  string       // one sentence, with the path
	Paper predate.Hash // empty when it is not about a paper
}

// Findings is what a look through a backup brought.
type Findings struct {
	Manifest Manifest
	Damage   []Damage
}

// Fatal reports whether anything but papers is damaged: without the database or the
// keys there is nothing to restore papers for.
func (f Findings) Fatal() bool {
	for _, one := range f.Damage {
		if one.Paper == "" {
			return true
		}
	}
	return false
}

// checking is a look through a backup.
type checking struct {
	Findings
	dir    string
	papers map[predate.Hash]bool // that the backup says it holds
	heard  func(Progress)
}

// Check reads every byte of the backup in a folder and writes none: each file and
// each paper has the sum that it had, the database opens and is whole, and each paper
// that it names is there. A PostgreSQL database, which is not in the backup, is the
// one that the caller opened, or nil to leave it out.
func Check(ctx context.Context, dir string, postgres *store.DB, heard func(Progress)) (Findings, error) {
	release, err := Hold(dir)
	if err != nil {
		return Findings{}, err
	}
	defer release()
	m, err := Read(dir)
	if err != nil {
		return Findings{}, err
	}
	c := &checking{Findings: Findings{Manifest: m}, dir: dir, papers: map[predate.Hash]bool{}, heard: heard}
	for _, name := range m.own() {
		if _, held := m.file(filepath.Join(m.Folder, name)); !held {
			c.wrong("the manifest names no %s", name)
		}
	}
	for _, file := range m.Files {
		c.file(file)
	}
	if err := c.allPapers(ctx); err != nil {
		return Findings{}, err
	}
	switch {
	case m.Engine == store.SQLite:
		err = c.copied(ctx)
	case postgres != nil:
		err = c.named(ctx, postgres)
	}
	if err != nil {
		return Findings{}, fmt.Errorf("check the backup in %s: %w", dir, err)
	}
	return c.Findings, nil
}

func (c *checking) wrong(format string, args ...any) {
	c.Damage = append(c.Damage, Damage{What: fmt.Sprintf(format, args...)})
}

// file compares one file with what the manifest says of it.
func (c *checking) file(want File) {
	have, err := describe(filepath.Join(c.dir, want.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.wrong("%s is missing", want.Path)
	case err != nil:
		c.wrong("%s cannot be read: %v", want.Path, err)
	case have.Size != want.Size:
		c.wrong("%s has %d bytes and had %d", want.Path, have.Size, want.Size)
	case have.SHA256 != want.SHA256:
		c.wrong("%s holds other bytes than it did", want.Path)
	}
}

// allPapers compares each paper with its name.
func (c *checking) allPapers(ctx context.Context) error {
	list, err := os.Open(filepath.Join(c.dir, c.Manifest.Folder, sumsName))
	if err != nil {
		return nil // which was said of the file
	}
	defer list.Close()
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		if err := ctx.Err(); err != nil {
			return err
		}
		hash, ok := listed(lines.Text())
		if !ok {
			continue // the list is not what it was, which was said
		}
		c.heard(Progress{Done: len(c.papers), All: c.Manifest.Papers.Count})
		c.papers[hash] = true
		c.paper(hash)
	}
	c.heard(Progress{Done: len(c.papers), All: c.Manifest.Papers.Count})
	if err := lines.Err(); err != nil {
		c.wrong("the list of papers cannot be read: %v", err)
	}
	return nil
}

// listed reads a line of the list of papers.
func listed(line string) (hash predate.Hash, ok bool) {
	text, _, _ := strings.Cut(line, "  ")
	raw, err := hex.DecodeString(text)
	return predate.Hash(text), err == nil && len(raw) == sha256.Size
}

func (c *checking) paper(hash predate.Hash) {
	path := blobPath(hash)
	have, err := describe(filepath.Join(c.dir, path))
	what := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		what = path + " is missing"
	case err != nil:
		what = fmt.Sprintf("%s cannot be read: %v", path, err)
	case have.SHA256 != string(hash):
		what = path + " holds other bytes than it did"
	default:
		return
	}
	c.Damage = append(c.Damage, Damage{What: what, Paper: hash})
}

// copied opens the database of the backup and looks through it.
func (c *checking) copied(ctx context.Context) error {
	path := filepath.Join(c.Manifest.Folder, databaseName)
	if _, err := os.Stat(filepath.Join(c.dir, path)); err != nil {
		return nil // which was said of the file
	}
	db, err := store.OpenCopy(ctx, filepath.Join(c.dir, path))
	if err == nil {
		defer db.Close()
		err = db.Check(ctx)
	}
	var have, want int64
	if err == nil {
		have, want, err = db.Version(ctx)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.wrong("%s does not open as a whole database: %v", path, err)
		return nil
	case have > want:
		return predate.Refuse(predate.CodeConflict, "The backup in %s was taken by predate %s and has schema %d; this program knows %d at most: install that version",
			c.dir, c.Manifest.Version, have, want)
	}
	return c.named(ctx, db)
}

// named looks whether each paper that a database names is in the backup.
func (c *checking) named(ctx context.Context, db *store.DB) error {
	absent := map[predate.Hash]bool{}
	for _, one := range c.Manifest.Absent {
		absent[one.Hash] = true
	}
	return db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		needed, err := everyHash(ctx, tx)
		for _, hash := range needed {
			if !c.papers[hash] && !absent[hash] {
				c.Damage = append(c.Damage, Damage{What: "the database names " + blobPath(hash) + ", which is not in the backup", Paper: hash})
			}
		}
		return err
	})
}
