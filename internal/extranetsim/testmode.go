package extranetsim

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"predate"
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

// The magic usernames of test mode; any other one is TestDone.
const (
	TestDone            = "test-done"
	TestWaitingDocument = "test-waiting-document"
	TestBadPassword     = "test-bad-password"
	TestSecondFactor    = "test-second-factor"
	TestSiteDown        = "test-site-down"
	TestReview          = "test-review"
)

// TestMode gives the extranet of test mode for a username, in process.
func TestMode(username string) (http.RoundTripper, error) {
	o, err := scenario(username)
	if err != nil {
		return nil, err
	}
	site, err := New(Sample(), o)
	if err != nil {
		return nil, err
	}
	return Transport(site), nil
}

func scenario(username string) (Options, error) {
	switch strings.ToLower(strings.TrimSpace(username)) {
	case TestWaitingDocument:
		return Options{Keep: withoutSchedule1}, nil
	case TestBadPassword:
		return Options{Trouble: BadPassword}, nil
	case TestSecondFactor:
		return Options{Trouble: AsksSecondFactor}, nil
	case TestSiteDown:
		return Options{Trouble: Maintenance}, nil
	case TestReview:
		papers, err := disputed()
		return Options{More: papers}, err
	}
	return Options{}, nil
}

// withoutSchedule1 leaves out the first schedule and the meeting notice, whose
// joined pieces hold it.
func withoutSchedule1(e Entry) bool {
	return !strings.HasPrefix(e.Title, "Annexe 1") && !strings.HasPrefix(e.Title, "Convocation")
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
