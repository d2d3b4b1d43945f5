package api

import (
	"cmp"
	"maps"
	"slices"

	"predate"
	"predate/internal/doors/web"
)

// Code is a code of the header predate-error with the status that it comes with. The one
// code that has two, undecodable_json, is told with that of all paths but POST /order/.
type Code struct {
	Name   string
	Status int
}

// Codes lists every code that this API answers, by status, then by name.
func Codes() []Code {
	known := map[string]int{}
	for _, one := range web.Refusals() {
		known[one.Code] = one.Status
	}
	for _, code := range []predate.ErrorCode{predate.CodeUnauthorized, predate.CodeNotFound, predate.CodeUnprocessable} { // in no words of their own
		known[string(code)], _ = web.StatusOf(code)
	}
	var all []Code
	for _, name := range slices.Sorted(maps.Keys(known)) {
		all = append(all, Code{name, known[name]})
	}
	slices.SortStableFunc(all, func(a, b Code) int { return cmp.Compare(a.Status, b.Status) })
	return all
}
