package extranetsim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// walkXnet goes through a site of the JSON family, whichever its layout is.
func walkXnet(v *visit) {
	v.get("/connexion/")
	v.must(!strings.Contains(v.transcript[len(v.transcript)-1], " 503 "), "maintenance")
	var welcome struct{ Authentication bool }
	v.ask("/authenticate", map[string]string{"login": "camille", "password": v.password}, &welcome)
	v.must(welcome.Authentication, "refused")
	v.get("/extranet")
	var me struct{ Success bool }
	v.read(v.get("/api/current-logged-user"), &me)
	v.must(me.Success, "nobody")
	api := "/api/extranet"
	if resp, err := v.http.Get(v.origin + api + "/coproprietaire/documents/classeur"); err == nil {
		_ = resp.Body.Close()
		if resp.StatusCode == http.StatusNotFound {
			api = "/extranet"
		}
	}
	var tree struct {
		AllClasseurs json.RawMessage
		Data         *struct{}
	}
	v.read(v.get(api+"/coproprietaire/documents/classeur"), &tree)
	v.must(tree.Data != nil, "another shape")
	for _, f := range xnetFoldersRead(tree.AllClasseurs) {
		if f.FileCount > 0 {
			v.xnetFolder(api, f.ID, f.Nom)
		}
	}
	var receipt struct{ Reference string }
	v.ask(api+"/coproprietaire/demandes", map[string]any{
		"objet": "Pièce", "pieces": []any{map[string]any{"file_name": "a.pdf", "mime_type": "application/pdf", "base64": []byte("%PDF-")}},
	}, &receipt)
	v.must(receipt.Reference != "", "no receipt")
	v.get(api + "/coproprietaire/demandes")
	v.get("/api/deconnexion")
}

type xnetFolderRead struct {
	ID        int
	Nom       string
	FileCount int
}

// xnetFoldersRead reads a list or a map.
func xnetFoldersRead(text json.RawMessage) []xnetFolderRead {
	var all []xnetFolderRead
	byID := map[string]xnetFolderRead{}
	if json.Unmarshal(text, &all) != nil && json.Unmarshal(text, &byID) == nil {
		for id := firstFolder; id < firstFolder+len(byID); id++ {
			all = append(all, byID[fmt.Sprint(id)])
		}
	}
	return all
}

func (v *visit) xnetFolder(api string, folder int, name string) {
	seen := map[int]bool{}
	for n, total := 1, 1; len(seen) < total && n < 9 && v.failed == nil; n++ {
		var list struct {
			TotalItemCount int
			Data           struct {
				Documents []struct {
					ID                int
					Title             string
					DateCommit        string `json:"date_commit"`
					DateCommitLibelle string `json:"date_commit_libelle"`
				}
			}
		}
		v.read(v.get(fmt.Sprintf("%s/coproprietaire/documents/classeur/%d?itemCountPerPage=100&currentPageNumber=%d", api, folder, n)), &list)
		total = list.TotalItemCount
		for _, d := range list.Data.Documents {
			if seen[d.ID] {
				continue
			}
			seen[d.ID] = true
			date := readDate(d.DateCommitLibelle)
			if d.DateCommit != "" {
				date = d.DateCommit[:10]
			}
			v.bring(got{d.Title, name, date, v.xnetFile(api, d.ID)})
		}
	}
}

func (v *visit) xnetFile(api string, id int) []byte {
	if api == "/extranet" {
		return []byte(v.get(fmt.Sprintf("/extranet/documents/download/%d", id)))
	}
	text := v.get(fmt.Sprintf("/api/extranet/documents/downloadFile/%d", id))
	var envelope struct{ Base64 []byte }
	if strings.HasPrefix(text, "%PDF") || json.Unmarshal([]byte(text), &envelope) != nil {
		return []byte(text)
	}
	return envelope.Base64
}

// TestXnetDeposit: what is deposited is kept under the number that was given,
// even when nobody learns it.
func TestXnetDeposit(t *testing.T) {
	for trouble, want := range map[Trouble]struct {
		receipt string
		kept    int
	}{
		"": {"DEM-2026-000991", 1}, DepositNoReceipt: {"", 1}, DepositLost: {"DEM-2026-000991", 1}, DepositRefused: {"", 0}, DepositClosed: {"", 0},
	} {
		site, v := walkThrough(t, Options{Trouble: trouble})
		kept := site.Deposits()
		if len(kept) != want.kept || (trouble == "") != (v.failed == nil) {
			t.Errorf("%q: %+v, %v", trouble, kept, v.failed)
			continue
		}
		if want.kept == 1 && (kept[0].Receipt != want.receipt || kept[0].Filename != "a.pdf" || string(kept[0].Data) != "%PDF-" || kept[0].Subject != "Pièce") {
			t.Errorf("%q: %+v", trouble, kept[0])
		}
	}
}
