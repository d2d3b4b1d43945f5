package extranetsim

import (
	"bytes"
	"encoding/base64"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
)

// listFolders shows the tree. Like the real interface, it writes an empty
// object as an empty list.
func (s *Site) listFolders(d *dossier) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if s.options.Trouble == NewSite {
			answer(w, http.StatusOK, map[string]any{"folders": []any{}, "version": 2})
			return
		}
		all := make([]any, 0, len(d.folders))
		byID := map[string]any{}
		top := []any{}
		for _, f := range d.folders {
			shown := s.folder(f)
			all = append(all, shown)
			byID[strconv.Itoa(f.id)] = shown
			if f.parent == 0 {
				top = append(top, shown)
			}
		}
		body := map[string]any{
			"allClasseurs": all, "totalItemCount": 0, "resultsCount": 0,
			"data": map[string]any{"Classeur": []any{}, "Classeurs": top, "Documents": []any{}},
		}
		if s.options.FoldersAsMap && len(byID) > 0 {
			body["allClasseurs"] = byID
		}
		answer(w, http.StatusOK, body)
	}
}

func (s *Site) folder(f folder) map[string]any {
	shown := map[string]any{"id": f.id, "nom": f.name, "parent": nil, "fileCount": f.count, "icon": "folder", "dateActualisation": "2026-05-11 08:00:00"}
	if f.parent != 0 {
		shown["parent"] = f.parent
	}
	return shown
}

// listDocuments shows one page of a folder.
func (s *Site) listDocuments(d *dossier) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.Atoi(r.PathValue("id"))
		if err != nil || id < firstFolder || id >= firstFolder+len(d.folders) {
			answer(w, http.StatusNotFound, map[string]any{"success": false})
			return
		}
		entries := d.in(id)
		total := len(entries)
		switch s.options.Trouble {
		case ShortListing:
			total += 2
		case NothingListed:
			entries, total = nil, 0
		}
		current := number(r, "currentPageNumber", 1)
		if s.options.Trouble == SamePage {
			current = 1
		}
		size := min(number(r, "itemCountPerPage", s.options.PageSize), s.options.PageSize)
		first := min((current-1)*size, len(entries))
		documents := []any{}
		for _, e := range entries[first:min(first+size, len(entries))] {
			documents = append(documents, document(e))
		}
		answer(w, http.StatusOK, map[string]any{
			"allClasseurs": []any{}, "totalItemCount": total, "resultsCount": len(documents),
			"data": map[string]any{"Classeur": s.folder(d.folders[id-firstFolder]), "Classeurs": []any{}, "Documents": documents},
		})
	}
}

// document shows an entry. The file has a name that says nothing, as there.
func document(e Entry) map[string]any {
	shown := map[string]any{
		"id": e.id, "documents_classeurs_id": e.folder, "file_name": storedName(e), "title": e.Title,
		"mime_type": "application/pdf", "date_commit": nil, "date_commit_libelle": "", "thumb_url": nil,
	}
	if e.Date != "" {
		shown["date_commit"] = e.Date + " 09:30:00"
		shown["date_commit_libelle"] = e.Date[8:10] + "/" + e.Date[5:7] + "/" + e.Date[0:4]
	}
	return shown
}

func storedName(e Entry) string { return "1000" + strconv.Itoa(e.id) + ".PDF" }

// download gives a file, raw or in its envelope.
func (s *Site) download(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	e, found := s.owner.entry(id)
	if !found {
		e, found = s.council.entry(id)
	}
	if err != nil || !found {
		answer(w, http.StatusNotFound, map[string]any{"success": false})
		return
	}
	data, err := s.data(e)
	if err != nil {
		page(w, http.StatusInternalServerError, "<html><body><h1>Erreur</h1></body></html>")
		return
	}
	if s.options.Trouble == LeadsAway {
		http.Redirect(w, r, "https://ailleurs.example/"+storedName(e), http.StatusFound)
		return
	}
	if e.id == firstDocument+s.options.Victim && s.troubled(w, e, data) {
		return
	}
	s.give(w, e, data)
}

func (s *Site) data(e Entry) ([]byte, error) {
	for _, paper := range s.options.More {
		if paper.File == e.File {
			return paper.Data, nil
		}
	}
	return fs.ReadFile(s.files, "files/"+e.File)
}

func (s *Site) give(w http.ResponseWriter, e Entry, data []byte) {
	if s.options.Older || s.options.Raw {
		s.giveRaw(w, e, data, len(data))
		return
	}
	answer(w, http.StatusOK, map[string]any{
		"file_name": storedName(e), "mime_type": "application/pdf", "base64": base64.StdEncoding.EncodeToString(data),
	})
}

func (s *Site) giveRaw(w http.ResponseWriter, e Entry, data []byte, announced int) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", "inline; filename="+storedName(e))
	w.Header().Set("Content-Length", strconv.Itoa(announced))
	_, _ = w.Write(data) // the client went away
}

// troubled gives the victim of a trouble its answer; false when the trouble
// is none of a document's, or is over.
func (s *Site) troubled(w http.ResponseWriter, e Entry, data []byte) bool {
	switch s.options.Trouble {
	case HTMLFile, HTMLFileOnce:
		if s.options.Trouble == HTMLFileOnce && s.Logins() > 1 {
			return false
		}
		text := strings.Replace(errorPage, "DOCUMENT", e.Title, 1)
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Content-Disposition", "attachment; filename="+storedName(e))
		_, _ = w.Write([]byte(text)) // the client went away
	case EmptyFile:
		s.give(w, e, nil)
	case CutFile:
		s.give(w, e, data[:len(data)/2])
	case BrokenTransfer, BrokenOnce:
		if s.options.Trouble == BrokenOnce && s.second() {
			return false
		}
		s.giveRaw(w, e, data[:len(data)/2], len(data))
	case ForeignType:
		s.give(w, e, append([]byte("7z\xbc\xaf\x27\x1c\x00\x04"), bytes.Repeat([]byte{0}, 64)...))
	case MissingFile:
		answer(w, http.StatusNotFound, map[string]any{"success": false})
	case ForbiddenFile:
		answer(w, http.StatusForbidden, map[string]any{"success": false})
	case NoFile:
		answer(w, http.StatusOK, map[string]any{"success": false, "message": "Document indisponible"})
	default:
		return false
	}
	return true
}

// second says whether the transfer was broken before, and notes that it was.
func (s *Site) second() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.broken
	s.broken = true
	return before
}
