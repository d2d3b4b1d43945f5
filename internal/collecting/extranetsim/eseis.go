package extranetsim

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// eseis is the interface behind Sergic's Eseis: a token for a password, then
// folders and documents of the contract and of the building, in pages that end
// with an empty one. The token, the contracts, the folders, the documents and
// the download were seen in a public client. The proof of the session, the
// address of a building, the size of a page and the words of a refusal are
// likeness.
type eseis struct{ *Site }

func (*eseis) token(r *http.Request) string { return eseisTokenOf(r) }

func (*eseis) deny(w http.ResponseWriter, _ *http.Request, status int) { denyOAuth(w, status) }

// routes are the pages of the family.
func (s *eseis) routes() {
	s.open("GET /{$}", shown(shellPage))
	s.open("POST /v1/oauth/token", s.giveToken)
	s.open("POST /v1/oauth/revoke", func(w http.ResponseWriter, r *http.Request) {
		s.forget(r)
		answer(w, http.StatusOK, map[string]any{})
	})
	s.get("/v1/users/me", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"id": 20417, "display_name": s.here().Owner})
	})
	s.get("/v1/users/me/contracts", s.contracts)
	s.get("/v1/places/{place}", s.place)
	s.get("/v2/contract_folders", s.folders(s.byContract, spaceOwner))
	s.get("/v1/contracts/{id}/contract_documents", s.documents(s.byContract, spaceOwner))
	s.get("/v2/places/{place}/coownership_folders", s.folders(s.byPlace, spaceBuilding, spaceCouncil))
	s.get("/v1/places/{place}/coownership_documents", s.documents(s.byPlace, spaceBuilding, spaceCouncil))
	s.get("/v1/sergic_documents", s.file)
}

// eseisTokenOf finds the token in a header, or in the query of a download.
func eseisTokenOf(r *http.Request) string {
	if token := bearer(r); token != "" {
		return token
	}
	return r.URL.Query().Get("access_token")
}

func bearer(r *http.Request) string {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return token
}

// denyOAuth is how an interface behind a token denies a request.
func denyOAuth(w http.ResponseWriter, status int) {
	body := map[string]any{"error": strings.ToLower(strings.ReplaceAll(http.StatusText(status), " ", "_"))}
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		body = map[string]any{"error": "invalid_token", "error_description": "The access token expired"}
	}
	answer(w, status, body)
}

func (s *eseis) giveToken(w http.ResponseWriter, r *http.Request) {
	var sent struct {
		Username, Password, Scope string
		ClientID                  string `json:"client_id"`
		GrantType                 string `json:"grant_type"`
		RefreshToken              string `json:"refresh_token"`
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&sent)
	refuse := func(status int, code, sentence string) {
		answer(w, status, map[string]any{"error": code, "error_description": sentence})
	}
	switch {
	case err != nil || sent.ClientID == "":
		refuse(http.StatusUnauthorized, "invalid_client", "Client authentication failed due to unknown client.")
	case sent.GrantType == "refresh_token":
		token, ok := s.renew(sent.RefreshToken)
		if !ok {
			refuse(http.StatusUnauthorized, "invalid_grant", "The refresh token is invalid.")
			return
		}
		eseisGrant(w, token)
	case sent.GrantType != "password" || sent.Scope != "eseis":
		refuse(http.StatusBadRequest, "unsupported_grant_type", "The authorization grant type is not supported.")
	case s.barred(w):
	default:
		s.password(w, sent.Username, sent.Password)
	}
}

func (s *eseis) password(w http.ResponseWriter, username, password string) {
	refuse := func(status int, code, sentence string) {
		answer(w, status, map[string]any{"error": code, "error_description": sentence})
	}
	if s.captcha() {
		refuse(http.StatusForbidden, "captcha_required", "Merci de confirmer que vous n'êtes pas un robot.")
		return
	}
	token, sentence := s.attempt(username, password)
	i, between := s.interlude()
	switch {
	case sentence != "" && s.has(BadPassword200):
		refuse(http.StatusOK, "invalid_grant", sentence)
	case sentence != "":
		refuse(http.StatusUnauthorized, "invalid_grant", sentence)
	case between:
		s.drop(token)
		refuse(http.StatusForbidden, strings.TrimPrefix(i.path, "/"), i.sentence)
	default:
		eseisGrant(w, token)
	}
}

