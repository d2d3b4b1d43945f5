package extranetsim

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Site is a simulated extranet. It is an http.Handler, safe for concurrent
// use.
type Site struct {
	options        Options
	files          fs.FS
	owner, council dossier
	mux            *http.ServeMux

	mu       sync.Mutex
	logins   int
	sessions map[string]int // requests made, by token
	lost     bool           // the session was ended once
	broken   bool           // the transfer was broken once
}

// New makes a site of a dossier: a folder that holds extranet.json and files/.
func New(source fs.FS, o Options) (*Site, error) {
	if o.PageSize == 0 {
		o.PageSize = 100
	}
	if o.After == 0 {
		o.After = 3
	}
	s := &Site{options: o, files: source, sessions: map[string]int{}, mux: http.NewServeMux()}
	var err error
	if s.owner, s.council, err = readDossier(source, o); err != nil {
		return nil, err
	}
	s.routes()
	return s, nil
}

func (s *Site) routes() {
	api, file := "/api/extranet", "/api/extranet/documents/downloadFile/{id}"
	if s.options.Older {
		api, file = "/extranet", "/extranet/documents/download/{id}"
	}
	s.mux.HandleFunc("GET /{$}", s.landing)
	s.mux.HandleFunc("GET /connexion/", s.landing)
	s.mux.HandleFunc("POST /authenticate", s.authenticate)
	s.mux.HandleFunc("GET /extranet", s.inside(s.shell))
	s.mux.HandleFunc("GET /password-expiration", s.shown(expiredPage))
	s.mux.HandleFunc("GET /double-authentification", s.shown(codePage))
	s.mux.HandleFunc("GET /api/current-logged-user", s.inside(s.whoAmI))
	s.mux.HandleFunc("GET "+api+"/coproprietaire/documents/classeur", s.inside(s.listFolders(&s.owner)))
	s.mux.HandleFunc("GET "+api+"/coproprietaire/documents/classeur/{id}", s.inside(s.listDocuments(&s.owner)))
	s.mux.HandleFunc("GET "+api+"/conseil-syndical/documents/classeur", s.inside(s.listFolders(&s.council)))
	s.mux.HandleFunc("GET "+api+"/conseil-syndical/documents/classeur/{id}", s.inside(s.listDocuments(&s.council)))
	s.mux.HandleFunc("GET "+file, s.inside(s.download))
	s.mux.HandleFunc("GET /api/deconnexion", s.logout)
}

// ServeHTTP answers one request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.options.Delay > 0 {
		timer := time.NewTimer(s.options.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return
		}
	}
	switch s.options.Trouble {
	case Maintenance:
		w.Header().Set("Retry-After", "900")
		page(w, http.StatusServiceUnavailable, maintenancePage)
	case MaintenancePage:
		page(w, http.StatusOK, maintenancePage)
	default:
		s.mux.ServeHTTP(w, r)
	}
}

// Logins says how many times somebody logged in or tried to.
func (s *Site) Logins() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logins
}

// Open says how many sessions were not closed by a logout.
func (s *Site) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sessions)
}

func (s *Site) landing(w http.ResponseWriter, _ *http.Request) {
	if s.options.Trouble == AsksCaptcha {
		page(w, http.StatusOK, captchaPage)
		return
	}
	page(w, http.StatusOK, loginPage)
}

func (s *Site) shell(w http.ResponseWriter, r *http.Request) {
	switch s.options.Trouble {
	case ExpiredPassword:
		http.Redirect(w, r, "/password-expiration", http.StatusFound)
	case AsksSecondFactor:
		http.Redirect(w, r, "/double-authentification", http.StatusFound)
	default:
		page(w, http.StatusOK, shellPage)
	}
}

func (s *Site) shown(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { page(w, http.StatusOK, text) }
}

func page(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // the client went away
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client went away
}

