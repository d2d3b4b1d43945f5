package extranetsim

import (
	"net/http"
	"slices"
)

// Family is a family of extranets: one software, many agencies.
type Family string

// The families. Each has a file of its own, which says how much of it was seen
// on real sites and how much is only likeness.
const (
	// Xnet is the JSON interface of Crypto, Gercop and Logique.
	Xnet Family = "xnet"
	// FonciaWeb is the first generation of MyFoncia, pages and a form.
	FonciaWeb Family = "foncia-web"
	// Ics is the PHP site of ICS.
	Ics Family = "ics"
	// Foncia is the third generation of MyFoncia, a GraphQL gateway.
	Foncia Family = "foncia"
	// Eseis is the interface of Sergic's Eseis.
	Eseis Family = "eseis"
	// Powimo is Seiitra's "monespaceclient", behind a Keycloak.
	Powimo Family = "powimo"
	// Vilogi is the REST interface of Vilogi.
	Vilogi Family = "vilogi"
	// WebForms is a site of ASP.NET post-backs.
	WebForms Family = "webforms"
	// WebDev is a site of PC SOFT's WebDev, which only a browser can drive.
	WebDev Family = "webdev"
)

// family is what makes a site one of a family.
type family struct {
	id          Family
	hosts       []string // first the one of the order's address
	path        string   // of the order's address
	pageSize    int      // documents a page, at most
	sessionless bool     // there is nothing that a logout would end
	// of makes what answers for the family, with its own state, around what all sites share.
	of func(*Site) answering
}

// answering is a family at work.
type answering interface {
	// routes says which paths are answered, and how.
	routes()
	// token finds the token of a session in a request.
	token(*http.Request) string
	// deny answers a request that has no session, or no longer one, in the words of
	// the family; the status is what it would be, 302 for a login page.
	deny(w http.ResponseWriter, r *http.Request, status int)
}

// families is every family that is simulated.
func families() []family {
	return []family{
		{Xnet, []string{"agence.crypto-extranet.com"}, "/connexion/", 100, false, func(s *Site) answering { return &xnet{s} }},
		{FonciaWeb, []string{"fr.foncia.com"}, "/login", 0, false, func(s *Site) answering { return &fonciaWeb{s} }},
		{Ics, []string{"extranet.ics.fr", "extranet2.ics.fr"}, icsHome + "login.php", 0, false, func(s *Site) answering { return &ics{s} }},
		{Foncia, []string{
			"www.myfoncia.fr", "myfoncia.fr", "my-foncia.fonciamillenium.net", "myfoncia-gateway.prod.fonciamillenium.net", "documents-prod.s3.eu-west-3.amazonaws.com",
		}, "/", 100, true, func(s *Site) answering { return &foncia{s} }},
		{Eseis, []string{"client.eseis-syndic.com", "sergic-api-prod.sergic.com"}, "/", 20, false, func(s *Site) answering { return &eseis{s} }},
		{Powimo, []string{"agence.monespaceclient.immo", "auth-prd017.monespaceclient.immo"}, "/", 50, false, func(s *Site) answering { return &powimo{s} }},
		{Vilogi, []string{"copro.vilogi.com"}, "/", 0, true, func(s *Site) answering { return &vilogi{s} }},
		{WebForms, []string{"extranet.agence.example"}, "/Login.aspx", 10, false, newWebForms},
		{WebDev, []string{"extranet.cabinet.example"}, webDevEntry, 0, false, newWebDev},
	}
}

// Families lists the families that are simulated.
func Families() []Family {
	var ids []Family
	for _, f := range families() {
		ids = append(ids, f.id)
	}
	return ids
}

// orXnet is the family itself; the zero value is Xnet.
func (f Family) orXnet() Family {
	if f == "" {
		return Xnet
	}
	return f
}

func (f Family) find() (family, bool) {
	all := families()
	i := slices.IndexFunc(all, func(other family) bool { return other.id == f.orXnet() })
	if i < 0 {
		return family{}, false
	}
	return all[i], true
}

// Hosts gives the names of the hosts of the family, first the one that an
// order's address has; nil for an unknown family.
func (f Family) Hosts() []string {
	found, _ := f.find()
	return found.hosts
}

// URL gives the address of the site as an order names it.
func (f Family) URL() string {
	found, ok := f.find()
	if !ok {
		return ""
	}
	return "https://" + found.hosts[0] + found.path
}

// denyPage is how a site of pages denies a request: somebody without a session
// is led to the login, a session that is lost gets what the trouble says.
func (s *Site) denyPage(w http.ResponseWriter, r *http.Request, status int) {
	switch {
	case status == http.StatusFound || status == http.StatusUnauthorized && !s.has(Lost401, AlwaysLost, LostThenLocked):
		http.Redirect(w, r, s.family.path, http.StatusFound)
	case status == http.StatusInternalServerError:
		page(w, status, errorPage)
	default:
		page(w, status, wrap(http.StatusText(status), "<h1>"+http.StatusText(status)+"</h1>"))
	}
}

// Path gives the path of the site as an order's address has it.
func (f Family) Path() string {
	found, _ := f.find()
	return found.path
}

// cookieOf gives the value of a cookie; "" where it was not sent.
func cookieOf(r *http.Request, name string) string {
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}
