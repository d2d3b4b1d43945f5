package connector

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/recipe"
)

// keepError is the caller's own, and none of the extranet's.
type keepError struct{ err error }

func (e *keepError) Error() string { return e.err.Error() }

// fetchAll fetches every document that is not known yet, and makes it known. What
// was listed and cannot be had is named, with the reason.
func (s *session) fetchAll(ctx context.Context, documents []listed, known map[string]bool, keep Keep) (n int, err error) {
	var setbacks []*setback
	var total int64
	s.inARow, s.held = 0, known
	lost := 0 // documents in a row for which the session was lost
	for _, doc := range documents {
		if known[doc.ID] && !doc.unsure {
			continue
		}
		if doc.fileless {
			if err := s.missed(ctx, doc.Remote, "l’extranet le cite sans fichier"); err != nil {
				return n, err
			}
			continue
		}
		size, err := s.fetch(ctx, doc, maxRunBytes-total-s.spoilt, keep)
		var b *setback
		switch {
		case err == nil:
			known[doc.ID] = true
			n, total, s.inARow, lost = n+1, total+size, 0, 0
			continue
		case !errors.As(err, &b):
			return n, s.ownError(doc.Remote, err)
		}
		s.inARow++
		if b.code == predate.SessionLost {
			if lost++; lost > 1 {
				return n, s.fail(predate.SessionLost, "document %s: %w", doc.ID, b.err)
			}
		}
		if err := s.missed(ctx, doc.Remote, b.said); err != nil {
			return n, err
		}
		b.err = fmt.Errorf("document %s: %w", doc.ID, b.err)
		setbacks = append(setbacks, b)
	}
	return n, s.summary(setbacks)
}

// missed names a document that was listed and cannot be had.
func (s *session) missed(ctx context.Context, doc Remote, reason string) error {
	if s.request.Missed == nil {
		return nil
	}
	if err := s.request.Missed(ctx, doc, reason); err != nil {
		return fmt.Errorf("note missed document %s: %w", doc.ID, err)
	}
	return nil
}

func (s *session) ownError(doc Remote, err error) error {
	var own *keepError
	if errors.As(err, &own) {
		return fmt.Errorf("keep document %s: %w", doc.ID, own.err)
	}
	return err
}

// fetch fetches one document, again when that may help. When one after the other
// fails, each is tried once: it is no accident then.
func (s *session) fetch(ctx context.Context, doc listed, left int64, keep Keep) (size int64, err error) {
	tries := maxTries
	if s.inARow >= maxTries {
		tries = 1
	}
	for try := 1; ; try++ {
		relogins := s.logins
		size, err = s.fetchOnce(ctx, doc, left, keep)
		if err == nil {
			return size, nil
		}
		if s.stale {
			return 0, errStale
		}
		if host := elsewhere(err); host != "" {
			return 0, &setback{code: predate.SiteChanged, said: "le fichier se trouve hors de l’extranet, chez " + host, err: err}
		}
		if s.logins > relogins && s.loggedIn {
			try = 0 // a new session: the tries before it tell nothing
			continue
		}
		if !worthAgain(err) || try >= tries {
			return 0, s.blame(ctx, err)
		}
		s.ready = nil // what was prepared may be why
		if err := s.options.Pause(ctx, retryDelay); err != nil {
			return 0, s.transportFailure(err)
		}
	}
}

// blame says whether it is the site that does not answer, or only the address of
// one file: a site that answers otherwise goes on being asked, within bounds.
func (s *session) blame(ctx context.Context, err error) error {
	if !down(err) || s.inARow >= maxTries || ctx.Err() != nil {
		return err
	}
	if _, proof := s.once(ctx, &s.recipe.LoggedIn, nil); proof != nil {
		return err
	}
	s.ready = nil
	return &setback{code: predate.DownloadFailed, said: "l’extranet ne donne pas le fichier", err: err}
}

// worthAgain says whether the same request may soon have a better end. A site
// that says when to come back is not asked before.
func worthAgain(err error) bool {
	var b *setback
	if errors.As(err, &b) {
		return b.again
	}
	return down(err)
}

// down says that the site did not answer, or not well, and did not say when it
// will.
func down(err error) bool {
	var failure *predate.Failure
	return errors.As(err, &failure) && failure.Code == predate.SiteUnavailable && failure.RetryAfter == 0
}

