package pipeline

import (
	"predate/internal/orders/desk"
	"predate/internal/reading"
)

// Dossier is what the pipeline reads a case from, for those who look at a case
// before anything is recorded.
func (p *Pipeline) Dossier(c desk.Case) reading.Dossier {
	return DossierOf(c, p.subject(c), p.Blobs)
}
