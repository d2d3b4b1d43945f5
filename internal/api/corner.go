package api

import (
	"net/http"
	"strconv"
	"strings"
)

// cornerPath begins the addresses of the client's page.
const cornerPath = "/corner/"

// visitCorner has the client's page answer. Its style and script cost nothing; all
// else is a visit.
func (s *Server) visitCorner(call *call, w http.ResponseWriter, r *http.Request) {
	call.route = route{method: knownMethod(r.Method), path: cornerPath}
	if !strings.HasPrefix(r.URL.Path, cornerPath+"assets/") {
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
	s.Corner.ServeHTTP(w, r)
}
