package api

// RouteNames lists the table of routes for the tests.
func RouteNames() []string {
	var names []string
	for _, route := range routes() {
		names = append(names, route.name())
	}
	return names
}

// RefusalCodes lists the codes of the table of refusals for the tests.
func RefusalCodes() map[string]string {
	codes := map[string]string{}
	for _, known := range refusals() {
		codes[known.code] = known.message
	}
	return codes
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
