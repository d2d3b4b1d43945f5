package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// file is a payload of bytes, sent as a download with ranges and HEAD.
type file struct {
	name, media string
	hash        predate.Hash
	content     io.ReadSeekCloser
}

// write sends the file. Its hash is its tag: the bytes under an address never
// change.
func (f file) write(s *Server, w http.ResponseWriter, r *http.Request) {
	defer func() { _ = f.content.Close() }() // it was only read
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": f.name})
	if disposition == "" {
		disposition = "attachment"
	}
	header := w.Header()
	header.Set("Content-Type", f.media)
	header.Set("Content-Disposition", disposition)
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cache-Control", "private, no-cache")
	header.Set("ETag", `"`+string(f.hash)+`"`)
	guarded := &fileWriter{ResponseWriter: w}
	http.ServeContent(guarded, r, "", time.Time{}, f.content)
	switch guarded.refused {
	case 0:
	case http.StatusRequestedRangeNotSatisfiable:
		s.refuse(w, r, errRange)
	case http.StatusPreconditionFailed:
		s.refuse(w, r, errCondition)
	default:
		s.refuse(w, r, fmt.Errorf("send file %s: status %d", f.hash, guarded.refused))
	}
}

// fileWriter holds back the plain errors of http.ServeContent, so that they
// can be told in the envelope.
type fileWriter struct {
	http.ResponseWriter
	refused int
}

// WriteHeader passes a success on and keeps a failure.
func (f *fileWriter) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		f.refused = status
		return
	}
	f.ResponseWriter.WriteHeader(status)
}

// Write drops the text of a failure.
func (f *fileWriter) Write(b []byte) (int, error) {
	if f.refused != 0 {
		return len(b), nil
	}
	return f.ResponseWriter.Write(b)
}

// open gives a stored file; bytes that retention has erased are errNoFile.
func (s *Server) open(r *http.Request, f file) (any, error) {
	content, err := s.Desk.Blobs.Open(r.Context(), f.hash)
	if errors.Is(err, predate.ErrNotFound) {
		return nil, errNoFile
	}
	if err != nil {
		return nil, fmt.Errorf("open file %s: %w", f.hash, err)
	}
	f.content = content
	return f, nil
}

// downloadDocument answers GET /files/documents/{id}; the signed address is
// the only credential.
func (s *Server) downloadDocument(r *http.Request) (any, error) {
	if err := s.Links.Check(r.URL, s.Now()); err != nil {
		return nil, orElse(err, errNoFile)
	}
	number, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, errNoFile
	}
	document, err := s.Desk.Document(r.Context(), predate.DocumentID(number))
	if err != nil {
		return nil, orElse(err, errNoFile)
	}
	callOf(r).order = document.Order
	return s.open(r, file{name: document.Filename, media: document.MediaType, hash: document.Hash})
}

// downloadStatement answers GET /files/statements/{orderid}/{run}; the signed
// address is the only credential.
func (s *Server) downloadStatement(r *http.Request) (any, error) {
	run, err := s.signedRun(r)
	if err != nil {
		return nil, err
	}
	return s.open(r, statementFile(run))
}

// downloadProof answers GET /files/proofs/{orderid}/{run}; the signed address is the
// only credential.
func (s *Server) downloadProof(r *http.Request) (any, error) {
	run, err := s.signedRun(r)
	if err != nil {
		return nil, err
	}
	if run.ProofHash == "" {
		return nil, errNoFile
	}
	return s.open(r, proofFile(run))
}

// signedRun finds the run that issued what a signed address leads to.
func (s *Server) signedRun(r *http.Request) (predate.Run, error) {
	if err := s.Links.Check(r.URL, s.Now()); err != nil {
		return predate.Run{}, orElse(err, errNoFile)
	}
	run, err := s.Desk.Issued(r.Context(), predate.RunID(r.PathValue("run")))
	if err != nil {
		return predate.Run{}, orElse(err, errNoFile)
	}
	if string(run.Order) != r.PathValue("orderid") {
		return predate.Run{}, errNoFile
	}
	callOf(r).order = run.Order
	return run, nil
}

// downloadSpecimen answers GET /files/specimens/{place} with a paper of the
// built-in sample dossier, or under 0 with its statement; the signed address is the only credential.
func (s *Server) downloadSpecimen(r *http.Request) (any, error) {
	if err := s.Links.Check(r.URL, s.Now()); err != nil {
		return nil, orElse(err, errNoFile)
	}
	place, err := strconv.Atoi(r.PathValue("place"))
	if err != nil {
		return nil, errNoFile
	}
	if place == 0 {
		_, hash, err := s.Bodies.SpecimenStatement(r.Context())
		if err != nil {
			return nil, err
		}
		return s.open(r, file{name: "specimen.pdf", media: mediaPDF, hash: hash})
	}
	paper, err := s.Desk.SamplePaper(place)
	if err != nil {
		return nil, orElse(err, errNoFile)
	}
	return sampleFile(paper, mediaPDF), nil
}

// downloadDossier answers GET /files/samples/dossier.zip with papers to upload.
func (s *Server) downloadDossier(*http.Request) (any, error) {
	return sampleFile(s.Desk.SampleDossier(), "application/zip"), nil
}

// downloadSampleOrder answers GET /files/samples/order.json with the order that these
// papers answer.
func (s *Server) downloadSampleOrder(*http.Request) (any, error) {
	return sampleFile(s.Desk.SampleOrder(), "application/json"), nil
}

func sampleFile(sample desk.Sample, media string) file {
	return file{name: sample.Name, media: media, hash: sample.Hash, content: unclosed{bytes.NewReader(sample.Content)}}
}

// unclosed is a reader in memory, which needs no closing.
type unclosed struct{ *bytes.Reader }

// Close does nothing.
func (unclosed) Close() error { return nil }

// statement answers GET /order/{orderid}/statement with the latest one.
func (s *Server) statement(r *http.Request) (any, error) {
	run, err := s.issued(r)
	if err != nil {
		return nil, err
	}
	return s.open(r, statementFile(run))
}

// proof answers GET /order/{orderid}/proof with that of the latest statement.
func (s *Server) proof(r *http.Request) (any, error) {
	run, err := s.issued(r)
	if err != nil {
		return nil, err
	}
	if run.ProofHash == "" && run.PDFHash != "" {
		return nil, errNoProof
	}
	return s.open(r, proofFile(run))
}

// issued finds the latest run of an order that issued a statement.
func (s *Server) issued(r *http.Request) (predate.Run, error) {
	id, err := orderID(r)
	if err != nil {
		return predate.Run{}, err
	}
	view, err := s.Desk.View(r.Context(), callOf(r).caller.Account.ID, id)
	if err != nil {
		return predate.Run{}, err
	}
	if view.Statement == nil {
		return predate.Run{}, errNoStatement
	}
	return *view.Statement, nil
}

func statementFile(run predate.Run) file {
	return file{name: "pre-etat-date-" + string(run.Order) + ".pdf", media: mediaPDF, hash: run.PDFHash}
}

func proofFile(run predate.Run) file {
	return file{name: "pre-etat-date-" + string(run.Order) + "-preuve.pdf", media: mediaPDF, hash: run.ProofHash}
}
