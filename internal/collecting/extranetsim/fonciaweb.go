package extranetsim

import (
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"
)

// fonciaWeb is the first generation of MyFoncia: pages of Symfony behind a form
// with a token against forgery. The login, its two-step widget, the list of
// properties, the rows with their dotted dates and the rows without a file were
// seen on the real site. The headings of the categories, the address, the owner
// and the lots of a property, the sentence of a refusal and the deposits are
// likeness.
type fonciaWeb struct{ *Site }

func (*fonciaWeb) token(r *http.Request) string { return cookieOf(r, "PHPSESSID") }

func (s *fonciaWeb) deny(w http.ResponseWriter, r *http.Request, status int) {
	s.denyPage(w, r, status)
}

// routes are the pages of the family.
func (s *fonciaWeb) routes() {
	const space = fonciaSpace
	s.open("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/login", http.StatusFound) })
	s.open("GET /login", s.form)
	s.open("POST /login", s.firstStep)
	s.open("POST /login_check", s.login)
	s.open("GET /logout", func(w http.ResponseWriter, r *http.Request) {
		s.forget(r)
		http.Redirect(w, r, "/login", http.StatusFound)
	})
	s.interludePages()
	s.get(space+"/mon-bien", s.properties)
	s.get(space+"/mon-bien/{id}", s.property(s.home))
	s.get(space+"/mes-documents/{id}/{letter}", s.property(s.documents))
	s.get(space+"/mes-charges/{id}", s.property(s.charges))
	s.get(space+"/document/{id}", s.file("id", delivery{refuse: refusePage}))
	s.get(space+"/mes-demandes/{id}", s.property(s.requestList))
	s.post(space+"/mes-demandes/{id}/nouvelle", s.property(s.takeDeposit))
}

const fonciaSpace = "/espace-client/espace-de-gestion"

// forgery gives the token that a form of a visitor must send back.
func forgery(token string) string { return "csrf-" + token[:min(12, len(token))] }

func (s *fonciaWeb) form(w http.ResponseWriter, r *http.Request) {
	token, _ := s.visitor(w, r, "PHPSESSID")
	s.showForm(w, token, s.takeFlash(token), "")
}

// showForm shows the login page; in two steps it asks for the
// identifier first, and for the password of the one that was given.
func (s *fonciaWeb) showForm(w http.ResponseWriter, token, sentence, username string) {
	var b strings.Builder
	if sentence != "" {
		fmt.Fprintf(&b, "<div class=\"error\">%s</div>\n", html.EscapeString(sentence))
	}
	first := s.shaped(TwoStep) && username == ""
	action, fields := "/login_check", `<input type="text" id="userloginid" name="username" value="`+html.EscapeString(username)+`"><input type="password" id="userloginpass" name="_password">`
	if first {
		action, fields = "/login", `<input type="text" id="userloginid" name="username">`
	}
	if s.captcha() {
		fields += captchaWidget
	}
	fmt.Fprintf(&b, `<form id="login-form" action="%s" method="post"><input type="hidden" name="_csrf_token" value="%s">%s<button type="submit">Se connecter</button></form>`,
		action, forgery(token), fields)
	page(w, http.StatusOK, wrap("Connexion à votre espace client", b.String()))
}

func (s *fonciaWeb) firstStep(w http.ResponseWriter, r *http.Request) {
	token := s.own.token(r)
	if !s.shaped(TwoStep) || r.PostFormValue("_csrf_token") != forgery(token) || r.PostFormValue("username") == "" {
		http.Redirect(w, r, "/login", http.StatusFound)
		return
	}
	s.showForm(w, token, "", r.PostFormValue("username"))
}

