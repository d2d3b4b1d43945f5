package extranetsim

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// ics is the PHP site of ICS, version 3b. The form behind a modal, the hidden
// group, the links whose parameters mean something in one session only, and
// documents that are opened by a script and not by a link were seen on the real
// site. The encoding, the dates, the address of the building, the choice of an
// account, one page for each category and the sentences are likeness.
type ics struct{ *Site }

func (*ics) token(r *http.Request) string { return cookieOf(r, "PHPSESSID") }

func (s *ics) deny(w http.ResponseWriter, r *http.Request, status int) { s.denyPage(w, r, status) }

// routes are the pages of the family.
func (s *ics) routes() {
	const client = "/V3b/{client}"
	s.open("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, icsHome+"login.php", http.StatusFound)
	})
	s.open("GET "+client+"/login.php", s.form)
	s.open("POST /login_externe.php", s.login)
	s.open("GET "+client+"/logout.php", func(w http.ResponseWriter, r *http.Request) {
		s.forget(r)
		http.Redirect(w, r, icsHome+"login.php", http.StatusFound)
	})
	s.interludePages()
	s.get(client+"/accueil.php", s.front)
	s.get(client+"/mesDocuments.php", s.documents)
	s.get(client+"/telecharge.php", s.file)
}

// icsHome is the folder of the one client of the simulated site.
const icsHome = "/V3b/agence/"

// page writes a page in the encoding of its time, and does not say which one
// it is; or says a wrong one.
func (s *ics) page(w http.ResponseWriter, title, body string) {
	meta := ""
	if s.shaped(WrongMeta) {
		meta = `<meta charset="utf-8">`
	}
	w.Header().Set("Content-Type", "text/html")
	_, _ = w.Write(windows1252("<html><head>" + meta + "<title>" + html.EscapeString(title) + "</title></head><body>\n" + body + "\n</body></html>")) // the client went away
}

func (s *ics) form(w http.ResponseWriter, r *http.Request) {
	token, _ := s.visitor(w, r, "PHPSESSID")
	s.showForm(w, s.takeFlash(token))
}

func (s *ics) showForm(w http.ResponseWriter, sentence string) {
	var b strings.Builder
	b.WriteString(`<div class="modal in" id="myModal"><p>Découvrez notre nouvelle application !</p><button data-dismiss="modal">Fermer</button></div>` + "\n")
	if sentence != "" {
		fmt.Fprintf(&b, "<p class=\"erreur\">%s</p>\n", html.EscapeString(sentence))
	}
	b.WriteString(`<form action="/login_externe.php" method="post"><input type="hidden" name="groupe" value="agence"><input type="text" name="login"><input type="password" name="mdp">`)
	if s.captcha() {
		b.WriteString(captchaWidget)
	}
	b.WriteString(`<input type="submit" value="Connexion"></form>`)
	s.page(w, "Espace clients", b.String())
}

func (s *ics) login(w http.ResponseWriter, r *http.Request) {
	if s.barred(w) {
		return
	}
	if r.PostFormValue("groupe") != "agence" {
		http.Redirect(w, r, icsHome+"login.php", http.StatusFound)
		return
	}
	visitor := s.own.token(r)
	token, sentence := s.attempt(icsText(r.PostFormValue("login")), icsText(r.PostFormValue("mdp")))
	if sentence != "" {
		s.refuseLogin(w, r, refusal{visitor, sentence, icsHome + "login.php?error=1", BadPasswordRedirect, func(sentence string) { s.showForm(w, sentence) }})
		return
	}
	s.forget(r)
	if token != "" {
		http.SetCookie(w, &http.Cookie{Name: "PHPSESSID", Value: token, Path: "/"})
	}
	s.welcome(w, r, icsHome+"accueil.php")
}

// icsText reads a field as a browser sends it from a page of that encoding.
func icsText(field string) string {
	text, err := charmap.Windows1252.NewDecoder().String(field)
	if err != nil {
		return field
	}
	return text
}

