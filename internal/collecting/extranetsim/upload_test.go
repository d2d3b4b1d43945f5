package extranetsim

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// The dossier to upload holds the papers that an owner may see, and nothing else.
func TestTheDossierToUpload(t *testing.T) {
	site, err := New(Sample(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, e := range view(site.here().entries, spaceOwner, spaceBuilding).entries {
		want = append(want, e.File)
	}
	content, hash := Dossier()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil || len(hash) != 64 {
		t.Fatal(hash, err)
	}
	var have []string
	for _, file := range archive.File {
		have = append(have, file.Name)
	}
	slices.Sort(want)
	slices.Sort(have)
	if !slices.Equal(want, have) {
		t.Errorf("scripts/sample-dossier.sh must run again: the ZIP has %v, the dossier %v", have, want)
	}
	if len(content) > 3<<20 {
		t.Errorf("the ZIP has %d bytes", len(content))
	}
	var order struct {
		Method   string
		TestMode bool `json:"test_mode"`
		Syndic   any
	}
	body, _ := DossierOrder()
	if err := json.Unmarshal(body, &order); err != nil || order.Method != "upload" || !order.TestMode || order.Syndic != nil {
		t.Errorf("%s: %v", body, err)
	}
}
