package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Names within the folder of backups.
const (
	manifestName = "manifest.json"
	ownerName    = "predate-backups" // says whose folder it is, and is locked by who writes
	blobsName    = "blobs"
	databaseName = "predate.db"
	dumpName     = "predate.dump"
	keysName     = "keys"
	sumsName     = "SHA256SUMS"
)

// format is the form of the folder; a later one is refused by this program.
const format = 1

// Manifest says what a backup holds.
type Manifest struct {
	Format  int        `json:"format"`
	Version string     `json:"version"`          // of the program that took it
	Taken   time.Time  `json:"taken"`            // when the database was copied
	Dumped  *time.Time `json:"dumped,omitempty"` // when the dump in it was written
	// Installation is the id of whose backup it is; empty before there were ids.
	Installation string       `json:"installation,omitempty"`
	Engine       store.Engine `json:"database"`
	Schema       int64        `json:"schema"` // of the database
	Counts       store.Counts `json:"counts"`
	// Folder holds what is of this backup alone. Its SHA256SUMS names every paper.
	Folder string `json:"folder"`
	Files  []File `json:"files"`
	Papers Papers `json:"papers"`
	// Absent are papers that the database names and that could not be copied.
	Absent []Absent `json:"absent,omitempty"`

	digest string // of the bytes that it was read from
}

// Papers counts the papers of a backup.
type Papers struct {
	Count int   `json:"count"`
	Bytes int64 `json:"bytes"`
}

// File is one file of a backup beside the papers, under its path in the folder of
// backups.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Absent is a paper that the database names and the backup does not hold.
type Absent struct {
	Hash predate.Hash `json:"hash"`
	// Erased says that nothing named it any more when its turn came: retention or a
	// person had erased it since the database was copied. Otherwise it was lost.
	Erased bool `json:"erased"`
}

// Of is the instant of which the database of the backup is: of its dump, if it has one.
func (m Manifest) Of() time.Time {
	if m.Dumped != nil {
		return *m.Dumped
	}
	return m.Taken
}

// Lost are the papers that were lost or damaged already when the backup was taken.
func (m Manifest) Lost() (all []predate.Hash) {
	for _, one := range m.Absent {
		if !one.Erased {
			all = append(all, one.Hash)
		}
	}
	return all
}

// HasKeys reports whether the keys are in the backup.
func (m Manifest) HasKeys() bool { return len(m.keys()) > 0 }

// HasDump reports whether the dump of a PostgreSQL database is in the backup, and
// gives its path in the folder of backups.
func (m Manifest) HasDump() (path string, ok bool) {
	path = filepath.Join(m.Folder, dumpName)
	_, ok = m.file(path)
	return path, ok
}

// own are the files without which a backup is none.
func (m Manifest) own() []string {
	if m.Engine == store.SQLite {
		return []string{sumsName, databaseName}
	}
	return []string{sumsName}
}

func (m Manifest) keys() (all []File) {
	for _, file := range m.Files {
		if filepath.Dir(file.Path) == filepath.Join(m.Folder, keysName) {
			all = append(all, file)
		}
	}
	return all
}

func (m Manifest) file(path string) (File, bool) {
	for _, file := range m.Files {
		if file.Path == path {
			return file, true
		}
	}
	return File{}, false
}

// Read reads the manifest of the backup that a folder holds.
func Read(dir string) (Manifest, error) {
	var m Manifest
	raw, err := os.ReadFile(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return m, predate.Refuse(predate.CodeNotFound, "There is no whole backup in %s: it has no %s; name the folder that was given to «predate backup --to»", dir, manifestName)
	}
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		return m, predate.Refuse(predate.CodeInvalid, "The manifest of the backup in %s cannot be read (%v): take another copy of that folder", dir, err)
	}
	if m.Format != format {
		return m, predate.Refuse(predate.CodeConflict, "The backup in %s is of form %d and this program knows form %d: install predate %s", dir, m.Format, format, m.Version)
	}
	for _, path := range append([]string{m.Folder}, paths(m.Files)...) {
		if !filepath.IsLocal(path) {
			return m, predate.Refuse(predate.CodeInvalid, "The manifest of the backup in %s names %q, which is not in that folder: take another copy of it", dir, path)
		}
	}
	sum := sha256.Sum256(raw)
	m.digest = hex.EncodeToString(sum[:])
	return m, nil
}

func paths(files []File) (all []string) {
	for _, file := range files {
		all = append(all, file.Path)
	}
	return all
}

// write puts the manifest in the place of the former one: from then on the backup is
// the one that counts.
func (m Manifest) write(dir string) error {
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	_, err = put(filepath.Join(dir, manifestName), fromBytes(append(raw, '\n')))
	return err
}