// authenticate opens a session, or says why not.
func (s *Site) authenticate(w http.ResponseWriter, r *http.Request) {
	var sent struct{ Login, Password string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&sent); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"authentication": false, "authenticationResult": "Requête invalide"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logins++
	if sentence := s.refusal(sent.Login, sent.Password); sentence != "" {
		answer(w, http.StatusUnauthorized, map[string]any{"authentication": false, "authenticationResult": sentence})
		return
	}
	if s.options.Trouble == Wall {
		page(w, http.StatusForbidden, "<html><body><h1>Forbidden</h1></body></html>")
		return
	}
	token := fmt.Sprintf("x14-%08d", 20260518+s.logins)
	if s.options.Trouble != NoCookie {
		s.sessions[token] = 0
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

// refusal gives the sentence of a refused login; "" when it is accepted.
func (s *Site) refusal(login, password string) string {
	o := s.options
	wrong := o.Username != "" && login != o.Username || o.Password != "" && password != o.Password
	switch {
	case o.Trouble == LockedAccount:
		return "Votre compte est bloqué suite à plusieurs tentatives. Contactez votre agence."
	case o.Trouble == EchoingRefusal:
		return "L'identifiant " + login + " ou le mot de passe " + password + " est incorrect. " + strings.Repeat("Vérifiez votre saisie. ", 20)
	case o.Trouble == BadPassword, wrong, o.Trouble == LostThenLocked && s.lost:
		return "L'identifiant ou le mot de passe est incorrect"
	}
	return ""
}

// inside lets a request of an open session pass; it ends the session when the
// trouble says so.
func (s *Site) inside(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch s.enter(r) {
		case http.StatusOK:
			next(w, r)
		case http.StatusForbidden:
			answer(w, http.StatusForbidden, map[string]any{"success": false})
		case http.StatusTooManyRequests:
			w.Header().Set("Retry-After", "120")
			answer(w, http.StatusTooManyRequests, map[string]any{"success": false})
		case http.StatusFound:
			page(w, http.StatusOK, loginPage)
		default:
			answer(w, http.StatusUnauthorized, map[string]any{"success": false})
		}
	}
}

// enter counts a request of a session and gives the status of its fate; 302
// stands for the login page.
func (s *Site) enter(r *http.Request) int {
	cookie, err := r.Cookie("x14")
	if err != nil {
		return http.StatusUnauthorized
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n, open := s.sessions[cookie.Value]
	if !open {
		return http.StatusUnauthorized
	}
	s.sessions[cookie.Value] = n + 1
	fate, listed := map[Trouble]int{
		Lost401: http.StatusUnauthorized, Lost403: http.StatusForbidden, LostToLogin: http.StatusFound,
		AlwaysLost: http.StatusUnauthorized, LostThenLocked: http.StatusUnauthorized, TooManyRequests: http.StatusTooManyRequests,
	}[s.options.Trouble]
	if !listed || n < s.options.After || s.lost && s.options.Trouble != AlwaysLost && s.options.Trouble != TooManyRequests {
		return http.StatusOK
	}
	s.lost = true
	if fate != http.StatusTooManyRequests {
		delete(s.sessions, cookie.Value)
	}
	return fate
}

func (s *Site) logout(w http.ResponseWriter, r *http.Request) {
	if cookie, err := r.Cookie("x14"); err == nil {
		s.mu.Lock()
		delete(s.sessions, cookie.Value)
		s.mu.Unlock()
	}
	answer(w, http.StatusOK, map[string]any{"success": true})
}

func (s *Site) whoAmI(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{"success": true, "user": map[string]any{
		"id": 3107, "ref": "0013", "login": "masqué", "nom": "Copropriétaire", "nom_copro": "Copropriété simulée", "ref_copro": "0147",
		"id_copro": 147, "identites_id": 3107, "acl_roles_id": 3, "acl_roles_libelle": "Copropriétaire", "membre_conseil": 0,
		"president_conseil": 0, "date_derniere_connexion": nil, "expiration": 1893456000,
	}})
}

func number(r *http.Request, name string, otherwise int) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil || n < 1 {
		return otherwise
	}
	return n
}
