package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"predate"
)

// unfinished is the name of the file that stands in a data folder until everything
// of a restore is in its place.
const unfinished = "restore-unfinished"

// mark says which restore is under way: which backup goes where.
type mark struct {
	From     string `json:"from"`     // the folder, which another copy may stand for
	Manifest string `json:"manifest"` // the sum of its bytes
	Database string `json:"database"`
	Keys     string `json:"keys"`
	Papers   string `json:"papers"`
}

func (t Target) markOf(dir string, m Manifest) mark {
	return mark{From: whole(dir), Manifest: m.digest, Database: whole(t.Database), Keys: whole(t.Keys), Papers: t.Bucket}
}

// whole is a path from wherever it is named.
func whole(path string) string {
	if at, err := filepath.Abs(path); path != "" && err == nil {
		return at
	}
	return path
}

// readMark gives the mark of a data folder, nil for none. One that cannot be read says
// nothing.
func readMark(data string) (*mark, error) {
	raw, err := os.ReadFile(filepath.Join(data, unfinished))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for an unfinished restore: %w", err)
	}
	var held mark
	if json.Unmarshal(raw, &held) != nil {
		held = mark{}
	}
	return &held, nil
}

// Unfinished refuses a data folder into which a restore was begun and not ended.
func Unfinished(data string) error {
	held, err := readMark(data)
	if held == nil {
		return err
	}
	return predate.Refuse(predate.CodeConflict, "A restore into %s was interrupted: run the same «predate restore --from %s» again, which goes on with it", data, held.From)
}

// goesOn reports whether the target holds what this very restore left unfinished. What
// another one left is refused.
func (t Target) goesOn(dir string, m Manifest) (bool, error) {
	held, err := readMark(t.Data)
	if held == nil {
		return false, err
	}
	now := t.markOf(dir, m)
	switch {
	case held.Manifest == "" || held.Manifest != now.Manifest:
		return false, predate.Refuse(predate.CodeConflict, "A restore of another backup, from %q, into %s was interrupted: run that one again, or move the folder away (mv %s %s.broken)",
			held.From, t.Data, t.Data, t.Data)
	case held.Database != now.Database || held.Keys != now.Keys || held.Papers != now.Papers:
		return false, predate.Refuse(predate.CodeConflict, "A restore into %s was interrupted that had other places: run it again with its --database %q, --keys %q and --s3-… %q, or move the folder away (mv %s %s.broken)",
			t.Data, held.Database, held.Keys, held.Papers, t.Data, t.Data)
	}
	return true, nil
}

// Begin marks the data folder as one into which a restore is under way, so that no
// server begins an empty installation in it. The target is vacant.
func (t Target) Begin(dir string, m Manifest) error {
	for _, folder := range []string{t.Data, filepath.Dir(t.Database)} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return fmt.Errorf("make the data folder: %w", err)
		}
	}
	raw, err := json.Marshal(t.markOf(dir, m))
	if err == nil {
		_, err = put(filepath.Join(t.Data, unfinished), fromBytes(raw))
	}
	return err
}
