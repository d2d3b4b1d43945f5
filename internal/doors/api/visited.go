package api

import (
	"net/http"
	"strconv"
	"strings"
)

// Where the pages are that a signed address opens in a browser.
const (
	cornerPath = "/corner/"
	portalPath = "/portal/"
)

// visited is pages under a path.
type visited struct {
	path    string
	handler http.Handler
	free    func(path string) bool // whether a path costs nothing; all else is a visit
}

// signed are pages that a signed address opens. Their styles and scripts cost nothing.
func signed(path string, handler http.Handler) visited {
	return visited{path, handler, func(at string) bool { return strings.HasPrefix(at, path+"assets/") }}
}

// visit has pages answer, and refuses a visitor who comes too often.
func (s *Server) visit(call *call, pages visited, w http.ResponseWriter, r *http.Request) {
	call.route = route{method: knownMethod(r.Method), path: pages.path}
	if !pages.free(r.URL.Path) {
		if err := s.visits.take(w, s.visitorOf(r), s.Now()); err != nil {
			told := refusalOf(err)
			call.code = told.code
			w.Header().Set("Retry-After", strconv.Itoa(told.retry))
			http.Error(w, "Trop de demandes à la fois\u202f: réessayez dans un instant.", told.status)
			return
		}
	}
	body := s.pace(w, r)
	defer body.end()
	pages.handler.ServeHTTP(w, r)
}
