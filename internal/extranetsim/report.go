package extranetsim

import (
	"bytes"
	_ "embed"
)

//go:embed report.json
var sampleReport []byte

// SampleReport gives the statement of the sample dossier, already computed, as
// JSON of internal/report: rehearsals of "done" carry it without reading the
// papers again.
func SampleReport() []byte { return bytes.Clone(sampleReport) }
