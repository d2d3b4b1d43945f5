package extranetsim

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"

	"predate"
)

// webDev is a site of PC SOFT's WebDev, which only a browser can drive: its
// pages are filled by a script, and a click posts what the script computes. The
// names A16, A17, z_A7_IMG, z_M12_IMG, A3, A9 and ctzA1, the action in
// WD_ACTION_, the slow first access and the sessions of one person that end one
// another were seen on a real site. The layout of the list, how a document
// opens and the sentences are likeness, and the script is a stand-in for the
// vendor's.
type webDev struct {
	*Site
	contexts map[*session]*webDevContext // guarded by the lock of the site
}

// webDevContext is what the server knows of a visitor.
type webDevContext struct {
	states  int
	state   string // the context of the page shown last
	awaited bool   // logged in but for a code
}

func newWebDev(s *Site) answering {
	return &webDev{Site: s, contexts: map[*session]*webDevContext{}}
}

// contextOf gives what is known of the visitor who has a token; nil where nobody has it.
// It is called with the lock held.
func (s *webDev) contextOf(token string) *webDevContext {
	v := s.sessions[token]
	if v == nil {
		return nil
	}
	if s.contexts[v] == nil {
		s.contexts[v] = &webDevContext{}
	}
	return s.contexts[v]
}

func (*webDev) token(r *http.Request) string { return cookieOf(r, "WD28SESSION") }

func (s *webDev) deny(w http.ResponseWriter, r *http.Request, status int) { s.denyPage(w, r, status) }

