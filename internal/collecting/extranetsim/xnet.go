package extranetsim

import (
	"encoding/json"
	"html"
	"net/http"
	"strconv"
)

// xnet is the JSON interface behind a session cookie. The login, the expired
// password, the folders, the documents, both layouts of paths and both kinds of
// download were seen on real sites. The second page of a folder, the code, the
// captcha, the terms and the deposits are likeness.
type xnet struct{ *Site }

func (*xnet) token(r *http.Request) string { return cookieOf(r, "x14") }

func (*xnet) deny(w http.ResponseWriter, _ *http.Request, status int) { denyJSON(w, status) }

// routes are the pages of the family.
func (s *xnet) routes() {
	api, file, form := "/api/extranet", "/api/extranet/documents/downloadFile/{id}", delivery{envelope: true, refuse: refuseJSON}
	if s.shaped(Older) {
		api, file = "/extranet", "/extranet/documents/download/{id}"
	}
	if s.shaped(Older) || s.shaped(Raw) {
		form.envelope, form.mediaType = false, "application/octet-stream"
	}
	owner := view(s.here().entries, spaceOwner, spaceBuilding)
	council := view(s.here().entries, spaceCouncil)
	s.open("GET /{$}", s.landing)
	s.open("GET /connexion/", s.landing)
	s.open("POST /authenticate", s.login)
	s.open("GET /api/deconnexion", s.logout)
	s.interludePages()
	s.get("/extranet", s.shell)
	s.get("/api/current-logged-user", s.user)
	s.get(api+"/coproprietaire/documents/classeur", s.folders(owner))
	s.get(api+"/coproprietaire/documents/classeur/{id}", s.documents(owner))
	s.get(api+"/conseil-syndical/documents/classeur", s.folders(council))
	s.get(api+"/conseil-syndical/documents/classeur/{id}", s.documents(council))
	s.get(file, s.file("id", form))
	s.get(api+"/coproprietaire/demandes", s.requestList)
	s.post(api+"/coproprietaire/demandes", s.takeDeposit)
}

func (s *xnet) landing(w http.ResponseWriter, _ *http.Request) {
	if s.captcha() {
		page(w, http.StatusOK, wrap("Connexion", `<div id="connexionContainer"><form><input type="password" name="password">`+captchaWidget+`</form></div>`))
		return
	}
	page(w, http.StatusOK, loginPage)
}

func (s *xnet) login(w http.ResponseWriter, r *http.Request) {
	var sent struct{ Login, Password string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&sent); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"authentication": false, "authenticationResult": "Requête invalide"})
		return
	}
	if s.barred(w) {
		return
	}
	token, sentence := s.attempt(sent.Login, sent.Password)
	if sentence != "" {
		status := http.StatusUnauthorized
		if s.has(BadPassword200) {
			status = http.StatusOK
		}
		answer(w, status, map[string]any{"authentication": false, "authenticationResult": sentence})
		return
	}
	if token != "" {
		http.SetCookie(w, &http.Cookie{Name: "x14", Value: token, Path: "/", HttpOnly: true})
	}
	answer(w, http.StatusOK, map[string]any{
		"authentication": true, "authenticationResult": "Authentification réussie", "authenticationToken": token,
		"data": map[string]any{
			"AuthStorage": map[string]any{"id": 3107, "nom": "Espace copropriétaire", "login": sent.Login, "expiration": 1893456000},
			"Agence":      map[string]any{"id": 12, "nom": "Cabinet simulé", "computedName": "cabinet-simule"},
		},
	})
}

// shell is where an expired password shows itself, by a redirect after a
// good login.
func (s *xnet) shell(w http.ResponseWriter, r *http.Request) {
	if i, ok := s.interlude(); ok {
		http.Redirect(w, r, i.path, http.StatusFound)
		return
	}
	page(w, http.StatusOK, shellPage)
}

func (s *xnet) logout(w http.ResponseWriter, r *http.Request) {
	s.forget(r)
	answer(w, http.StatusOK, map[string]any{"success": true})
}

func (s *xnet) user(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{"success": true, "user": map[string]any{
		"id": 3107, "ref": "0013", "login": "masqué", "nom": "Copropriétaire", "nom_copro": html.EscapeString(s.here().Building), "ref_copro": "0147",
		"id_copro": 147, "identites_id": 3107, "acl_roles_id": 3, "acl_roles_libelle": "Copropriétaire", "membre_conseil": 0,
		"president_conseil": 0, "date_derniere_connexion": nil, "expiration": 1893456000,
	}})
}

// folders shows the tree. Like the real interface, it writes an empty
// object as an empty list.
func (s *xnet) folders(d dossier) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if s.has(NewSite) {
			answer(w, http.StatusOK, map[string]any{"folders": []any{}, "version": 2})
			return
		}
		all, top, byID := []any{}, []any{}, map[string]any{}
		for _, f := range s.foldersOf(d) {
			shown := xnetFolder(f)
			all = append(all, shown)
			byID[strconv.Itoa(f.id)] = shown
			if f.parent == 0 {
				top = append(top, shown)
			}
		}
		body := map[string]any{
			"allClasseurs": all, "totalItemCount": 0, "resultsCount": 0,
			"data": map[string]any{"Classeur": []any{}, "Classeurs": top, "Documents": []any{}},
		}
		if s.shaped(FoldersAsMap) && len(byID) > 0 {
			body["allClasseurs"] = byID
		}
		answer(w, http.StatusOK, body)
	}
}

func xnetFolder(f folder) map[string]any {
	shown := map[string]any{"id": f.id, "nom": f.name, "parent": nil, "fileCount": f.count, "icon": "folder", "dateActualisation": "2026-05-11 08:00:00"}
	if f.parent != 0 {
		shown["parent"] = f.parent
	}
	return shown
}

// documents shows one page of a folder.
func (s *xnet) documents(d dossier) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		folders := s.foldersOf(d)
		id, err := strconv.Atoi(r.PathValue("id"))
		if err != nil || id < firstFolder || id >= firstFolder+len(folders) {
			answer(w, http.StatusNotFound, map[string]any{"success": false})
			return
		}
		list := s.rows(d.in(id))
		rows, _ := s.cut(list, number(r, "currentPageNumber", 1), s.size(number(r, "itemCountPerPage", 0)))
		documents := []any{}
		for _, e := range rows {
			documents = append(documents, s.document(e))
		}
		answer(w, http.StatusOK, map[string]any{
			"allClasseurs": []any{}, "totalItemCount": s.total(list), "resultsCount": len(documents),
			"data": map[string]any{"Classeur": xnetFolder(folders[id-firstFolder]), "Classeurs": []any{}, "Documents": documents},
		})
	}
}

// document shows an entry. Its date is an instant; a site that writes dates
// for people alone has it in the other member.
func (s *xnet) document(e Entry) map[string]any {
	shown := map[string]any{
		"id": e.id, "documents_classeurs_id": e.folder, "file_name": storedName(e), "title": e.Title,
		"mime_type": "application/pdf", "date_commit": nil, "date_commit_libelle": s.date(e, slashed), "thumb_url": nil,
	}
	printed := s.shaped(NoDates) || s.shaped(DottedDates) || s.shaped(SlashedDates) || s.shaped(DatesInWords)
	if e.Date != "" && !printed {
		shown["date_commit"] = e.Date + " 09:30:00"
	}
	return shown
}
