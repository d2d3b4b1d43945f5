package extranetsim

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Entry is one document of a dossier, as extranet.json lists it.
type Entry struct {
	Title    string `json:"title"`
	Category string `json:"category"` // folders, from the outside in: "Immeuble / Divers"
	Space    string `json:"space"`    // owner, building or council
	Date     string `json:"date"`     // ISO; empty when the syndic gave none
	File     string `json:"file"`     // in files/; empty for a row without a file

	id     int
	folder int
	read   func() ([]byte, error)
}

// The spaces of an extranet.
const (
	spaceOwner    = "owner"
	spaceBuilding = "building"
	spaceCouncil  = "council"
)

// councilFolder is where a family that has no space of its own for the council
// shows the council's papers.
const councilFolder = "Conseil syndical"

// folder is a node of the tree that the categories make.
type folder struct {
	id, parent int // parent 0 at the top
	name       string
	trail      string // from the outside in: "Immeuble / Divers"
	count      int    // of its own documents
}

// The first identifiers that the site gives out.
const (
	firstDocument = 48213
	firstFolder   = 701
)

// readEntries reads extranet.json and numbers its entries from the first
// identifier.
func readEntries(source fs.FS, o Options, first int) ([]Entry, error) {
	text, err := fs.ReadFile(source, "extranet.json")
	if err != nil {
		return nil, fmt.Errorf("read dossier: %w", err)
	}
	var all, kept []Entry
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("read extranet.json: %w", err)
	}
	for i := range all {
		name := "files/" + all[i].File
		all[i].read = func() ([]byte, error) { return fs.ReadFile(source, name) }
	}
	for _, paper := range o.More {
		e := paper.Entry
		e.read = func() ([]byte, error) { return paper.Data, nil }
		all = append(all, e)
	}
	for i, e := range all {
		e.id = first + i
		if o.Keep == nil || o.Keep(e) {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

// dossier is what one part of a site shows.
type dossier struct {
	entries []Entry
	folders []folder
}

// view sorts the entries of some spaces into one tree of folders.
func view(entries []Entry, spaces ...string) dossier {
	var d dossier
	for _, e := range entries {
		if slices.Contains(spaces, e.Space) {
			d.add(e)
		}
	}
	return d
}

// councilApart gives the entries with those of the council in one folder of
// that name.
func councilApart(entries []Entry) []Entry {
	moved := slices.Clone(entries)
	for i := range moved {
		if moved[i].Space == spaceCouncil {
			moved[i].Category = councilFolder
		}
	}
	return moved
}

func (d *dossier) add(e Entry) {
	parent, trail := 0, ""
	for _, name := range strings.Split(e.Category, " / ") {
		trail = strings.TrimPrefix(trail+" / "+name, " / ")
		parent = d.folder(parent, name, trail)
	}
	e.folder = parent
	d.folders[parent-firstFolder].count++
	d.entries = append(d.entries, e)
}

func (d *dossier) folder(parent int, name, trail string) int {
	for _, f := range d.folders {
		if f.parent == parent && f.name == name {
			return f.id
		}
	}
	id := firstFolder + len(d.folders)
	d.folders = append(d.folders, folder{id: id, parent: parent, name: name, trail: trail})
	return id
}

// in gives the documents of one folder.
func (d *dossier) in(folder int) []Entry {
	var list []Entry
	for _, e := range d.entries {
		if e.folder == folder {
			list = append(list, e)
		}
	}
	return list
}

// filled gives the folders that hold documents of their own, as sites without
// a tree show them, and an empty one when the shape asks for it.
func (s *Site) filled(d dossier) []folder {
	var list []folder
	for _, f := range s.foldersOf(d) {
		if f.count > 0 || f.name == emptyFolder {
			list = append(list, f)
		}
	}
	return list
}

const emptyFolder = "Archives"

// foldersOf gives every folder, and an empty one when the shape asks for it.
func (s *Site) foldersOf(d dossier) []folder {
	if !s.shaped(EmptyFolder) {
		return d.folders
	}
	return append(slices.Clone(d.folders), folder{id: firstFolder + len(d.folders), name: emptyFolder, trail: emptyFolder})
}
