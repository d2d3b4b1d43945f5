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

// SamplePaper returns a paper of the sample dossier by its position, from 1, among the
// documents of a simulated “done”. It returns predate.ErrNotFound for any other
// position.
func (*Desk) SamplePaper(place int) (Sample, error) {
	name, hash, content, err := extranetsim.SamplePaper(place)
	if err != nil {
		return Sample{}, fmt.Errorf("find sample paper %d: %w", place, err)
	}
	return Sample{name, hash, content}, nil
}

// SampleDossier returns the papers of the sample dossier as one ZIP file for uploads.
func (*Desk) SampleDossier() Sample {
	content, hash := extranetsim.Dossier()
	return Sample{"dossier-specimen.zip", hash, content}
}

// SampleOrder returns the JSON body of an order to which these papers belong.
func (*Desk) SampleOrder() Sample {
	content, hash := extranetsim.DossierOrder()
	return Sample{"order.json", hash, content}
}
