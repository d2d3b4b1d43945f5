package console

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"predate"
	"predate/internal/orders/auth"
)

func accountRoutes() []route {
	return []route{
		{http.MethodGet, "/admin/accounts", predate.RoleLead, (*Console).accountsPage},
		{http.MethodPost, "/admin/accounts", predate.RoleAdmin, (*Console).createAccount},
		{http.MethodGet, "/admin/accounts/{account}", predate.RoleLead, (*Console).accountPage},
		{http.MethodPost, "/admin/accounts/{account}/terms", predate.RoleAdmin, (*Console).setTerms},
		{http.MethodPost, "/admin/accounts/{account}/disabled", predate.RoleAdmin, (*Console).setAccountDisabled},
		{http.MethodPost, "/admin/accounts/{account}/password", predate.RoleAdmin, (*Console).setAccountPassword},
		{http.MethodPost, "/admin/accounts/{account}/reset-link", predate.RoleAdmin, (*Console).makeResetLink},
		{http.MethodPost, "/admin/accounts/{account}/keys", predate.RoleAdmin, (*Console).createKey},
		{http.MethodPost, "/admin/accounts/{account}/keys/revoke", predate.RoleAdmin, (*Console).revokeKey},
	}
}

// accountsView is the list of accounts.
type accountsView struct {
	adminHead
	Search   string
	Accounts []accountRow
	Total    int
	Kinds    []kindView
	New      auth.NewAccount // as it was typed, where it was refused
}

type accountRow struct {
	ID                   predate.AccountID
	Email, Kind, Created string
	Disabled, Erased     bool
}

type kindView struct {
	Value predate.AccountKind
	Name  string
}

// accountKinds lists the kinds of accounts in French.
func accountKinds() []kindView {
	return []kindView{{predate.Premium, "Premium"}, {predate.SyndicAccount, "Syndic"}, {predate.StandardAccount, "Standard (sans API)"}}
}

func accountKind(k predate.AccountKind) string {
	for _, one := range accountKinds() {
		if one.Value == k {
			return one.Name
		}
	}
	return string(k)
}

func (c *Console) accountsPage(v *visit) (answer, error) {
	return c.accountList(v, auth.NewAccount{Kind: predate.Premium}, nil)
}

func (c *Console) accountList(v *visit, typed auth.NewAccount, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleAdmin, "", refused)
	if err != nil {
		return nil, err
	}
	view := accountsView{adminHead: head, Search: strings.TrimSpace(v.URL.Query().Get("q")), Kinds: accountKinds(), New: typed}
	all, err := c.Accounts.Accounts(v.Context())
	if err != nil {
		return nil, err
	}
	view.Total = len(all)
	wanted := strings.ToLower(view.Search)
	for _, a := range all {
		if strings.Contains(a.Email, wanted) || strings.Contains(string(a.ID), wanted) {
			view.Accounts = append(view.Accounts, c.accountRow(a))
		}
	}
	return withStatus{status, page{name: "admin-accounts", title: "Comptes", view: view}}, nil
}

func (c *Console) accountRow(a predate.Account) accountRow {
	return accountRow{ID: a.ID, Email: a.Email, Kind: accountKind(a.Kind), Created: c.moment(a.Created), Disabled: a.Disabled, Erased: !a.Erased.IsZero()}
}

func (c *Console) createAccount(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	n := auth.NewAccount{
		Email: v.PostFormValue("email"), Kind: predate.AccountKind(v.PostFormValue("kind")), NoDocuments: v.PostFormValue("documents") == "",
		SendRegistration: v.PostFormValue("registration") != "", KeepCredentials: v.PostFormValue("keep") != "", FourEyes: v.PostFormValue("four-eyes") != "",
	}
	var err error
	if n.Password, err = c.Accounts.DrawPassword(); err != nil {
		return nil, err
	}
	account, keys, err := c.accounts(v).CreateAccount(v.Context(), n)
	if err != nil {
		return c.accountList(v, n, err)
	}
	return c.account(v, account.ID, accountView{
		Told:      []secretView{{"Clé d’API", keys.Live.Reveal()}, {"Clé d’API de test", keys.Test.Reveal()}, {"Mot de passe", n.Password.Reveal()}},
		adminHead: adminHead{Done: "Le compte est ouvert."},
	}, nil)
}

// accountView is the page of one account.
type accountView struct {
	adminHead
	accountRow
	Terms     auth.Terms
	Kinds     []kindView
	Keys      []keyView
	Acts      []deedView
	Endpoints []endpointRow
	Told      []secretView // shown this once
}

type secretView struct{ Name, Value string }

type keyView struct {
	Prefix, Created, Used, Revoked string
	Test                           bool
}

type deedView struct{ At, Who, What, Detail string }

// accountOf returns the account that the address names.
func (c *Console) accountOf(v *visit) (predate.Account, error) {
	a, err := c.Accounts.AccountByID(v.Context(), predate.AccountID(v.PathValue("account")))
	if errors.Is(err, predate.ErrNotFound) {
		return a, predate.Refuse(predate.CodeNotFound, "Ce compte n’existe pas.")
	}
	return a, err
}

func (c *Console) accountPage(v *visit) (answer, error) {
	done := map[string]string{
		"terms": "Le réglage est enregistré.", "disabled": "Le compte est fermé ; ses jetons sont terminés.", "enabled": "Le compte est rouvert.",
		"revoked": "La clé est révoquée ; ses jetons sont terminés.",
	}[v.URL.Query().Get("done")]
	return c.account(v, predate.AccountID(v.PathValue("account")), accountView{adminHead: adminHead{Done: done}}, nil)
}