// icsHide writes a number as a parameter that means it in one session only.
func icsHide(token, name string, n int) string {
	text := []byte(strconv.Itoa(n))
	mask := sha256.Sum256([]byte(token + name))
	for i := range text {
		text[i] ^= mask[i]
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// icsSeek reads such a parameter; zero when it means nothing in this session.
func icsSeek(r *http.Request, token, name string) int {
	text, err := base64.RawURLEncoding.DecodeString(r.URL.Query().Get(name))
	mask := sha256.Sum256([]byte(token + name))
	if err != nil || len(text) > len(mask) {
		return 0
	}
	for i := range text {
		text[i] ^= mask[i]
	}
	n, _ := strconv.Atoi(string(bytes.TrimSpace(text))) // what is no number means nothing
	return n
}

// icsLink writes a link with the parameters of a session; an account, a folder
// and a document may be among them.
func icsLink(page, token string, account, folder, document int) string {
	query := url.Values{"iiii": {icsHide(token, "iiii", account)}, "mmmm": {icsHide(token, "mmmm", folder)}, "llll": {icsHide(token, "llll", 1)}, "xxxx": {icsHide(token, "xxxx", 31)}}
	if document != 0 {
		query = url.Values{"iiii": {icsHide(token, "iiii", account)}, "doc": {icsHide(token, "doc", document)}}
	}
	return page + "?" + query.Encode()
}

func (s *ics) front(w http.ResponseWriter, r *http.Request) {
	token := s.own.token(r)
	a := &s.accounts[0]
	if chosen, ok := s.account(number(r, "bien", 0)); ok {
		a = chosen
	}
	var b strings.Builder
	b.WriteString(`<a href="logout.php">Déconnexion</a>` + "\n")
	if s.has(NewSite) {
		s.page(w, "Accueil", b.String()+`<div id="app" data-api="/V5/api"></div>`)
		return
	}
	if len(s.accounts) > 1 {
		b.WriteString(`<select id="bien" name="bien">`)
		for _, other := range s.accounts {
			fmt.Fprintf(&b, `<option value="%d">%s</option>`, other.number,
				html.EscapeString(strings.Join([]string{or(other.Lots, "Lot"), other.Street, other.Zipcode + " " + other.City, other.Owner}, " – ")))
		}
		b.WriteString("</select>\n")
	}
	fmt.Fprintf(&b, "<p id=\"residence\">%s – %s – %s %s</p><p id=\"coproprietaire\">%s</p>\n", html.EscapeString(a.Building), html.EscapeString(a.Street), a.Zipcode, html.EscapeString(a.City), html.EscapeString(a.Owner))
	if a.Restricted {
		b.WriteString(`<p class="restreint">Votre accès à cet espace est restreint. Contactez votre agence.</p>`)
	} else {
		for _, f := range s.filled(icsView(a)) {
			fmt.Fprintf(&b, "<a href=\"%s\">%s</a><br>\n", html.EscapeString(icsLink("mesDocuments.php", token, a.number, f.id, 0)), html.EscapeString(f.trail))
		}
	}
	s.page(w, "Accueil", b.String())
}

func icsView(a *account) dossier {
	return view(councilApart(a.entries), spaceOwner, spaceBuilding, spaceCouncil)
}

// sessionOver is what a link of another session meets.
func (s *ics) sessionOver(w http.ResponseWriter) { s.showForm(w, "") }

func (s *ics) documents(w http.ResponseWriter, r *http.Request) {
	token := s.own.token(r)
	a, ok := s.account(icsSeek(r, token, "iiii"))
	if !ok || icsSeek(r, token, "llll") != 1 || icsSeek(r, token, "xxxx") != 31 {
		s.sessionOver(w)
		return
	}
	d, id := icsView(a), icsSeek(r, token, "mmmm")
	var b strings.Builder
	for _, f := range s.foldersOf(d) {
		if f.id == id {
			fmt.Fprintf(&b, "<a href=\"logout.php\">Déconnexion</a><h1>%s</h1>\n", html.EscapeString(f.trail))
		}
	}
	for _, e := range s.rows(d.in(id)) {
		fmt.Fprintf(&b, `<div class="document" id="%03d_%d" onclick="document.location.href='%s'"><span class="libelle">%s</span> <span class="date">%s</span></div>`+"\n",
			e.id-firstDocument, 0, html.EscapeString(icsLink("telecharge.php", token, a.number, 0, e.id)), html.EscapeString(e.Title), s.date(e, slashed))
	}
	s.page(w, "Mes documents", b.String())
}

func (s *ics) file(w http.ResponseWriter, r *http.Request) {
	token := s.own.token(r)
	e, ok := s.entry(icsSeek(r, token, "doc"))
	if _, known := s.account(icsSeek(r, token, "iiii")); !ok || !known {
		s.sessionOver(w)
		return
	}
	s.deliver(w, r, e, delivery{mediaType: "application/octet-stream", disposition: `attachment; filename="` + storedName(e) + `"`, refuse: refusePage})
}
