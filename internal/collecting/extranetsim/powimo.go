package extranetsim

import (
	"net/http"
	"strconv"
)

// powimo is Seiitra's "monespaceclient": a page of scripts behind a Keycloak.
// The address of the authorization was seen complete on real sites, and the
// login is that of Keycloak as it is documented. The interface behind it, its
// paths and its members are likeness: what such a page plausibly asks for.
type powimo struct{ *Site }

func (*powimo) token(r *http.Request) string { return fonciaToken(r) }

func (*powimo) deny(w http.ResponseWriter, _ *http.Request, status int) { denyOAuth(w, status) }

// routes are the pages of the family.
func (s *powimo) routes() {
	s.keycloak()
	s.open("GET /{$}", s.shell)
	s.get("/api/ect/me", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"id": 3107, "nom": s.here().Owner, "email": "camille@example.org"})
	})
	s.get("/api/ect/biens", s.properties)
	s.get("/api/ect/biens/{id}/documents", s.documents)
	s.get("/api/ect/documents/{id}/contenu", s.file("id", delivery{refuse: refuseJSON}))
}

// powimoAuth is the host of the Keycloak.
const powimoAuth = 1

// shell is the page of scripts; it names where to log in.
func (s *powimo) shell(w http.ResponseWriter, r *http.Request) {
	page(w, http.StatusOK, wrap("Mon espace client", `<div id="root"></div><script>window.__CONFIG__={"authUrl":"`+s.origin(r, powimoAuth)+`/auth","realm":"agence","clientId":"`+realmClient+`"};</script><script src="/static/js/main.js"></script>`))
}

func (s *powimo) properties(w http.ResponseWriter, _ *http.Request) {
	if s.has(NewSite) {
		answer(w, http.StatusOK, map[string]any{"_embedded": map[string]any{"patrimoine": []any{}}})
		return
	}
	properties := []any{}
	for _, a := range s.accounts {
		properties = append(properties, map[string]any{
			"id": a.number, "libelle": a.Building, "adresse": a.Street, "codePostal": a.Zipcode, "ville": a.City,
			"lots": nullable(a.Lots), "proprietaire": a.Owner, "accesRestreint": a.Restricted,
		})
	}
	answer(w, http.StatusOK, properties)
}

// documents shows one page, counted from zero.
func (s *powimo) documents(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id")) // what is no number is no account
	a, ok := s.account(id)
	switch {
	case !ok:
		answer(w, http.StatusNotFound, map[string]any{"code": "BIEN_INCONNU"})
		return
	case a.Restricted:
		answer(w, http.StatusForbidden, map[string]any{"code": "ACCES_RESTREINT", "message": "Votre accès à cet espace est restreint."})
		return
	}
	size, list := s.size(number(r, "size", 0)), s.rows(councilApart(a.entries))
	rows, more := s.cut(list, number(r, "page", 0)+1, size)
	content := []any{}
	for _, e := range rows {
		content = append(content, s.document(e))
	}
	answer(w, http.StatusOK, map[string]any{
		"content": content, "totalElements": s.total(list), "totalPages": (s.total(list) + size - 1) / size, "number": number(r, "page", 0), "size": size, "last": !more,
	})
}

func (s *powimo) document(e Entry) map[string]any {
	space := map[string]string{spaceOwner: "COPROPRIETAIRE", spaceBuilding: "IMMEUBLE", spaceCouncil: "CONSEIL"}[e.Space]
	if e.Category == councilFolder {
		space = "CONSEIL"
	}
	var name any
	if e.File != "" {
		name = storedName(e)
	}
	return map[string]any{"id": e.id, "libelle": e.Title, "categorie": e.Category, "espace": space, "date": nullable(s.date(e, "2006-01-02")), "nomFichier": name}
}
