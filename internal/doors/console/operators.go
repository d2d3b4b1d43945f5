package console

import (
	"net/http"
	"strings"

	"predate"
	"predate/internal/orders/auth"
)

// operatorRoutes are the list of operators, for administrators.
func operatorRoutes() []route {
	return []route{
		{http.MethodGet, "/operators", predate.RoleAdmin, (*Console).operatorsPage},
		{http.MethodPost, "/operators", predate.RoleAdmin, (*Console).invite},
		{http.MethodPost, "/operators/again", predate.RoleAdmin, (*Console).inviteAgain},
		{http.MethodPost, "/operators/role", predate.RoleAdmin, (*Console).setRole},
		{http.MethodPost, "/operators/disabled", predate.RoleAdmin, (*Console).setDisabled},
	}
}

// roleName is a role in French.
func roleName(r predate.Role) string {
	return map[predate.Role]string{
		predate.RoleSupport: "support (lit)", predate.RoleOperator: "opérateur (décide)",
		predate.RoleLead: "responsable (reprend, relit)", predate.RoleAdmin: "administrateur",
	}[r]
}

type roleView struct {
	Value predate.Role
	Name  string
}

// operatorsView is the list of operators.
type operatorsView struct {
	Operators     []operatorView
	Roles         []roleView
	New           auth.NewOperator // as it was typed, where it was refused
	Refused, Done string
	Link          string // of an invitation, shown this once
	Invited       string
	Expires       string
}

type operatorView struct {
	Email, Name, Created string
	Role                 predate.Role
	Disabled, Self       bool
	Means                string
}

func (c *Console) operatorsPage(v *visit) (answer, error) {
	done := map[string]string{"role": "Le rôle est changé ; ses sessions sont terminées.", "disabled": "Le réglage est enregistré ; ses sessions sont terminées."}
	return c.operators(v, operatorsView{Done: done[v.URL.Query().Get("done")], New: auth.NewOperator{Role: predate.RoleOperator}}, nil)
}

// operators draws the list, with what was refused above it.
func (c *Console) operators(v *visit, view operatorsView, refused error) (answer, error) {
	status := http.StatusOK
	if refused != nil {
		if view.Refused, status = refusal(refused); view.Refused == "" {
			return nil, refused
		}
	}
	all, err := c.Auth.Operators(v.Context())
	if err != nil {
		return nil, err
	}
	for _, o := range all {
		means, err := c.Auth.Means(v.Context(), o.ID)
		if err != nil {
			return nil, err
		}
		view.Operators = append(view.Operators, operatorView{
			Email: o.Email, Name: o.Name, Created: c.moment(o.Created), Role: o.Role, Disabled: o.Disabled, Self: o.ID == v.who.ID, Means: meansOf(means),
		})
	}
	for _, r := range predate.Roles() {
		view.Roles = append(view.Roles, roleView{r, roleName(r)})
	}
	return withStatus{status, page{name: "operators", title: "Opérateurs", view: view}}, nil
}

func meansOf(m auth.Means) string {
	var all []string
	if m.Password {
		all = append(all, "mot de passe et codes")
	}
	if len(m.Passkeys) > 0 {
		all = append(all, "clé d’accès")
	}
	if len(all) == 0 {
		return "invité"
	}
	return strings.Join(all, ", ")
}

// fresh is the administrator who visits, in a session that has just begun: a link that
// lets somebody in, himself too, is as good as his password and his telephone.
func (c *Console) fresh(v *visit) (auth.Actor, error) {
	signed, err := c.signed(v)
	if err == nil {
		err = c.Auth.MustBeFresh(signed)
	}
	return auth.ActorOf(signed.Operator), err
}

func (c *Console) invite(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	n := auth.NewOperator{Email: v.PostFormValue("email"), Name: v.PostFormValue("name"), Role: predate.Role(v.PostFormValue("role"))}
	var made auth.Invitation
	by, err := c.fresh(v)
	if err == nil {
		made, err = c.Auth.Invite(v.Context(), by, n)
	}
	if err != nil {
		return c.operators(v, operatorsView{New: n}, err)
	}
	return c.invited(v, made)
}

func (c *Console) inviteAgain(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	var made auth.Invitation
	by, err := c.fresh(v)
	if err == nil {
		made, err = c.Auth.Reinvite(v.Context(), by, v.PostFormValue("email"))
	}
	if err != nil {
		return c.operators(v, operatorsView{}, err)
	}
	return c.invited(v, made)
}

// invited shows the link of an invitation, this once.
func (c *Console) invited(v *visit, made auth.Invitation) (answer, error) {
	return c.operators(v, operatorsView{
		Link: c.Origin.JoinPath("invite", made.Token.Reveal()).String(), Invited: made.Operator.Name, Expires: c.moment(made.Expires),
		New: auth.NewOperator{Role: predate.RoleOperator},
	}, nil)
}

func (c *Console) setRole(v *visit) (answer, error) {
	err := v.form()
	var by auth.Actor
	if err == nil {
		by, err = c.fresh(v)
	}
	if err == nil {
		err = c.Auth.SetRole(v.Context(), by, v.PostFormValue("email"), predate.Role(v.PostFormValue("role")))
	}
	if err != nil {
		return c.operators(v, operatorsView{}, err)
	}
	return redirect("/operators?done=role"), nil
}

func (c *Console) setDisabled(v *visit) (answer, error) {
	err := v.form()
	by, disabled := auth.ActorOf(v.who), v.PostFormValue("disabled") != ""
	if err == nil && !disabled { // to shut somebody out cannot wait
		by, err = c.fresh(v)
	}
	if err == nil {
		err = c.Auth.SetDisabled(v.Context(), by, v.PostFormValue("email"), disabled)
	}
	if err != nil {
		return c.operators(v, operatorsView{}, err)
	}
	return redirect("/operators?done=disabled"), nil
}

// browserName names a browser by what it says of itself, which is long.
func browserName(agent string) string {
	name, system := "Navigateur", ""
	for _, known := range [][2]string{{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}} {
		if strings.Contains(agent, known[0]) {
			name = known[1]
			break
		}
	}
	for _, known := range [][2]string{{"iPhone", "iPhone"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS X", "Mac"}, {"Linux", "Linux"}} {
		if strings.Contains(agent, known[0]) {
			system = ", " + known[1]
			break
		}
	}
	return name + system
}
