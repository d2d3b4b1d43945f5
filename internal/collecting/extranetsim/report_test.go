package extranetsim

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"testing"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/reading/report"
)

// readSample gives the way from the documents of a site to a statement, as the
// product goes it. The council's papers are not read: they are never collected.
func readSample(t *testing.T) func(Options) predate.Statement {
	t.Helper()
	ctx := context.Background()
	reader := reading.New(reading.Options{
		Pages: enginetest.Printed(t), Engine: "test", Cache: reading.DirCache{Dir: t.TempDir()}, Cores: seats.New(seats.Options{Seats: 2}), Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t),
	})
	return func(o Options) predate.Statement {
		site, err := New(Sample(), o)
		if err != nil {
			t.Fatal(err)
		}
		var files []reading.File
		for _, e := range view(site.here().entries, spaceOwner, spaceBuilding).entries {
			files = append(files, reading.File{Document: predate.DocumentID(len(files) + 1), Name: e.File, Open: func(context.Context) (io.ReadCloser, error) {
				data, err := e.read()
				return io.NopCloser(bytes.NewReader(data)), err
			}})
		}
		s, err := reader.Read(ctx, reading.Dossier{Order: sampleOrderValue(t), ReferenceDate: ReferenceDate(), Files: files})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// TestScenariosAreRead: the dossiers of test mode lead where their names say,
// by the reading of their papers and by nothing else.
func TestScenariosAreRead(t *testing.T) {
	read := readSample(t)
	for _, tc := range Outcomes() {
		if tc.Failure != "" || tc.Slow {
			continue // the same papers, later or never
		}
		o, err := tc.switches(0)
		if err != nil {
			t.Fatal(err)
		}
		s := read(o)
		var missing []string
		for _, gap := range predate.Blocking(s.Outcome.Missing) {
			missing = append(missing, gap.Code)
		}
		want, lacking := predate.OutcomeDone, strings.Join(tc.Missing, " ")
		switch {
		case tc.Review || tc.Verdict != predate.SandboxUndecided:
			want, lacking = predate.OutcomeReview, "" // whatever is decided of it then
		case tc.State == predate.Waiting:
			want = predate.OutcomeWaiting
		}
		if s.Outcome.State != want || strings.Join(missing, " ") != lacking {
			t.Errorf("%s: %+v", tc.Username, s.Outcome)
		}
	}
}

func sampleOrderValue(t *testing.T) predate.Order {
	t.Helper()
	var body struct {
		Address, Additional, City, Zipcode, Lots, Comment string
		Owners                                            []predate.Owner
		Invoice                                           predate.Payer
		Syndic                                            predate.Syndic
		AllDuePaid                                        bool `json:"all_due_paid"`
	}
	text, err := SampleOrder()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatal(err)
	}
	return predate.Order{
		ID: "TEST22", Property: predate.Address{Street: body.Address, Additional: body.Additional, City: body.City, Zipcode: body.Zipcode},
		Owners: body.Owners, Payer: body.Invoice, Method: predate.MethodExtranet, Syndic: body.Syndic, Lots: body.Lots,
		Comment: body.Comment, AllDuePaid: body.AllDuePaid, TestMode: true,
	}
}

// TestSampleReport: the specimen is a done statement of the sample's own files.
// With -update it is read anew.
func TestSampleReport(t *testing.T) {
	const name = "report.json"
	if flag.Lookup("update").Value.String() == "true" {
		text, err := report.Encode(readSample(t)(Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o644); err != nil { //nolint:gosec // a public sample
			t.Fatal(err)
		}
		sampleReport = text
	}
	s, err := report.Decode(SampleReport())
	if err != nil {
		t.Fatal(err)
	}
	if s.Outcome.State != predate.OutcomeDone || len(predate.Blocking(s.Outcome.Missing))+len(s.Outcome.Reasons) != 0 {
		t.Errorf("%+v", s.Outcome)
	}
	for _, document := range s.Documents {
		data, err := fs.ReadFile(Sample(), "files/"+document.File)
		sum := sha256.Sum256(data)
		if err != nil || document.Hash != predate.Hash(hex.EncodeToString(sum[:])) {
			t.Errorf("%s: %s, %v", document.File, document.Hash, err)
		}
	}
	if len(s.Documents) != 37 {
		t.Errorf("%d documents", len(s.Documents))
	}
}