// routes are the pages of the family.
func (s *webDev) routes() {
	s.open("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, webDevEntry, http.StatusFound) })
	s.open("GET "+webDevEntry, s.login)
	s.open("GET "+webDevPages+"{page}", s.again)
	s.open("POST "+webDevPages+"{page}", s.click)
	s.interludePages()
	s.asks()
}

// The addresses of the site: the entry opens a context, the rest belongs to it.
const (
	webDevEntry = "/WD280AWP/WD280AWP.exe/CONNECT/EXTRANET"
	webDevPages = "/WD280AWP/WD280AWP.exe/CTX_EXTRANET/"
)

// webDevScript is what the pages of the vendor do, in a few lines: the fields
// are not in the page but made by it, and a click sends the action together
// with what only a script makes of the context.
const webDevScript = `<script>
function clWDProof(c){var h=7;for(var i=0;i<c.length;i++){h=(h*31+c.charCodeAt(i))%1000003;}return h;}
function _JSL(page,action,arg){var f=document.forms[0];f.action='` + webDevPages + `'+page;f.WD_ACTION_.value=action;f.WD_ARG_.value=arg||'';f.WD_PROOF_.value=clWDProof(f.WD_CTX_.value);f.submit();}
window.addEventListener('load',function(){var t=document.getElementById('WD_TEMPLATE');if(t){document.getElementById('dwwA1').innerHTML=t.textContent;}
var d=document.getElementById('WD_DATA');if(d){var b=document.querySelector('#ctzA1 tbody');JSON.parse(d.textContent).forEach(function(x,i){var r=b.insertRow();r.id='A1_'+(i+1);
['id','libelle','rubrique','date'].forEach(function(n){var c=r.insertCell();c.className=n;c.id='lzA1_'+n;c.textContent=x[n];});
var o=r.insertCell();if(x.fichier){o.innerHTML='<span class="ouvrir" style="cursor:pointer">Ouvrir</span>';o.firstChild.onclick=function(){_JSL('PAGE_Documents','A5',x.id);};}});}
document.body.setAttribute('data-ready','1');});
</script>`

// names are the names of the controls, which change when the site is
// built anew.
type webDevNames struct{ login, password, submit, menu, documents, balance, table string }

func (s *webDev) names() webDevNames {
	if s.has(NewSite) {
		return webDevNames{"A21", "A22", "z_A9_IMG", "z_M15_IMG", "A6", "A11", "ctzA2"}
	}
	return webDevNames{"A16", "A17", "z_A7_IMG", "z_M12_IMG", "A3", "A9", "ctzA1"}
}

// context gives the context of a page: the server knows what it showed by
// it, and takes no other.
func (s *webDev) context(token string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.contextOf(token)
	if v == nil {
		return ""
	}
	v.states++
	sum := sha256.Sum256(fmt.Appendf(nil, "context %s %d", token, v.states))
	v.state = hex.EncodeToString(sum[:8])
	return v.state
}

// webDevProof is what the script of the page makes of the context.
func webDevProof(context string) string {
	h := 7
	for _, c := range []byte(context) {
		h = (h*31 + int(c)) % 1000003
	}
	return strconv.Itoa(h)
}

// page shows a page in its frame: one form that the script sends.
func (s *webDev) page(w http.ResponseWriter, token, name, body string) {
	page(w, http.StatusOK, wrap("Extranet", webDevScript+`<form method="post" name="`+name+`" action="`+name+`"><input type="hidden" name="WD_ACTION_" value=""><input type="hidden" name="WD_ARG_" value=""><input type="hidden" name="WD_PROOF_" value=""><input type="hidden" name="WD_CTX_" value="`+s.context(token)+`">`+body+`</form>`))
}

func (s *webDev) login(w http.ResponseWriter, r *http.Request) {
	token, _ := s.visitor(w, r, "WD28SESSION")
	s.loginPage(w, token, "")
}

func (s *webDev) loginPage(w http.ResponseWriter, token, sentence string) {
	n, widget := s.names(), ""
	if s.captcha() {
		widget = captchaWidget
	}
	fields := fmt.Sprintf(`<input type="text" name="%s" id="%[1]s"><input type="password" name="%s" id="%[2]s"><span id="%s" style="cursor:pointer" onclick="_JSL('PAGE_Connexion','A7')">Se connecter</span>`, n.login, n.password, n.submit)
	s.page(w, token, webDevPages+"PAGE_Connexion", `<div id="tzA20" class="erreur">`+html.EscapeString(sentence)+`</div>`+widget+s.captchaField()+`<div id="dwwA1"></div><script type="text/plain" id="WD_TEMPLATE">`+fields+`</script>`)
}

// again is a page that is loaded again: its context is a new one.
func (s *webDev) again(w http.ResponseWriter, r *http.Request) {
	token := s.own.token(r)
	if r.PathValue("page") == "PAGE_Connexion" {
		http.Redirect(w, r, webDevEntry, http.StatusFound)
		return
	}
	s.inside(func(w http.ResponseWriter, _ *http.Request) { s.menu(w, token) })(w, r)
}

// click takes what a page sends. A context that is not that of the last
// page, or a proof that no script made, ends the visit.
func (s *webDev) click(w http.ResponseWriter, r *http.Request) {
	token := s.own.token(r)
	s.mu.Lock()
	v := s.contextOf(token)
	good := v != nil && v.state != "" && r.PostFormValue("WD_CTX_") == v.state && r.PostFormValue("WD_PROOF_") == webDevProof(v.state)
	s.mu.Unlock()
	if !good {
		page(w, http.StatusOK, wrap("Erreur", `<div id="WDERREUR">Le contexte de la page a expiré. Veuillez vous reconnecter.</div>`))
		return
	}
	if r.PathValue("page") == "PAGE_Connexion" {
		s.connect(w, r, token)
		return
	}
	if r.PathValue("page") == "PAGE_Code" {
		s.code(w, r, token)
		return
	}
	s.inside(func(w http.ResponseWriter, r *http.Request) {
		switch r.PostFormValue("WD_ACTION_") {
		case "A3":
			s.list(w, token)
		case "A5":
			id, _ := strconv.Atoi(r.PostFormValue("WD_ARG_")) // what is no number is no document
			s.openPaper(w, r, id)
		case "M99":
			s.forget(r)
			http.Redirect(w, r, webDevEntry, http.StatusFound)
		default:
			s.menu(w, token)
		}
	})(w, r)
}

func (s *webDev) connect(w http.ResponseWriter, r *http.Request, visitor string) {
	if s.barred(w) || s.unread(w, r, visitor) {
		return
	}
	n := s.names()
	login := r.PostFormValue(n.login)
	token, sentence := s.attempt(login, r.PostFormValue(n.password))
	if sentence != "" {
		s.refuseLogin(w, r, refusal{visitor, sentence, webDevEntry, BadPassword200, func(sentence string) { s.loginPage(w, visitor, sentence) }})
		return
	}
	s.drop(visitor)
	s.alone(token, login)
	if token != "" {
		http.SetCookie(w, &http.Cookie{Name: "WD28SESSION", Value: token, Path: "/", HttpOnly: true})
	}
	if s.options.Asks == predate.AsksCode {
		s.askCode(w, token, "")
		return
	}
	s.welcome(w, r, webDevPages+"PAGE_Menu")
}

// alone ends the other sessions of the same person.
func (s *webDev) alone(token, login string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for other, v := range s.sessions {
		if v.inside && v.flash == login && other != token {
			delete(s.sessions, other)
		}
	}
	if v := s.sessions[token]; v != nil {
		v.flash = login
	}
}

func (s *webDev) menu(w http.ResponseWriter, token string) {
	n := s.names()
	s.page(w, token, webDevPages+"PAGE_Menu", fmt.Sprintf(`<span id="%s" style="cursor:pointer" onclick="document.getElementById('menu').style.display='block'">Menu</span>
<div id="menu" style="display:none"><a id="%s" href="javascript:_JSL('PAGE_Documents','A3')">Mes documents</a> <a id="%s" href="javascript:_JSL('PAGE_Menu','A9')">Mon solde</a></div>
<a id="M99" href="javascript:_JSL('PAGE_Menu','M99')">Déconnexion</a><table><tr><td id="lzA1">Situation au 31/12/2025</td></tr></table>`, n.menu, n.documents, n.balance))
}

// list shows the list, as data that the script puts into a table.
func (s *webDev) list(w http.ResponseWriter, token string) {
	rows := []any{}
	for _, e := range s.rows(councilApart(s.here().entries)) {
		rows = append(rows, map[string]any{"id": strconv.Itoa(e.id), "libelle": e.Title, "rubrique": e.Category, "date": s.date(e, slashed), "fichier": e.File != ""})
	}
	data, _ := json.Marshal(rows) // plain texts; "<" is escaped
	s.page(w, token, webDevPages+"PAGE_Documents", `<a id="M99" href="javascript:_JSL('PAGE_Menu','M99')">Déconnexion</a><table id="`+s.names().table+`"><tbody></tbody></table>
<script type="application/json" id="WD_DATA">`+strings.ReplaceAll(string(data), "</", `<\/`)+`</script>`)
}

// openPaper gives a document; the page that asked for it stays as it is.
func (s *webDev) openPaper(w http.ResponseWriter, r *http.Request, id int) {
	e, ok := s.entry(id)
	if !ok {
		refusePage(w, http.StatusNotFound)
		return
	}
	s.deliver(w, r, e, delivery{refuse: refusePage})
}
