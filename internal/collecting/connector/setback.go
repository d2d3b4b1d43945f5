package connector

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"predate"
	"predate/internal/base/egress"
)

// setback is what went wrong with one document. The run goes on without it and
// says so at the end.
type setback struct {
	code  predate.FailureCode
	again bool   // asking again at once may help
	final bool   // asking again later will not
	said  string // French, for the client: why the document is not there
	err   error
}

func (b *setback) Error() string { return string(b.code) + ": " + b.err.Error() }

// stage is where a document is lost: in its transfer, or in what it turned out
// to be.
func (b *setback) stage() predate.Stage {
	if b.code == predate.DocumentInvalid {
		return predate.StageVerify
	}
	return predate.StageDownload
}

// ungiven says that a site answers otherwise than with the file.
func ungiven(status int) string {
	switch status {
	case http.StatusOK:
		return "l’extranet ne donne pas le fichier"
	case http.StatusAccepted:
		return "l’extranet prépare encore le fichier"
	}
	return fmt.Sprintf("l’extranet ne donne pas le fichier (réponse %d)", status)
}

// broken says what a transfer that stopped means for its document.
func broken(err error) *setback {
	var large *egress.TooLargeError
	switch {
	case errors.Is(err, errTruncated):
		return &setback{code: predate.DocumentInvalid, again: true, said: "le fichier est incomplet", err: err}
	case errors.Is(err, errPacked):
		return &setback{code: predate.DocumentInvalid, final: true, said: "le fichier est compressé par le site, et sa taille ne peut être contrôlée", err: err}
	case errors.Is(err, errTooLarge), errors.As(err, &large):
		return &setback{code: predate.DocumentInvalid, final: true, said: fmt.Sprintf("le fichier dépasse %d Mo", maxFileBytes>>20), err: err}
	}
	return &setback{code: predate.DownloadFailed, again: true, said: "le téléchargement s’est interrompu", err: withoutURL(err)}
}

// summary makes one failure of all setbacks. A site that leads elsewhere goes
// before what is tried again later, and that before what is not.
func (s *session) summary(setbacks []*setback) error {
	if len(setbacks) == 0 {
		return nil
	}
	weight := func(b *setback) int {
		n := 2 * slices.Index([]predate.FailureCode{predate.SiteChanged, predate.DownloadFailed, predate.DocumentInvalid}, b.code)
		if b.final {
			n++
		}
		return n
	}
	main := setbacks[0]
	var errs []error
	for _, b := range setbacks {
		if b.code == predate.SessionLost {
			b.code = predate.DownloadFailed // of one document only: the others came
		}
		if weight(b) < weight(main) {
			main = b
		}
		if errs = append(errs, b); len(errs) > maxCauses {
			errs = errs[:maxCauses]
		}
	}
	s.stage = main.stage()
	failure := s.fail(main.code, "%d documents: %w", len(setbacks), errors.Join(errs...))
	failure.Elsewhere, failure.Final = elsewhere(main.err), main.final
	return failure
}

// maxCauses bounds what the log is told of documents that could not be had.
const maxCauses = 10
