package api_test

import (
	"testing"

	"predate"
)

// An account that names ever new usernames may be trying a stolen list.
func TestUsernamesOfADay(t *testing.T) {
	h := newHouse(t)
	h.warden.Limits.Usernames = 3
	c := h.client(t, "etude@notaires.example", predate.Premium)
	as := func(username string) map[string]any {
		return map[string]any{"name": "Cabinet Rivoire", "username": username, "password": "p", "url": "https://extranet.syndic.example/"}
	}
	for _, username := range []string{"a", "b", "c", "A"} {
		c.place("syndic", as(username))
	}
	got := c.do("POST", "/order/", order("syndic", as("d"))).is(429, "The orders of an account name at most 3 different extranet usernames in 24 hours")
	if got.header.Get("predate-error") != "too_many_usernames" || got.header.Get("Retry-After") != "86400" {
		t.Errorf("headers %v", got.header)
	}
	c.place("syndic", as("d"), "test_mode", true)
	h.client(t, "autre@notaires.example", predate.Premium).place("syndic", as("d"))
}
