package console

import (
	"slices"

	"predate"
)

// route is one address of the console.
type route struct {
	method  string
	pattern string // as http.ServeMux reads it
	// least is the role that it takes; open ones take none, and no session.
	least  predate.Role
	handle func(*Console, *visit) (answer, error)
}

// open is the least role of pages that need no session.
const open predate.Role = ""

// routes is every address of the console but those of its assets.
func routes() []route {
	return slices.Concat(queueRoutes(), signInRoutes(), meRoutes(), operatorRoutes(), facsimileRoutes(), papersRoutes(), draftRoutes(), clientRoutes(), collectRoutes(), orderRoutes(), fileRoutes(), adminRoutes(), measureRoutes())
}

func unknownPage(*Console, *visit) (answer, error) {
	return nil, predate.Refuse(predate.CodeNotFound, "Cette page n’existe pas.")
}
