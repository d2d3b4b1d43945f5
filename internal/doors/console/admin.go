package console

import (
	"errors"
	"net/http"
	"regexp"
	"slices"

	"predate"
	"predate/internal/orders/auth"
)

// adminRoutes are the pages of administration: a lead reads them, and decides of
// recipes, looks and alarms; an administrator does the rest.
func adminRoutes() []route {
	return slices.Concat(accountRoutes(), endpointRoutes(), deliveryRoutes(), recipeRoutes(), lookRoutes(), eraseRoutes(), []route{
		{http.MethodGet, "/admin", predate.RoleLead, func(*Console, *visit) (answer, error) { return redirect("/admin/accounts"), nil }},
	})
}

// adminHead is what every page of administration shows above itself.
type adminHead struct {
	Refused, Done string
	MayChange     bool   // the visitor may do what the page offers
	Act           string // an id for the next act: what is sent twice is done once
}

// head makes the top of a page: what was done, or refused. An error that is no
// refusal is returned.
func (c *Console) head(v *visit, least predate.Role, done string, refused error) (adminHead, int, error) {
	h := adminHead{Done: done, MayChange: v.who.Role.May(least)}
	status := http.StatusOK
	if refused != nil {
		if h.Refused, status = refusal(refused); h.Refused == "" {
			return h, status, refused
		}
	}
	var err error
	h.Act, err = predate.NewID("aud_", c.Random)
	return h, status, err
}

// actID is the form of what NewID draws.
var actID = regexp.MustCompile(`^aud_[0-9a-z]{26}$`)

// act returns the id that a page gave to the act it sends; "" for none.
func (v *visit) act() string {
	if id := v.PostFormValue("act"); actID.MatchString(id) {
		return id
	}
	return ""
}

// accounts returns the accounts as the visitor administers them.
func (c *Console) accounts(v *visit) *auth.Authority {
	return c.Accounts.As(auth.Actor{Name: v.who.Name, Operator: v.who.ID, Act: v.act()})
}

// isMissing reports whether what an act is about does not exist.
func isMissing(err error) bool {
	refused := (*predate.Error)(nil)
	return errors.As(err, &refused) && refused.Code == predate.CodeNotFound
}
