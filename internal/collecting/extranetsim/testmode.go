package extranetsim

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/base/egress"
)

//go:embed sample
var embedded embed.FS

// Sample gives the sample dossier: extranet.json and files/. Its people, its
// companies and its building are invented.
func Sample() fs.FS {
	sample, err := fs.Sub(embedded, "sample")
	if err != nil { // the path is a constant that is embedded
		return embedded
	}
	return sample
}

// SampleOrder gives the JSON body of an order that the sample dossier answers.
func SampleOrder() ([]byte, error) {
	text, err := embedded.ReadFile("sample/order.json")
	if err != nil {
		return nil, fmt.Errorf("read sample order: %w", err)
	}
	return text, nil
}

// ReferenceDate is the day as of which the sample dossier is complete.
func ReferenceDate() predate.Date { return predate.Date{Year: 2026, Month: time.May, Day: 18} }

// TestHost is the host of the extranet of test mode. It can exist nowhere: the
// name ends in .invalid (RFC 6761 §6.4).
const TestHost = "simulateur.invalid"

// TestURL is the address of the extranet of test mode.
const TestURL = "https://" + TestHost + "/connexion/"

// TestMode gives the extranet of test mode for a username, in process, as its first
// collection meets it.
func TestMode(username string) (http.RoundTripper, error) {
	site, err := OutcomeOf(username).site(0)
	if err != nil {
		return nil, err
	}
	return Transport(site), nil
}

// Visited is the extranet of test mode as a collection meets it.
type Visited struct {
	Client *http.Client // answers in process, whatever the address
	URL    string       // of the extranet
	// Failure stops the collection before anything is asked; nil for nothing.
	Failure *predate.Failure
}

// Visit gives the extranet of test mode under a username, after so many collections.
func Visit(username string, collections int) (Visited, error) {
	o := OutcomeOf(username)
	site, err := o.site(collections)
	if err != nil {
		return Visited{}, err
	}
	v := Visited{Client: egress.InProcess(Transport(site)), URL: TestURL}
	if o.address != "" {
		v.URL = o.address
	}
	if o.before != "" {
		v.Failure = &predate.Failure{Code: o.before, Stage: predate.StageResolve}
	}
	return v, nil
}

// leaving keeps the papers whose titles begin otherwise.
func leaving(out ...string) func(Entry) bool {
	return func(e Entry) bool {
		return !slices.ContainsFunc(out, func(begin string) bool { return strings.HasPrefix(e.Title, begin) })
	}
}

// disputed is one paper more: a second first schedule of the last exercise,
// made the same day as the one in the meeting notice, balanced like it, with
// other arrears and another debt. Nothing says which of the two is right, so
// that a person must.
func disputed() ([]Paper, error) {
	const name = "Annexe_1_2025.pdf"
	data, err := embedded.ReadFile("sample/disputed/" + name)
	if err != nil {
		return nil, fmt.Errorf("read disputed paper: %w", err)
	}
	return []Paper{{
		Entry: Entry{Title: "Annexe 1 – 2025", Category: "Immeuble / Comptabilité", Space: "building", Date: "2026-02-28", File: name},
		Data:  data,
	}}, nil
}

// pileOf makes more papers of no interest than one collection takes.
func pileOf() ([]Paper, error) {
	const many = 1001
	papers := make([]Paper, many)
	for i := range papers {
		name := fmt.Sprintf("Facture_%04d.pdf", i)
		papers[i] = Paper{Entry: Entry{Title: fmt.Sprintf("Facture %04d", i), Category: "Immeuble / Factures", Space: "building", Date: "2025-01-01", File: name}, Data: []byte("%PDF-1.4\n")}
	}
	return papers, nil
}
