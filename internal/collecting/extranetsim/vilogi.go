package extranetsim

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// vilogi is the REST interface of Vilogi, which takes the static token of an
// application with every call and knows no session. The login, the kinds
// mandatSyndic, contratEntretien, assurances and assemblee, the names of the
// parameters, which differ from one kind to another, the file of a contract and
// the counter of calls were seen in public clients. What the login answers, the
// other kinds, most members and the words of a refusal are likeness. The pages
// for people (Struts, *.do) are not simulated.
type vilogi struct{ *Site }

func (*vilogi) token(r *http.Request) string { return bearer(r) }

func (*vilogi) deny(w http.ResponseWriter, _ *http.Request, status int) { denyOAuth(w, status) }

// routes are the pages of the family.
func (s *vilogi) routes() {
	s.open("GET /{$}", shown(shellPage))
	s.open("POST /rest/connexionMulti", s.login)
	s.open("GET /rest/callApi", func(w http.ResponseWriter, r *http.Request) {
		if s.known(w, r) {
			answer(w, http.StatusOK, map[string]any{"nbAppel": s.Requests()})
		}
	})
	s.open("GET /rest/adherant/copro", s.call("", s.owner))
	for _, kind := range vilogiKinds() {
		s.open("GET /rest/"+kind.name, s.call(kind.name, s.list(kind)))
		s.open("GET /rest/"+kind.name+"/getFile/{id}", s.call("getFile", func(w http.ResponseWriter, r *http.Request, _ *account) {
			s.file("id", delivery{refuse: refuseJSON})(w, r)
		}))
	}
}

// vilogiKind is a kind of document, with the names that its list gives things.
type vilogiKind struct {
	name, title, date, file string
	words                   []string // of a category or a title that is of this kind
}

// vilogiKinds lists the kinds. The first takes what is of no other: papers that
// are joined to a meeting.
func vilogiKinds() []vilogiKind {
	return []vilogiKind{
		{"assemblee", "libelle", "date", "id", nil},
		{"reglement", "nom", "date", "id", []string{"règlement"}},
		{"carnetEntretien", "libelle", "date", "id", []string{"carnet"}},
		{"diagnostic", "libelle", "date", "id", []string{"diagnostic"}},
		{"assurances", "nom", "dateeffet", "idFichier", []string{"assurance"}},
		{"mandatSyndic", "libelle", "date", "idFichier", []string{"contrat de syndic", "mandat"}},
		{"contratEntretien", "nom", "dateeffet", "idFichier", []string{"contrat"}},
		{"appelFonds", "libelle", "date", "id", []string{"appel"}},
		{"releve", "libelle", "date", "id", nil},
		{"conseilSyndical", "libelle", "date", "id", nil},
	}
}

// vilogiKindOf files a document.
func vilogiKindOf(e Entry) string {
	if e.Space == spaceCouncil || e.Category == councilFolder {
		return "conseilSyndical"
	}
	for _, text := range []string{strings.ToLower(e.Category), strings.ToLower(e.Title)} {
		for _, kind := range vilogiKinds() {
			if slices.ContainsFunc(kind.words, func(word string) bool { return strings.Contains(text, word) }) {
				return kind.name
			}
		}
	}
	if e.Space == spaceOwner {
		return "releve"
	}
	return "assemblee"
}

// known refuses a call without the token of an application.
func (s *vilogi) known(w http.ResponseWriter, r *http.Request) bool {
	token := r.URL.Query().Get("token")
	if token == "" || s.options.Token != "" && token != s.options.Token {
		answer(w, http.StatusForbidden, map[string]any{"error": "token"})
		return false
	}
	return true
}

func (s *vilogi) login(w http.ResponseWriter, r *http.Request) {
	var sent struct{ Login, Pwd string }
	if !s.known(w, r) {
		return
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&sent); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"error": "Requête invalide"})
		return
	}
	if s.barred(w) {
		return
	}
	token, sentence := s.attempt(sent.Login, sent.Pwd)
	s.drop(token) // there is no session
	switch {
	case sentence != "" && s.has(BadPassword200):
		answer(w, http.StatusOK, []any{})
		return
	case sentence != "":
		answer(w, http.StatusUnauthorized, map[string]any{"error": sentence})
		return
	}
	homes := []any{}
	for _, a := range s.accounts {
		name, first := vilogiName(a.Owner)
		homes = append(homes, map[string]any{
			"idCopro": a.place, "idAdh": a.number, "nom": name, "prenom": first, "copro": a.Building, "adresse": a.Street, "cp": a.Zipcode, "ville": a.City, "lots": a.Lots,
		})
	}
	answer(w, http.StatusOK, homes)
}

// vilogiName parts "NOM Prénom".
func vilogiName(owner string) (name, first string) {
	at := strings.LastIndex(owner, " ")
	return owner[:max(at, 0)], owner[at+1:]
}

// call lets a call pass that names its account as its kind wants it.
func (s *vilogi) call(kind string, next func(http.ResponseWriter, *http.Request, *account)) http.HandlerFunc {
	copro, owner := "idCopro", "idAdh"
	if kind == "mandatSyndic" {
		copro, owner = "copro", "id"
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.known(w, r) {
			return
		}
		a, ok := s.account(number(r, owner, 0))
		if !ok || number(r, copro, 0) != a.place {
			answer(w, http.StatusBadRequest, map[string]any{"error": "Paramètre manquant : " + copro + ", " + owner})
			return
		}
		caller := "adherent " + strconv.Itoa(a.number)
		s.mu.Lock()
		if s.sessions[caller] == nil { // only its calls are counted
			s.sessions[caller] = &session{inside: true}
		}
		s.mu.Unlock()
		switch status := s.enter(caller); {
		case status == http.StatusTooManyRequests:
			w.Header().Set("Retry-After", "120")
			answer(w, status, map[string]any{"error": "Quota d'appels dépassé"})
		case status != http.StatusOK:
			answer(w, status, map[string]any{"error": http.StatusText(status)})
		case s.has(MaintenanceInside):
			page(w, http.StatusOK, maintenancePage)
		case kind != "" && a.Restricted:
			answer(w, http.StatusForbidden, map[string]any{"error": "Votre accès à cet espace est restreint."})
		default:
			next(w, r, a)
		}
	}
}

func (s *vilogi) owner(w http.ResponseWriter, _ *http.Request, a *account) {
	name, first := vilogiName(a.Owner)
	answer(w, http.StatusOK, map[string]any{"id": a.number, "nom": name, "prenom": first, "idCopro": a.place})
}

func (s *vilogi) list(kind vilogiKind) func(http.ResponseWriter, *http.Request, *account) {
	return func(w http.ResponseWriter, _ *http.Request, a *account) {
		if s.has(NewSite) {
			answer(w, http.StatusOK, map[string]any{"resultats": map[string]any{}})
			return
		}
		var filed []Entry
		for _, e := range a.entries {
			if vilogiKindOf(e) == kind.name {
				filed = append(filed, e)
			}
		}
		list := []any{}
		for _, e := range s.rows(filed) {
			row := map[string]any{kind.title: e.Title, kind.date: s.date(e, slashed), kind.file: e.id, "fichier": nil}
			if e.File != "" {
				row["fichier"] = storedName(e)
			}
			list = append(list, row)
		}
		answer(w, http.StatusOK, list)
	}
}
