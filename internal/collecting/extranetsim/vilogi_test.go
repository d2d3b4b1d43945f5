package extranetsim

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// walkVilogi goes through the kinds of documents, with every name that a
// parameter has.
func walkVilogi(v *visit) {
	var homes []struct {
		IDCopro, IDAdh int
		Adresse, Lots  string
	}
	v.ask("/rest/connexionMulti?token=app", map[string]string{"login": "camille", "pwd": v.password}, &homes)
	v.must(len(homes) > 0, "refused")
	for _, h := range homes {
		who := fmt.Sprintf("?token=app&copro=%d&id=%d&idCopro=%[1]d&idAdh=%[2]d", h.IDCopro, h.IDAdh)
		v.get("/rest/adherant/copro" + who)
		if !strings.Contains(h.Adresse, "Maraîchers") || h.Lots == "951" {
			continue
		}
		for _, kind := range vilogiKinds() {
			if kind.name != "conseilSyndical" {
				v.vilogiKind(kind, who)
			}
		}
	}
}

func (v *visit) vilogiKind(kind vilogiKind, who string) {
	var list []map[string]any
	v.read(v.get("/rest/"+kind.name+who), &list)
	seen := map[any]bool{}
	for _, row := range list {
		if row["fichier"] == nil || seen[row[kind.file]] {
			continue
		}
		seen[row[kind.file]] = true
		date, _ := row[kind.date].(string)
		title, _ := row[kind.title].(string)
		v.bring(got{title, kind.name, readDate(date), []byte(v.get(fmt.Sprintf("/rest/%s/getFile/%v%s", kind.name, row[kind.file], who)))})
	}
}

// TestVilogiNames: a kind takes the names of its parameters and no others, and
// nothing works without the token of the application.
func TestVilogiNames(t *testing.T) {
	site, err := New(papersFS(), Options{Family: Vilogi, Token: "app"})
	if err != nil {
		t.Fatal(err)
	}
	older, newer := fmt.Sprintf("copro=%d&id=%d", firstPlace, firstAccount), fmt.Sprintf("idCopro=%d&idAdh=%d", firstPlace, firstAccount)
	for path, want := range map[string]string{
		"/rest/mandatSyndic?token=app&" + older:        "200 ",
		"/rest/mandatSyndic?token=app&" + newer:        "400 ",
		"/rest/assurances?token=app&" + newer:          "200 ",
		"/rest/assurances?token=app&" + older:          "400 ",
		"/rest/assurances?token=else&" + newer:         `403 {"error":"token"}`,
		"/rest/assurances?" + newer:                    `403 {"error":"token"}`,
		"/rest/callApi?token=app":                      "200 {\"nbAppel\":",
		"/rest/assemblee/getFile/1?token=app&" + newer: "404 ",
	} {
		v := newVisit(site)
		req, err := http.NewRequest(http.MethodGet, v.address(path), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.whatever(t, req); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}