// eseisGrant gives a token, or none when the site forgot it.
func eseisGrant(w http.ResponseWriter, token string) {
	body := map[string]any{"token_type": "Bearer", "expires_in": 7200, "created_at": 1779098400, "scope": "eseis"}
	if token != "" {
		body["access_token"], body["refresh_token"] = token, "r"+token
	}
	answer(w, http.StatusOK, body)
}

func (s *eseis) contracts(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("by_sergic_offer") != "ESE" {
		answer(w, http.StatusOK, []any{})
		return
	}
	if s.has(NewSite) {
		answer(w, http.StatusOK, map[string]any{"contracts": map[string]any{"edges": []any{}}})
		return
	}
	contracts := []any{}
	for _, a := range s.accounts {
		name := a.Owner
		if a.Lots != "" {
			name = "Lot " + a.Lots + " – " + a.Owner
		}
		contracts = append(contracts, map[string]any{"id": a.number, "display_name": name, "place_id": a.place})
	}
	answer(w, http.StatusOK, contracts)
}

// byContract and byPlace find the account that a request is about.
func (s *eseis) byContract(r *http.Request) (*account, bool) {
	id, _ := strconv.Atoi(or(r.PathValue("id"), r.URL.Query().Get("by_contract")))
	return s.account(id)
}

func (s *eseis) byPlace(r *http.Request) (*account, bool) {
	place, _ := strconv.Atoi(r.PathValue("place"))
	if a := s.here(); a.place == place {
		return a, true
	}
	for i := range s.accounts {
		if s.accounts[i].place == place {
			return &s.accounts[i], true
		}
	}
	return nil, false
}

// found looks the account up and refuses what is not there or not allowed.
func (s *eseis) found(w http.ResponseWriter, r *http.Request, by func(*http.Request) (*account, bool)) (*account, bool) {
	a, ok := by(r)
	switch {
	case !ok:
		answer(w, http.StatusNotFound, map[string]any{"error": "not_found"})
	case a.Restricted:
		answer(w, http.StatusForbidden, map[string]any{"error": "access_restricted", "error_description": "Votre accès à cet espace est restreint."})
	}
	return a, ok && !a.Restricted
}

func (s *eseis) place(w http.ResponseWriter, r *http.Request) {
	if a, ok := s.found(w, r, s.byPlace); ok {
		answer(w, http.StatusOK, map[string]any{
			"id": a.place, "display_name": a.Building, "address": map[string]any{"street": a.Street, "zip_code": a.Zipcode, "city": a.City},
		})
	}
}

func (s *eseis) folders(by func(*http.Request) (*account, bool), spaces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, ok := s.found(w, r, by)
		if !ok {
			return
		}
		folders := []any{}
		if number(r, "page", 1) == 1 {
			for _, f := range s.filled(view(councilApart(a.entries), spaces...)) {
				count := f.count
				if s.has(ShortListing) {
					count += 2
				}
				folders = append(folders, map[string]any{"id": f.id, "display_name": f.trail, "documents_count": count})
			}
		}
		answer(w, http.StatusOK, folders)
	}
}

func (s *eseis) documents(by func(*http.Request) (*account, bool), spaces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, ok := s.found(w, r, by)
		if !ok {
			return
		}
		d := view(councilApart(a.entries), spaces...)
		rows, _ := s.cut(s.rows(d.in(number(r, "by_folder", 0))), number(r, "page", 1), s.size(number(r, "per_page", 0)))
		documents := []any{}
		for _, e := range rows {
			uuid := eseisUUID(e)
			documents = append(documents, map[string]any{
				"id": e.id, "uuid": uuid, "display_name": e.Title, "documents_name": storedName(e),
				"file_url": "/v1/sergic_documents?uuid=" + uuid, "updated_at": nullable(s.midnight(e)),
			})
		}
		answer(w, http.StatusOK, documents)
	}
}

// nullable writes no text as null.
func nullable(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// eseisUUID gives the unique name of a document.
func eseisUUID(e Entry) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "document %d", e.id))
	return fmt.Sprintf("%x-%x-4%x-8%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])[:36]
}

func (s *eseis) file(w http.ResponseWriter, r *http.Request) {
	for _, a := range s.accounts {
		for _, e := range a.entries {
			for _, id := range []int{e.id, e.id + doubled} {
				e.id = id
				if eseisUUID(e) == r.URL.Query().Get("uuid") {
					s.deliver(w, r, e, delivery{refuse: refuseJSON})
					return
				}
			}
		}
	}
	refuseJSON(w, http.StatusNotFound)
}
