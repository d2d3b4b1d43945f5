package extranetsim

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Entry is one document of a dossier, as extranet.json lists it.
type Entry struct {
	Title    string `json:"title"`
	Category string `json:"category"` // folders, from the outside in: "Immeuble / Divers"
	Space    string `json:"space"`    // owner, building or council
	Date     string `json:"date"`     // ISO; empty when the syndic gave none
	File     string `json:"file"`     // in files/

	id     int
	folder int
}

// folder is a node of the tree that the categories make.
type folder struct {
	id, parent int // parent 0 at the top
	name       string
	count      int // of its own documents
}

// dossier is what one space of the site shows.
type dossier struct {
	entries []Entry
	folders []folder
}

// readDossier reads extranet.json and sorts its entries into one tree of
// folders per space of the site: the owner and the building share one.
func readDossier(source fs.FS, o Options) (owner, council dossier, err error) {
	text, err := fs.ReadFile(source, "extranet.json")
	if err != nil {
		return owner, council, fmt.Errorf("read dossier: %w", err)
	}
	var entries []Entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return owner, council, fmt.Errorf("read extranet.json: %w", err)
	}
	for _, paper := range o.More {
		entries = append(entries, paper.Entry)
	}
	for i, e := range entries {
		e.id = firstDocument + i
		if o.Keep != nil && !o.Keep(e) {
			continue
		}
		if e.Space == "council" {
			council.add(e)
		} else {
			owner.add(e)
		}
	}
	return owner, council, nil
}

// The first identifiers that the site gives out.
const (
	firstDocument = 48213
	firstFolder   = 701
)

func (d *dossier) add(e Entry) {
	parent := 0
	for _, name := range strings.Split(e.Category, " / ") {
		parent = d.folder(parent, name)
	}
	e.folder = parent
	d.folders[parent-firstFolder].count++
	d.entries = append(d.entries, e)
}

func (d *dossier) folder(parent int, name string) int {
	for _, f := range d.folders {
		if f.parent == parent && f.name == name {
			return f.id
		}
	}
	id := firstFolder + len(d.folders)
	d.folders = append(d.folders, folder{id: id, parent: parent, name: name})
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

func (d *dossier) entry(id int) (Entry, bool) {
	for _, e := range d.entries {
		if e.id == id {
			return e, true
		}
	}
	return Entry{}, false
}