// account draws the page of an account, with what was done or refused above it.
func (c *Console) account(v *visit, id predate.AccountID, view accountView, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleAdmin, view.Done, refused)
	if err != nil {
		return nil, err
	}
	a, err := c.Accounts.AccountByID(v.Context(), id)
	if errors.Is(err, predate.ErrNotFound) {
		return nil, predate.Refuse(predate.CodeNotFound, "Ce compte n’existe pas.")
	}
	if err != nil {
		return nil, err
	}
	keys, err := c.Accounts.APIKeys(v.Context(), a.Email)
	if err != nil {
		return nil, err
	}
	acts, err := c.Accounts.Acts(v.Context(), a.ID)
	if err != nil {
		return nil, err
	}
	endpoints, err := c.Desk.Endpoints(v.Context(), a.ID)
	if err != nil {
		return nil, err
	}
	for _, e := range endpoints {
		w, err := c.Desk.Endpoint(v.Context(), a.ID, e.ID)
		if err != nil {
			return nil, err
		}
		view.Endpoints = append(view.Endpoints, c.endpointRow(w, a.Email))
	}
	view.adminHead, view.accountRow, view.Kinds = head, c.accountRow(a), accountKinds()
	view.Terms = auth.TermsOf(a)
	for _, k := range keys {
		view.Keys = append(view.Keys, keyView{Prefix: k.Prefix, Created: c.moment(k.Created), Used: c.moment(k.Used), Revoked: c.moment(k.Revoked), Test: k.Test})
	}
	for _, act := range acts {
		view.Acts = append(view.Acts, deedView{c.moment(act.At), act.Who, deedName(act.Act), act.Detail})
	}
	return withStatus{status, page{name: "admin-account", title: a.Email, view: view}}, nil
}

// deedName is what was done to an account or an endpoint, in French.
func deedName(act string) string {
	said := map[string]string{
		"account.created": "compte ouvert", "account.changed": "réglages changés", "account.disabled": "compte fermé", "account.enabled": "compte rouvert",
		"endpoint.created": "adresse de rappel enregistrée", "endpoint.changed": "adresse de rappel changée", "endpoint.paused": "adresse arrêtée",
		"endpoint.resumed": "adresse remise en service", "endpoint.rotated": "secret de signature changé", "endpoint.recovered": "livraisons reprises",
		"account.erased": "compte effacé", "account.password": "autre mot de passe", "account.key_created": "clé créée", "account.key_revoked": "clé révoquée",
		"account.reset_link": "lien pour choisir un mot de passe",
	}[act]
	if said == "" {
		return act
	}
	return said
}

// toAccount does something to an account and returns to its page.
func (c *Console) toAccount(v *visit, done string, do func(predate.Account) error) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	a, err := c.accountOf(v)
	if err != nil {
		return nil, err
	}
	if err := do(a); err != nil {
		return c.account(v, a.ID, accountView{}, err)
	}
	return redirect("/admin/accounts/" + url.PathEscape(string(a.ID)) + "?done=" + done), nil
}

func (c *Console) setTerms(v *visit) (answer, error) {
	return c.toAccount(v, "terms", func(a predate.Account) error {
		return c.accounts(v).SetTerms(v.Context(), a.Email, auth.Terms{
			Kind: predate.AccountKind(v.PostFormValue("kind")), SendDocuments: v.PostFormValue("documents") != "",
			SendRegistration: v.PostFormValue("registration") != "", KeepCredentials: v.PostFormValue("keep") != "", FourEyes: v.PostFormValue("four-eyes") != "",
		})
	})
}

func (c *Console) setAccountDisabled(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err // what cannot be read says nothing: it must not reopen an account
	}
	done := "enabled"
	disabled := v.PostFormValue("disabled") != ""
	if disabled {
		done = "disabled"
	}
	return c.toAccount(v, done, func(a predate.Account) error { return c.accounts(v).SetDisabled(v.Context(), a.Email, disabled) })
}

func (c *Console) revokeKey(v *visit) (answer, error) {
	return c.toAccount(v, "revoked", func(a predate.Account) error {
		_, err := c.accounts(v).RevokeKey(v.Context(), a.Email, v.PostFormValue("prefix"))
		return err
	})
}

func (c *Console) createKey(v *visit) (answer, error) {
	return c.tell(v, "Clé d’API", "La clé est créée.", func(a predate.Account) (predate.Secret, error) {
		return c.accounts(v).CreateKey(v.Context(), a.Email, v.PostFormValue("test") != "")
	})
}

func (c *Console) setAccountPassword(v *visit) (answer, error) {
	return c.tell(v, "Mot de passe", "Le compte a un autre mot de passe ; ses jetons sont terminés.", func(a predate.Account) (predate.Secret, error) {
		drawn, err := c.Accounts.DrawPassword()
		if err == nil {
			err = c.accounts(v).SetPassword(v.Context(), a.Email, drawn)
		}
		return drawn, err
	})
}

func (c *Console) makeResetLink(v *visit) (answer, error) {
	return c.tell(v, "Lien", "Le lien sert une fois, pendant une heure. L’ancien mot de passe vaut jusque-là.", func(a predate.Account) (predate.Secret, error) {
		made, err := c.accounts(v).NewReset(v.Context(), a.Email)
		return predate.Secret(made.Address(c.Links.Base())), err
	})
}

// tell makes a secret of an account and shows it, this once.
func (c *Console) tell(v *visit, name, done string, make func(predate.Account) (predate.Secret, error)) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	a, err := c.accountOf(v)
	if err != nil {
		return nil, err
	}
	secret, err := make(a)
	if err != nil {
		return c.account(v, a.ID, accountView{}, err)
	}
	return c.account(v, a.ID, accountView{adminHead: adminHead{Done: done}, Told: []secretView{{name, secret.Reveal()}}}, nil)
}
