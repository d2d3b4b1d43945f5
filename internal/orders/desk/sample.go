package desk

import (
	"fmt"

	"predate"
	"predate/internal/collecting/extranetsim"
)

// Sample is a file of the sample dossier of the sandbox.
type Sample struct {
	Name    string
	Hash    predate.Hash
	Content []byte
}

// SamplePaper gives a paper of the sample dossier by its place among the documents of a
// simulated “done”, from 1; another place is predate.ErrNotFound.
func (*Desk) SamplePaper(place int) (Sample, error) {
	name, hash, content, err := extranetsim.SamplePaper(place)
	if err != nil {
		return Sample{}, fmt.Errorf("find sample paper %d: %w", place, err)
	}
	return Sample{name, hash, content}, nil
}

// SampleDossier gives the papers of the sample dossier as one ZIP, to upload.
func (*Desk) SampleDossier() Sample {
	content, hash := extranetsim.Dossier()
	return Sample{"dossier-specimen.zip", hash, content}
}

// SampleOrder gives the JSON body of an order that these papers answer.
func (*Desk) SampleOrder() Sample {
	content, hash := extranetsim.DossierOrder()
	return Sample{"order.json", hash, content}
}
