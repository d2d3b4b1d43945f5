package pipeline

import (
	"predate/internal/orders/desk"
	"predate/internal/reading"
)

// Dossier returns the dossier from which the pipeline reads a case, for callers that
// inspect a case before anything is recorded.
func (p *Pipeline) Dossier(c desk.Case) reading.Dossier {
	return DossierOf(c, p.subject(c), p.Blobs)
}
