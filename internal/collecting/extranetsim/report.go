package extranetsim

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"

	"predate"
)

//go:embed report.json
var sampleReport []byte

// SampleReport gives the statement of the sample dossier, already computed, as
// JSON of internal/reading/report: rehearsals of "done" carry it without reading the
// papers again.
func SampleReport() []byte { return bytes.Clone(sampleReport) }

// SamplePaper gives a paper of the sample dossier by its place among the
// documents of SampleReport, from 1; another place is predate.ErrNotFound.
func SamplePaper(place int) (name string, hash predate.Hash, content []byte, err error) {
	var listed struct {
		Documents []struct {
			File   string       `json:"file"`
			SHA256 predate.Hash `json:"sha256"`
		} `json:"documents"`
	}
	if err := json.Unmarshal(sampleReport, &listed); err != nil {
		return "", "", nil, fmt.Errorf("read the sample report: %w", err)
	}
	if place < 1 || place > len(listed.Documents) {
		return "", "", nil, predate.ErrNotFound
	}
	paper := listed.Documents[place-1]
	if content, err = embedded.ReadFile("sample/files/" + paper.File); err != nil {
		return "", "", nil, fmt.Errorf("read sample paper %s: %w", paper.File, err)
	}
	return paper.File, paper.SHA256, content, nil
}