func (s *fonciaWeb) login(w http.ResponseWriter, r *http.Request) {
	if s.barred(w) {
		return
	}
	token := s.own.token(r)
	if token == "" || r.PostFormValue("_csrf_token") != forgery(token) {
		s.flash(token, "Jeton CSRF invalide.")
		http.Redirect(w, r, "/login", http.StatusFound)
		return
	}
	session, sentence := s.attempt(r.PostFormValue("username"), r.PostFormValue("_password"))
	if sentence != "" {
		s.refuseLogin(w, r, refusal{token, sentence, "/login", BadPasswordRedirect, func(sentence string) {
			s.showForm(w, token, sentence, "")
		}})
		return
	}
	s.forget(r) // a session has another name once it is logged in
	if session != "" {
		http.SetCookie(w, &http.Cookie{Name: "PHPSESSID", Value: session, Path: "/", HttpOnly: true})
	}
	s.welcome(w, r, fonciaSpace+"/mon-bien")
}

// page is a page for those who are logged in.
func (s *fonciaWeb) page(w http.ResponseWriter, title, body string) {
	page(w, http.StatusOK, wrap(title, `<nav><a class="MainNav-item-logged" href="`+fonciaSpace+`/mon-compte">Bonjour `+html.EscapeString(s.here().Owner)+`</a> <a href="/logout">Se déconnecter</a></nav>
<main role="main">`+body+`</main>`))
}

// fonciaWebID gives the identifier of a property, whose last letter is the role.
func fonciaWebID(a *account) string {
	letter := map[string]string{"LANDLORD": "B", "TENANT": "L"}[a.Role]
	return strconv.Itoa(a.number) + or(letter, "C")
}

func (s *fonciaWeb) properties(w http.ResponseWriter, _ *http.Request) {
	if s.has(NewSite) {
		s.page(w, "Mes biens", `<my-properties data-src="/api/v2/properties"></my-properties>`)
		return
	}
	var b strings.Builder
	b.WriteString(`<ul class="MyPropertiesSelector-slides">`)
	for i := range s.accounts {
		a := &s.accounts[i]
		fmt.Fprintf(&b, `<li class="MyPropertiesSelector-item" data-property="%s"><strong>%s</strong> <span class="MyPropertiesSelector-item-desc">%s</span></li>`,
			fonciaWebID(a), html.EscapeString(a.Building), html.EscapeString(a.Street+", "+a.Zipcode+" "+a.City))
	}
	b.WriteString(`<li class="MyPropertiesSelector-item MyPropertiesSelector-item--add add" data-property=""><a href="` + fonciaSpace + `/ajouter">Ajouter un bien</a></li></ul>`)
	s.page(w, "Mes biens", b.String())
}

// property finds the property of a path.
func (s *fonciaWeb) property(show func(http.ResponseWriter, *http.Request, *account)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := range s.accounts {
			if a := &s.accounts[i]; fonciaWebID(a) == r.PathValue("id") {
				if a.Restricted {
					page(w, http.StatusForbidden, wrap("Accès restreint", `<p class="Restricted">Votre accès à cet espace est restreint. Contactez votre agence.</p>`))
					return
				}
				show(w, r, a)
				return
			}
		}
		page(w, http.StatusNotFound, wrap("Page introuvable", "<h1>Page introuvable</h1>"))
	}
}

func (s *fonciaWeb) home(w http.ResponseWriter, _ *http.Request, a *account) {
	id := fonciaWebID(a)
	s.page(w, "Mon bien", fmt.Sprintf(`<h1>%s</h1><p class="PropertyAddress">%s, %s %s</p><p class="PropertyOwner">%s</p><p class="PropertyLots">%s</p>
<a class="Icon--book" href="%s/mes-documents/%s/%s">Mes documents</a> <a class="Icon--euro" href="%[7]s/mes-charges/%[8]s">Mes charges</a> <a class="Icon--mail" href="%[7]s/mes-demandes/%[8]s">Mes demandes</a>`,
		html.EscapeString(a.Building), html.EscapeString(a.Street), a.Zipcode, html.EscapeString(strings.ToUpper(a.City)), html.EscapeString(a.Owner), html.EscapeString(a.Lots),
		fonciaSpace, id, id[len(id)-1:]))
}