// prepare runs what comes before a file, but for what the file before has left
// as it must be.
func (s *session) prepare(ctx context.Context, scope recipe.Vars) error {
	steps := s.recipe.Download.Prepare
	for i := range steps {
		again, err := s.prepared(i, &steps[i], scope)
		if err != nil {
			return s.fail(predate.SiteChanged, "%w", err)
		}
		if !again || !s.applies(&steps[i], scope) {
			continue
		}
		if _, err = s.do(ctx, &steps[i], scope); err != nil {
			s.ready = nil
		}
		if failureCode(err) == predate.DownloadFailed {
			return &setback{code: predate.DownloadFailed, said: "l’extranet dit ne pas avoir le fichier", err: err}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// prepared says whether a step is to be done for this file, and notes for what
// it was.
func (s *session) prepared(i int, st *recipe.Step, scope recipe.Vars) (again bool, err error) {
	if st.Once == nil {
		return true, nil
	}
	key, err := st.Once.Text(s.lookup(scope))
	if err != nil {
		return false, err
	}
	if i < len(s.ready) && s.ready[i] == key {
		return false, nil
	}
	s.ready = append(s.ready[:min(i, len(s.ready))], key)
	return true, nil
}

// fetchOnce asks once for one document and hands the bytes over.
func (s *session) fetchOnce(ctx context.Context, listed listed, left int64, keep Keep) (int64, error) {
	if err := s.prepare(ctx, listed.scope); err != nil {
		return 0, err
	}
	resp, err := s.patiently(ctx, &s.recipe.Download.Request, listed.scope)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	file, err := s.openFile(ctx, resp)
	if err != nil {
		return 0, err
	}
	s.fresh = false
	doc := listed.Remote
	if doc.Filename == "" {
		doc.Filename = fileName(resp.Header)
	}
	if s.recipe.Download.Archives && file.media == zipMedia {
		return s.unpack(ctx, doc, file, left, keep)
	}
	if !slices.Contains(s.recipe.Types(), file.media) {
		return 0, &setback{
			code: predate.DocumentInvalid, final: true, err: fmt.Errorf("is %s", file.media),
			said: "le fichier est d’un format qui n’est pas accepté (" + file.media + ")",
		}
	}
	doc.MediaType = file.media
	return s.hand(ctx, doc, file, left, keep)
}

// hand gives a document to whoever keeps it, and says how many bytes it has.
func (s *session) hand(ctx context.Context, doc Remote, file *file, left int64, keep Keep) (int64, error) {
	file.left = min(left, maxFileBytes)
	keptErr := keep(ctx, doc, file)
	switch {
	case errors.Is(file.err, errTooLarge) && left < maxFileBytes:
		return 0, s.fail(predate.LimitReached, "more than %d bytes of documents", int64(maxRunBytes))
	case file.err != nil:
		return 0, broken(file.err)
	case keptErr != nil:
		return 0, &keepError{keptErr}
	case !file.done:
		return 0, &keepError{errors.New("the document was not read to its end")}
	}
	return file.size, nil
}

// openFile finds the file in an answer; a page in its place is judged.
func (s *session) openFile(ctx context.Context, resp *http.Response) (*file, error) {
	body := resp.Body
	if resp.StatusCode != http.StatusOK {
		return nil, s.pageInstead(ctx, resp, body)
	}
	if packed := resp.Header.Get("Content-Encoding"); packed != "" && packed != "identity" {
		return nil, broken(errPacked)
	}
	r := egress.Cap(body, maxFileBytes*4/3+1<<20)
	if s.recipe.Download.Base64 != "" && isJSON(mediaType(resp.Header)) {
		inner, err := openEnvelope(r, s.recipe.Download.Base64)
		if err != nil {
			return nil, broken(err)
		}
		r = inner
	}
	head := make([]byte, sniffLength)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, broken(err)
	}
	whole := io.MultiReader(bytes.NewReader(head), r)
	media := sniff(head)
	switch {
	case n == 0:
		return nil, &setback{code: predate.DocumentInvalid, again: true, said: "le fichier est vide", err: errors.New("is empty")}
	case media == "text/html" || media == "application/json":
		resp.Header.Set("Content-Type", media) // whatever the site called it
		return nil, s.pageInstead(ctx, resp, whole)
	}
	s.traceFile(resp, media)
	return &file{r: whole, media: media}, nil
}

// pageInstead judges a page that came in the place of a file. Where the site no
// longer knows us, the session is opened again, once, and the caller asks again.
// Whether it does is asked of the site, and never guessed from a page: each login
// may be a message on somebody's telephone.
func (s *session) pageInstead(ctx context.Context, resp *http.Response, body io.Reader) error {
	p, err := readPage(resp, body, s.recipe.HTTP.Charset)
	if err != nil {
		return broken(err)
	}
	_, err = s.judge(ctx, &recipe.Step{Classify: s.recipe.Download.Request.Classify}, p)
	var failure *predate.Failure
	if !errors.As(err, &failure) {
		return err
	}
	html := p.document != nil && p.status == http.StatusOK
	switch failure.Code {
	case predate.DownloadFailed:
		return &setback{code: predate.DownloadFailed, again: true, said: ungiven(p.status), err: failure.Err}
	case predate.SessionLost, predate.SiteChanged:
	default:
		return failure
	}
	if (html || failure.Code == predate.SessionLost) && !s.known(ctx) {
		if s.spent() {
			return &setback{code: predate.SessionLost, said: ungiven(p.status), err: failure.Err}
		}
		if err := s.reopen(ctx); err != nil {
			return err
		}
		return &setback{code: predate.SessionLost, again: true, said: ungiven(p.status), err: failure.Err}
	}
	if html {
		return &setback{
			code: predate.DocumentInvalid, again: true, err: fmt.Errorf("is a page: %w", failure.Err),
			said: "l’extranet donne une page à la place du fichier",
		}
	}
	return &setback{code: predate.DownloadFailed, again: p.status >= 500, said: ungiven(p.status), err: failure.Err}
}

// known asks the site whether it still knows us.
func (s *session) known(ctx context.Context) bool {
	s.ready = nil // the page that a file is opened from is left
	_, err := s.once(ctx, &s.recipe.LoggedIn, nil)
	return !s.lost(err)
}
