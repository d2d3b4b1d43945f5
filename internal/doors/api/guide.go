package api

import (
	"net/http"
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

// guide are the pages of the documentation. They are made already, so that one costs
// nothing; a search is a visit.
func (s *Server) guide() visited {
	return visited{guidePath, s.Guide, func(at string) bool { return !strings.HasSuffix(at, "/search") }}
}
