package extranetsim

import (
	"fmt"
	"strings"
	"testing"
)

type eseisGranted struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
}

// walkEseis goes through the folders of the contract and of its building.
func walkEseis(v *visit) {
	api := "https://" + Eseis.Hosts()[1]
	v.get("/")
	var granted eseisGranted
	v.ask(api+"/v1/oauth/token", map[string]string{"username": "camille", "password": v.password, "client_id": "web", "grant_type": "password", "scope": "eseis"}, &granted)
	v.must(granted.AccessToken != "", "no token")
	v.token = granted.AccessToken
	v.refresh = func() bool {
		before := *v
		other := visit{http: v.http, origin: v.origin}
		other.ask(api+"/v1/oauth/token", map[string]string{"grant_type": "refresh_token", "client_id": "web", "refresh_token": granted.RefreshToken}, &granted)
		v.token = granted.AccessToken
		return other.failed == nil && before.token != v.token
	}
	v.get(api + "/v1/users/me")
	var contracts []struct {
		ID          int
		DisplayName string `json:"display_name"`
		PlaceID     int    `json:"place_id"`
	}
	v.read(v.get(api+"/v1/users/me/contracts?by_sergic_offer=ESE"), &contracts)
	v.must(len(contracts) > 0, "no contract")
	for _, c := range contracts {
		var place struct{ Address struct{ Street string } }
		v.read(v.get(fmt.Sprintf("%s/v1/places/%d", api, c.PlaceID)), &place)
		if !strings.Contains(place.Address.Street, "Maraîchers") || strings.Contains(c.DisplayName, "951") {
			continue
		}
		v.eseisFolders(api, fmt.Sprintf("/v2/contract_folders?by_contract=%d&", c.ID), fmt.Sprintf("/v1/contracts/%d/contract_documents", c.ID))
		v.eseisFolders(api, fmt.Sprintf("/v2/places/%d/coownership_folders?", c.PlaceID), fmt.Sprintf("/v1/places/%d/coownership_documents", c.PlaceID))
	}
	v.refresh = nil
	v.ask(api+"/v1/oauth/revoke", map[string]string{}, &struct{}{})
}

func (v *visit) eseisFolders(api, folders, documents string) {
	for n := 1; n < 9; n++ {
		var page []struct {
			ID          int
			DisplayName string `json:"display_name"`
		}
		v.read(v.get(fmt.Sprintf("%s%spage=%d&sort=display_name", api, folders, n)), &page)
		if len(page) == 0 {
			return
		}
		for _, f := range page {
			if f.DisplayName != councilFolder {
				v.eseisDocuments(api, fmt.Sprintf("%s?by_folder=%d", documents, f.ID), f.DisplayName)
			}
		}
	}
}

func (v *visit) eseisDocuments(api, path, category string) {
	seen := map[int]bool{}
	for n := 1; n < 9; n++ {
		var page []struct {
			ID          int
			UUID        string
			DisplayName string `json:"display_name"`
			UpdatedAt   string `json:"updated_at"`
		}
		v.read(v.get(fmt.Sprintf("%s%s&page=%d", api, path, n)), &page)
		if len(page) == 0 {
			return
		}
		for _, d := range page {
			if seen[d.ID] {
				continue
			}
			seen[d.ID] = true
			data := v.get(fmt.Sprintf("%s/v1/sergic_documents?access_token=%s&uuid=%s", api, v.token, d.UUID))
			v.bring(got{d.DisplayName, category, readInstant(d.UpdatedAt), []byte(data)})
		}
	}
}

// TestMidnight: a date is the instant at which it begins in Paris, on both
// sides of both changes of the hour.
func TestMidnight(t *testing.T) {
	site, err := New(papersFS(), Options{Family: Eseis})
	if err != nil {
		t.Fatal(err)
	}
	for date, want := range map[string]string{
		"2026-03-17": "2026-03-16T23:00:00.000Z", "2026-03-29": "2026-03-28T23:00:00.000Z", "2026-03-30": "2026-03-29T22:00:00.000Z",
		"2025-10-26": "2025-10-25T22:00:00.000Z", "2025-10-27": "2025-10-26T23:00:00.000Z", "2026-01-01": "2025-12-31T23:00:00.000Z", "": "",
	} {
		if got := site.midnight(Entry{Date: date}); got != want || readInstant(got) != date {
			t.Errorf("%s: %s, read %s", date, got, readInstant(got))
		}
	}
}

// TestEseisTokens: a token needs a client and a scope, and a refresh token is
// good once.
func TestEseisTokens(t *testing.T) {
	site, err := New(papersFS(), Options{Family: Eseis})
	if err != nil {
		t.Fatal(err)
	}
	for _, sent := range []map[string]string{
		{"username": "a", "password": "b", "grant_type": "password", "scope": "eseis"},
		{"username": "a", "password": "b", "grant_type": "password", "client_id": "web"},
		{"refresh_token": "r123", "grant_type": "refresh_token", "client_id": "web"},
	} {
		v := newVisit(site)
		if v.ask("/v1/oauth/token", sent, &eseisGranted{}); v.failed == nil || site.Logins() != 0 {
			t.Errorf("%v: accepted", sent)
		}
	}
	v := newVisit(site)
	var first, second eseisGranted
	v.ask("/v1/oauth/token", map[string]string{"username": "a", "password": "b", "client_id": "web", "grant_type": "password", "scope": "eseis"}, &first)
	renewal := map[string]string{"grant_type": "refresh_token", "client_id": "web", "refresh_token": first.RefreshToken}
	v.ask("/v1/oauth/token", renewal, &second)
	if v.failed != nil || second.AccessToken == first.AccessToken || site.Open() != 1 {
		t.Fatalf("%+v, %+v, %v", first, second, v.failed)
	}
	if v.ask("/v1/oauth/token", renewal, &second); v.failed == nil {
		t.Error("a refresh token served twice")
	}
}
