package extranetsim

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// hugeSize is the length of a file that nobody should take.
const hugeSize = 300 << 20

// delivery is how a family gives a file.
type delivery struct {
	envelope    bool   // in JSON, as base64
	mediaType   string // empty means application/pdf
	disposition string // empty means an attachment by its stored name
	// refuse answers in the words of the family: 404, 403, and 200 for a file
	// that is not there without it being an error.
	refuse func(w http.ResponseWriter, status int)
}

// deliver answers a download, with the troubles and the shapes of files.
func (s *Site) deliver(w http.ResponseWriter, r *http.Request, e Entry, d delivery) {
	if s.has(LeadsAway) {
		http.Redirect(w, r, "https://ailleurs.example/"+storedName(e), http.StatusFound)
		return
	}
	if s.shaped(RedirectChain) && s.hop(w, r) {
		return
	}
	if e.File == "" {
		d.refuse(w, http.StatusNotFound)
		return
	}
	data, err := e.read()
	if err != nil {
		page(w, http.StatusInternalServerError, "<html><body><h1>Erreur</h1></body></html>")
		return
	}
	if e.id != firstDocument+s.options.Victim {
		s.give(w, e, data, d)
		return
	}
	switch {
	case s.shaped(ForeignPaper):
		data = drawPaper("Résidence Les Charmilles - 4 allée des Charmilles, 38000 Grenoble", e.Title)
	case s.shaped(Scan):
		data = drawScan()
	}
	if !s.spoilt(w, e, data, d) {
		s.give(w, e, data, d)
	}
}

// hop leads on to the next of three hops; false when the last is reached.
func (s *Site) hop(w http.ResponseWriter, r *http.Request) bool {
	query := r.URL.Query()
	n, _ := strconv.Atoi(query.Get("hop")) // none is the first
	if n >= 3 {
		return false
	}
	query.Set("hop", strconv.Itoa(n+1))
	next := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
	http.Redirect(w, r, next.String(), http.StatusFound)
	return true
}

func (s *Site) give(w http.ResponseWriter, e Entry, data []byte, d delivery) {
	if d.envelope {
		answer(w, http.StatusOK, map[string]any{
			"file_name": storedName(e), "mime_type": "application/pdf", "base64": base64.StdEncoding.EncodeToString(data),
		})
		return
	}
	s.giveRaw(w, e, d, len(data))
	_, _ = w.Write(data) // the client went away
}

// giveRaw writes the header of a raw file; announced is its length, if known.
func (s *Site) giveRaw(w http.ResponseWriter, e Entry, d delivery, announced int) {
	name, header := storedName(e), w.Header()
	header.Set("Content-Type", or(d.mediaType, "application/pdf"))
	header.Set("Content-Disposition", or(d.disposition, "attachment; filename="+name))
	switch {
	case s.shaped(OddDisposition):
		header.Set("Content-Disposition", `filename="`+url.PathEscape(e.Title)+`.pdf"`)
	case s.shaped(ExtendedDisposition):
		header.Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(e.Title)+".pdf")
	}
	if s.shaped(OctetStream) {
		header.Set("Content-Type", "application/octet-stream")
		header.Set("Content-Disposition", "attachment; filename="+name)
	}
	if announced >= 0 {
		header.Set("Content-Length", strconv.Itoa(announced))
	}
}

// storedName is the name of a file, which says nothing of it, as on real sites.
func storedName(e Entry) string { return "1000" + strconv.Itoa(e.id) + ".PDF" }

// spoilt gives the victim of a trouble its answer; false when the trouble is
// none of a document's, or is over.
func (s *Site) spoilt(w http.ResponseWriter, e Entry, data []byte, d delivery) bool {
	s.mu.Lock()
	trouble := s.trouble
	s.mu.Unlock()
	switch trouble {
	case HTMLFile, HTMLFileOnce:
		if trouble == HTMLFileOnce && s.Logins() > 1 {
			return false
		}
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Content-Disposition", "attachment; filename="+storedName(e))
		_, _ = w.Write([]byte(strings.Replace(errorPage, "DOCUMENT", e.Title, 1))) // the client went away
	case EmptyFile:
		s.give(w, e, nil, d)
	case CutFile:
		s.give(w, e, data[:len(data)/2], d)
	case BrokenTransfer, BrokenOnce:
		if trouble == BrokenOnce && !s.struck(BrokenOnce) {
			return false
		}
		s.giveRaw(w, e, d, len(data))
		_, _ = w.Write(data[:len(data)/2]) // the client went away
	case ForeignType:
		s.give(w, e, append([]byte("7z\xbc\xaf\x27\x1c\x00\x04"), bytes.Repeat([]byte{0}, 64)...), d)
	case Zip:
		s.give(w, e, zipped(e, data), d)
	case HugeFile, GzipBomb:
		s.swell(w, e, d, trouble == GzipBomb)
	case MissingFile:
		d.refuse(w, http.StatusNotFound)
	case ForbiddenFile:
		d.refuse(w, http.StatusForbidden)
	case NoFile:
		d.refuse(w, http.StatusOK)
	default:
		return false
	}
	return true
}

// zipped packs a document as some sites do that have several to give.
func zipped(e Entry, data []byte) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	if member, err := z.Create(e.Title + ".pdf"); err == nil {
		_, _ = member.Write(data) // to memory
	}
	_ = z.Close() // of memory
	return out.Bytes()
}

// swell gives a file that does not end, or that does so when it is unpacked.
func (s *Site) swell(w http.ResponseWriter, e Entry, d delivery, packed bool) {
	s.giveRaw(w, e, d, -1)
	var out io.Writer = w
	if packed {
		w.Header().Set("Content-Encoding", "gzip")
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err != nil { // the level is a constant of the package
			return
		}
		defer func() { _ = z.Close() }() // the client went away
		out = z
	}
	if d.envelope {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(out, `{"file_name":"`+storedName(e)+`","mime_type":"application/pdf","base64":"`)
		encoder := base64.NewEncoder(base64.StdEncoding, out)
		_, _ = io.Copy(encoder, zeros(hugeSize))
		_ = encoder.Close()
		_, _ = io.WriteString(out, `"}`)
		return
	}
	_, _ = io.Copy(out, zeros(hugeSize)) // the client goes away, and is right
}

// refuseJSON refuses a file as an interface does.
func refuseJSON(w http.ResponseWriter, status int) {
	answer(w, status, map[string]any{"success": false, "message": "Document indisponible"})
}

// refusePage refuses a file as a site of pages does.
func refusePage(w http.ResponseWriter, status int) {
	page(w, status, wrap("Document", "<h1>Document indisponible</h1>"))
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// file answers a download whose path holds the identifier of the document.
func (s *Site) file(name string, d delivery) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue(name)) // what is no number is no document
		e, ok := s.entry(id)
		if !ok {
			d.refuse(w, http.StatusNotFound)
			return
		}
		s.deliver(w, r, e, d)
	}
}
