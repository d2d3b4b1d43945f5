package api

import (
	"net/http"
	"strconv"
	"strings"
)

// Pages is a part of the public address that is pages for people, the same for everybody.
type Pages interface {
	http.Handler
	// Serves reports whether a path is one of them.
	Serves(path string) bool
}

// guidePath stands for all of the guide in records and counts.
const guidePath = "/docs/"

// visitGuide has the documentation answer. A page costs nothing, for it is made already; a
// search is a visit.
func (s *Server) visitGuide(call *call, w http.ResponseWriter, r *http.Request) {
	call.route = route{method: knownMethod(r.Method), path: guidePath}
	if strings.HasSuffix(r.URL.Path, "/search") {
		if err := s.visits.take(w, s.visitorOf(r), s.Now()); err != nil {
			told := refusalOf(err)
			call.code = told.code
			w.Header().Set("Retry-After", strconv.Itoa(told.retry))
			http.Error(w, "Too many searches at once: try again in a moment.", told.status)
			return
		}
	}
	body := s.pace(w, r)
	defer body.end()
	s.Guide.ServeHTTP(w, r)
}
