package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"predate/internal/collecting/extranetsim"
)

// The sites of a story have shapes that no family has, and the papers of the sample
// dossier. Their recipes are in the story.

const (
	siteUser   = "vassorelle"
	siteSecret = "Sésame-7-ouvre-toi"
)

// sitePaper is a paper of a site.
type sitePaper struct {
	ID     int    `json:"id"`
	Title  string `json:"title"`
	Folder string `json:"folder"`
	Date   string `json:"date"`
	file   []byte
}

// sitePapers are the papers of the sample dossier; what is the council's is in its
// folder.
func sitePapers(ts *testscript.TestScript) []sitePaper {
	text, err := fs.ReadFile(extranetsim.Sample(), "extranet.json")
	ts.Check(err)
	var entries []extranetsim.Entry
	ts.Check(json.Unmarshal(text, &entries))
	var all []sitePaper
	for i, e := range entries {
		file, err := fs.ReadFile(extranetsim.Sample(), "files/"+e.File)
		ts.Check(err)
		if e.Space == "council" {
			e.Category = "Conseil syndical"
		}
		all = append(all, sitePaper{i + 1, e.Title, e.Category, e.Date, file})
	}
	return all
}

// cmdSites serves the three sites: TOKENS and its FILES, FACES, GRAPH.
func cmdSites(ts *testscript.TestScript, _ bool, _ []string) {
	papers := sitePapers(ts)
	tokens := &tokenSite{papers: papers, busy: map[string]bool{}}
	for name, site := range map[string]http.HandlerFunc{
		"TOKENS": tokens.answer, "FILES": tokens.files, "FACES": (&facesSite{papers: papers}).answer, "GRAPH": (&graphSite{papers: papers}).answer,
	} {
		server := httptest.NewServer(site)
		ts.Defer(server.Close)
		of(ts).set(ts, name, server.Listener.Addr().String())
	}
}

func siteJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// tokenSite is an interface in JSON whose tokens hold for a few requests: one that is
// used up is renewed with another, which is good once. Its files are on another host,
// and it asks for patience now and then.
type tokenSite struct {
	papers []sitePaper

	mu       sync.Mutex
	made     int
	access   string
	left     int // requests that the token is good for
	refresh  string
	renewals int
	busy     map[string]bool // what asked for patience once
}

// tokenLife is how many requests a token is good for.
const tokenLife = 12

// renew gives new tokens.
func (s *tokenSite) renew(w http.ResponseWriter) {
	s.made++
	s.access, s.refresh, s.left = fmt.Sprintf("acces-%d-7f3a", s.made), fmt.Sprintf("suite-%d-91bc", s.made), tokenLife
	siteJSON(w, http.StatusOK, map[string]string{"access": s.access, "refresh": s.refresh})
}

// knows spends the token, and asks for patience once for each of some paths.
func (s *tokenSite) knows(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Authorization") != "Bearer "+s.access || s.left == 0 {
		siteJSON(w, http.StatusUnauthorized, map[string]string{"error": "expired"})
		return false
	}
	s.left--
	if patient := r.URL.Path == "/api/folders" || r.URL.Path == "/f/5"; patient && !s.busy[r.URL.Path] {
		s.busy[r.URL.Path] = true
		w.Header().Set("Retry-After", "1")
		siteJSON(w, http.StatusTooManyRequests, map[string]string{"error": "slow down"})
		return false
	}
	return true
}

func (s *tokenSite) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var body map[string]string
	_ = json.NewDecoder(r.Body).Decode(&body)
	folder, listed := strings.CutPrefix(r.URL.Path, "/api/folders/")
	switch {
	case r.URL.Path == "/api/session" && body["user"] == siteUser && body["secret"] == siteSecret:
		s.renew(w)
	case r.URL.Path == "/api/session":
		siteJSON(w, http.StatusForbidden, map[string]string{"error": "invalid", "message": "Identifiant ou mot de passe incorrect."})
	case r.URL.Path == "/api/session/refresh" && body["refresh"] == s.refresh:
		s.renewals++
		s.renew(w)
	case !s.knows(w, r):
	case r.URL.Path == "/api/me":
		siteJSON(w, http.StatusOK, map[string]any{"id": 7})
	case r.URL.Path == "/api/folders":
		siteJSON(w, http.StatusOK, s.folders())
	case listed:
		s.list(w, r, strings.TrimSuffix(folder, "/docs"))
	default:
		siteJSON(w, http.StatusNotFound, map[string]string{"error": "unknown"})
	}
}

func (s *tokenSite) folders() []map[string]string {
	var names []string
	for _, p := range s.papers {
		if !slices.Contains(names, p.Folder) {
			names = append(names, p.Folder)
		}
	}
	var all []map[string]string
	for i, name := range names {
		all = append(all, map[string]string{"id": "d" + strconv.Itoa(i), "name": name})
	}
	return all
}

// list gives a part of a folder, from an offset.
func (s *tokenSite) list(w http.ResponseWriter, r *http.Request, id string) {
	var inside []sitePaper
	for _, folder := range s.folders() {
		for _, p := range s.papers {
			if folder["id"] == id && p.Folder == folder["name"] {
				inside = append(inside, p)
			}
		}
	}
	from, err := strconv.Atoi(r.URL.Query().Get("offset"))
	if err != nil || from > len(inside) {
		siteJSON(w, http.StatusBadRequest, map[string]string{"error": "offset"})
		return
	}
	siteJSON(w, http.StatusOK, map[string]any{"total": len(inside), "items": inside[from:min(len(inside), from+5)]})
}

// files is the second host: the token opens it too.
func (s *tokenSite) files(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.knows(w, r) {
		return
	}
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/f/"))
	if err != nil || i < 1 || i > len(s.papers) {
		siteJSON(w, http.StatusNotFound, map[string]string{"error": "unknown"})
		return
	}
	_, _ = w.Write(s.papers[i-1].file)
}
