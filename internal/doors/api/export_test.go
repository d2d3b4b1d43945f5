package api

// RouteNames lists the table of routes for the tests.
func RouteNames() []string {
	var names []string
	for _, route := range routes() {
		names = append(names, route.name())
	}
	return names
}

// Members lists the members that a route reads of a body, those of inner
// objects and of items under their path; nil where no body is read.
func Members() map[string][]string {
	all := map[string][]string{}
	for _, route := range routes() {
		if route.takes.form != nothing {
			members := route.takes.members
			all[route.name()] = membersOf(members, "")
			if members.list != "" { // the list may also come by itself
				all[route.name()] = append(all[route.name()], membersOf(members.members[members.list], "")...)
			}
		}
	}
	return all
}

func membersOf(s shape, path string) []string {
	var names []string
	for name, member := range s.members {
		names = append(names, path+name)
		names = append(names, membersOf(member, path+name+".")...)
	}
	if s.items != nil {
		names = append(names, membersOf(*s.items, path)...)
	}
	return names
}

// Refusal is one line of the table of refusals.
type Refusal struct {
	Status        int
	Code, Message string
}

// Refusals lists how each sentinel is told, for the tests.
func Refusals() []Refusal {
	var all []Refusal
	for _, known := range refusals() {
		told := refusalOf(known.is)
		all = append(all, Refusal{told.status, told.code, told.message})
	}
	return append(all, Refusal{500, "internal_error", "Internal error"})
}

// Messages lists the messages of successes for the tests.
func Messages() []string {
	var all []string
	for _, route := range routes() {
		if route.done != "" {
			all = append(all, route.done)
		}
	}
	return all
}

// MemberRoutes lists the routes that need a key and a token.
func MemberRoutes() []string {
	var names []string
	for _, route := range routes() {
		if route.who == member {
			names = append(names, route.name())
		}
	}
	return names
}
