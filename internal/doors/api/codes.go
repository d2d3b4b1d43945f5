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
	known := map[string]int{"internal_error": 500}
	for _, one := range refusals() {
		if _, there := known[one.code]; !there || one.status < known[one.code] {
			known[one.code] = one.status
		}
	}
	for _, code := range []predate.ErrorCode{
		predate.CodeInvalid, predate.CodeNotFound, predate.CodeConflict, predate.CodeForbidden, predate.CodeUnauthorized,
		predate.CodeTooLarge, predate.CodeUnprocessable, predate.CodeTooMany, predate.CodeUnavailable,
	} {
		known[string(code)], _ = web.StatusOf(code)
	}
	for reason, code := range reasons() {
		known[reason], _ = web.StatusOf(code)
	}
	var all []Code
	for _, name := range slices.Sorted(maps.Keys(known)) {
		all = append(all, Code{name, known[name]})
	}
	slices.SortStableFunc(all, func(a, b Code) int { return cmp.Compare(a.Status, b.Status) })
	return all
}

// reasons are the refinements of codes that the rooms behind this door answer.
func reasons() map[string]predate.ErrorCode {
	return map[string]predate.ErrorCode{
		"code_not_found": predate.CodeNotFound, "order_not_found": predate.CodeNotFound,
		"delivery_pending": predate.CodeConflict, "no_endpoint": predate.CodeConflict, "nothing_passed": predate.CodeConflict,
		"order_cancelled": predate.CodeConflict, "order_done": predate.CodeConflict, "order_in_progress": predate.CodeConflict,
		"order_not_in_test_mode": predate.CodeConflict, "too_many_webhooks": predate.CodeConflict, "webhook_disabled": predate.CodeConflict,
		"last_live_key": predate.CodeConflict, "too_many_keys": predate.CodeConflict, "password_length": predate.CodeInvalid,
		"clock_too_far": predate.CodeConflict, "collection_stopped": predate.CodeConflict, "credentials_erased": predate.CodeConflict, "no_review": predate.CodeConflict,
		"not_the_site": predate.CodeConflict, "nothing_waits": predate.CodeConflict, "site_is_well": predate.CodeConflict,
		"file_too_large": predate.CodeTooLarge, "too_many_usernames": predate.CodeTooMany,
	}
}