func (s *fonciaWeb) documents(w http.ResponseWriter, r *http.Request, a *account) {
	if id := r.PathValue("id"); r.PathValue("letter") != id[len(id)-1:] {
		page(w, http.StatusNotFound, wrap("Page introuvable", "<h1>Page introuvable</h1>"))
		return
	}
	d := view(councilApart(a.entries), spaceBuilding, spaceCouncil)
	var b strings.Builder
	for _, f := range s.filled(d) {
		fmt.Fprintf(&b, "<section class=\"DocumentCategory\"><h2>%s</h2>\n", html.EscapeString(f.trail))
		s.table(&b, d.in(f.id))
		b.WriteString("</section>\n")
	}
	s.page(w, "Mes documents", b.String())
}

func (s *fonciaWeb) charges(w http.ResponseWriter, _ *http.Request, a *account) {
	var b strings.Builder
	s.table(&b, view(a.entries, spaceOwner).entries)
	s.page(w, "Mes charges", b.String())
}

func (s *fonciaWeb) table(b *strings.Builder, entries []Entry) {
	for _, e := range s.rows(entries) {
		fmt.Fprintf(b, `<article class="TeaserRow" id="%d" data-taffy="utility_record"><p class="TeaserRow-desc">%s</p><p class="TeaserRow-date">%s</p><span class="nbPrice"></span>`,
			e.id, html.EscapeString(e.Title), s.date(e, dotted))
		if e.File != "" {
			fmt.Fprintf(b, `<a class="Download" href="%s/document/%d">Télécharger</a>`, fonciaSpace, e.id)
		}
		b.WriteString("</article>\n")
	}
}

// requestList shows the form of a request and the requests made.
func (s *fonciaWeb) requestList(w http.ResponseWriter, r *http.Request, a *account) {
	token := s.own.token(r)
	var b strings.Builder
	if sentence := s.takeFlash(token); sentence != "" {
		kind, text, _ := strings.Cut(sentence, "|")
		fmt.Fprintf(&b, `<div class="flash-%s">%s</div>`, kind, html.EscapeString(text))
	}
	for _, d := range s.received(a.number) {
		fmt.Fprintf(&b, `<li class="Request" data-id="%d">%s <span class="Request-number">%s</span></li>`, d.ID, html.EscapeString(d.Subject), d.Receipt)
	}
	if !s.has(DepositClosed) {
		fmt.Fprintf(&b, `<form id="demande" method="post" enctype="multipart/form-data" action="%s/mes-demandes/%s/nouvelle"><input type="hidden" name="_csrf_token" value="%s">
<input type="text" name="objet"><textarea name="message"></textarea><input type="file" name="piece[]" multiple><button type="submit">Envoyer</button></form>`,
			fonciaSpace, fonciaWebID(a), forgery(token))
	}
	s.page(w, "Mes demandes", b.String())
}

// takeDeposit takes a request with its pieces.
func (s *fonciaWeb) takeDeposit(w http.ResponseWriter, r *http.Request, a *account) {
	r.Body = http.MaxBytesReader(w, r.Body, maxDeposit)
	token, back := s.own.token(r), fonciaSpace+"/mes-demandes/"+fonciaWebID(a)
	pieces, err := readPieces(r)
	said := ""
	switch {
	case s.has(DepositClosed):
		page(w, http.StatusNotFound, wrap("Page introuvable", "<h1>Page introuvable</h1>"))
		return
	case err != nil || r.PostFormValue("_csrf_token") != forgery(token):
		said = "error|Jeton CSRF invalide."
	case s.has(DepositRefused):
		said = "error|Ce type de fichier n'est pas accepté."
	case r.PostFormValue("objet") == "" || len(pieces) == 0:
		said = "error|L'objet et une pièce sont obligatoires."
	default:
		_, receipt := s.keep(Deposit{Account: a.number, Subject: r.PostFormValue("objet"), Message: r.PostFormValue("message")}, pieces)
		if s.has(DepositLost) {
			cutShort(w)
			return
		}
		said = "success|Votre demande a bien été enregistrée."
		if receipt != "" {
			said = "success|Votre demande n° " + receipt + " a bien été enregistrée."
		}
	}
	s.flash(token, said)
	http.Redirect(w, r, back, http.StatusFound)
}
