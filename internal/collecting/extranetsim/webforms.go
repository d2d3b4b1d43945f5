package extranetsim

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// webForms is a site of ASP.NET post-backs: every click posts the whole form,
// with the hidden fields of the page that was shown last, and a document comes
// as the answer of a post. The fields and their rules are those of the
// framework, seen on many sites; no extranet of this kind was seen, so that the
// names of the controls and the layout are likeness.
type webForms struct {
	*Site
	views map[*session]*webFormsView // guarded by the lock of the site
}

// webFormsView is what the site keeps of a visitor: the state of the page shown last, and
// what holds back a second request.
type webFormsView struct {
	states int
	state  string
	shown  postBack
	lock   chan struct{}
}

func newWebForms(s *Site) answering {
	return &webForms{Site: s, views: map[*session]*webFormsView{}}
}

// viewOf gives what is kept of the visitor who has a token; nil where nobody has it. It is
// called with the lock held.
func (s *webForms) viewOf(token string) *webFormsView {
	v := s.sessions[token]
	if v == nil {
		return nil
	}
	if s.views[v] == nil {
		s.views[v] = &webFormsView{lock: make(chan struct{}, 1)}
	}
	return s.views[v]
}

func (*webForms) token(r *http.Request) string { return cookieOf(r, "ASP.NET_SessionId") }

func (s *webForms) deny(w http.ResponseWriter, r *http.Request, status int) { s.denyPage(w, r, status) }

// routes are the pages of the family.
func (s *webForms) routes() {
	s.open("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/Login.aspx", http.StatusFound) })
	s.open("GET /Login.aspx", func(w http.ResponseWriter, r *http.Request) {
		token, _ := s.visitor(w, r, "ASP.NET_SessionId")
		s.loginPage(w, token, s.takeFlash(token))
	})
	s.open("POST /Login.aspx", s.login)
	s.open("GET /Logout.aspx", func(w http.ResponseWriter, r *http.Request) {
		s.forget(r)
		http.Redirect(w, r, "/Login.aspx", http.StatusFound)
	})
	s.interludePages()
	s.get("/Documents.aspx", s.alone(func(w http.ResponseWriter, r *http.Request) { s.show(w, r, postBack{}) }))
	s.post("/Documents.aspx", s.alone(s.clicked))
}

// postBack is what a page of documents shows: its state, between two posts.
type postBack struct{ folder, page int }

// hidden writes the fields of a new state of a session, the only one that its
// next post may carry.
func (s *webForms) hidden(token string, state postBack) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.viewOf(token)
	if v == nil {
		v = &webFormsView{}
	}
	v.states++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", token, v.states))
	v.state, v.shown = base64.StdEncoding.EncodeToString(append([]byte("\xff\x01\x0f"), sum[:]...)), state
	return fmt.Sprintf(`<input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value=""><input type="hidden" name="__EVENTARGUMENT" id="__EVENTARGUMENT" value="">
<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="%s"><input type="hidden" name="__VIEWSTATEGENERATOR" id="__VIEWSTATEGENERATOR" value="C2EE9ABB"><input type="hidden" name="__EVENTVALIDATION" id="__EVENTVALIDATION" value="%s">
<script>function __doPostBack(t,a){var f=document.getElementById('form1');f.__EVENTTARGET.value=t;f.__EVENTARGUMENT.value=a;f.submit();}</script>`,
		v.state, webFormsValidation(v.state))
}

func webFormsValidation(state string) string {
	sum := sha256.Sum256([]byte("validation " + state))
	return base64.StdEncoding.EncodeToString(append([]byte("\x16"), sum[:20]...))
}

// posted checks the hidden fields of a post, and gives the state that they are
// of.
func (s *webForms) posted(r *http.Request, token string) (postBack, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.viewOf(token)
	if v == nil || v.state == "" || r.PostFormValue("__VIEWSTATE") != v.state || r.PostFormValue("__EVENTVALIDATION") != webFormsValidation(v.state) || r.PostFormValue("__VIEWSTATEGENERATOR") == "" {
		return postBack{}, false
	}
	return v.shown, true
}

// webFormsError is the page of a post that the framework does not believe.
func webFormsError(w http.ResponseWriter, sentence string) {
	page(w, http.StatusInternalServerError, wrap("Runtime Error", `<h1>Server Error in '/' Application.</h1><h2><i>`+html.EscapeString(sentence)+`</i></h2>`))
}

// shell wraps the one form that such a page is.
func (s *webForms) shell(w http.ResponseWriter, title, action, body string) {
	page(w, http.StatusOK, wrap(title, `<form method="post" action="./`+action+`" id="form1">`+body+`</form>`))
}

func (s *webForms) loginPage(w http.ResponseWriter, token, sentence string) {
	widget := ""
	if s.captcha() {
		widget = captchaWidget
	}
	s.shell(w, "Connexion", "Login.aspx", s.hidden(token, postBack{})+`
<span id="Main_lblErreur">`+html.EscapeString(sentence)+`</span><input name="ctl00$Main$txtLogin" type="text" id="Main_txtLogin"><input name="ctl00$Main$txtPassword" type="password" id="Main_txtPassword">`+widget+`<input type="submit" name="ctl00$Main$btnLogin" value="Connexion" id="Main_btnLogin">`)
}

func (s *webForms) login(w http.ResponseWriter, r *http.Request) {
	if s.barred(w) {
		return
	}
	visitor := s.own.token(r)
	if _, ok := s.posted(r, visitor); !ok || r.PostFormValue("ctl00$Main$btnLogin") == "" {
		webFormsError(w, "Validation of viewstate MAC failed.")
		return
	}
	token, sentence := s.attempt(r.PostFormValue("ctl00$Main$txtLogin"), r.PostFormValue("ctl00$Main$txtPassword"))
	if sentence != "" {
		s.refuseLogin(w, r, refusal{visitor, sentence, "/Login.aspx", BadPassword200, func(sentence string) { s.loginPage(w, visitor, sentence) }})
		return
	}
	s.forget(r)
	if token != "" {
		http.SetCookie(w, &http.Cookie{Name: "ASP.NET_SessionId", Value: token, Path: "/", HttpOnly: true})
	}
	s.welcome(w, r, "/Documents.aspx")
}

// lockWait is how long a request waits for the one before it of its session.
const lockWait = 2 * time.Second

// alone answers the requests of a session one after the other, as the
// framework does, and gives up on one that waits too long.
func (s *webForms) alone(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lock := s.lockOf(s.own.token(r))
		timer := time.NewTimer(lockWait)
		defer timer.Stop()
		select {
		case lock <- struct{}{}:
			defer func() { <-lock }()
			next(w, r)
		case <-timer.C:
			webFormsError(w, "The session state is locked by another request.")
		case <-r.Context().Done():
		}
	}
}

// lockOf gives what holds back the other requests of a session.
func (s *webForms) lockOf(token string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.viewOf(token); v != nil {
		return v.lock
	}
	return make(chan struct{}, 1)
}

func (s *webForms) view() dossier {
	return view(councilApart(s.here().entries), spaceOwner, spaceBuilding, spaceCouncil)
}

// clicked answers a click: on a folder, on a page of the list, on a
// document of the page that is shown.
func (s *webForms) clicked(w http.ResponseWriter, r *http.Request) {
	state, ok := s.posted(r, s.own.token(r))
	if !ok {
		webFormsError(w, "Validation of viewstate MAC failed.")
		return
	}
	target, argument := r.PostFormValue("__EVENTTARGET"), r.PostFormValue("__EVENTARGUMENT")
	verb, text, _ := strings.Cut(argument, "$")
	n, err := strconv.Atoi(text)
	switch {
	case target == "ctl00$Main$tree" && strings.HasPrefix(argument, "s"):
		folder, _ := strconv.Atoi(argument[1:]) // what is no number is no folder
		s.show(w, r, postBack{folder, 1})
	case target == "ctl00$Main$grid" && verb == "Page" && err == nil:
		s.show(w, r, postBack{state.folder, n})
	case target == "ctl00$Main$grid" && verb == "Open" && err == nil:
		s.openPaper(w, r, state, n)
	default:
		webFormsError(w, "Invalid postback or callback argument.")
	}
}

func (s *webForms) openPaper(w http.ResponseWriter, r *http.Request, state postBack, id int) {
	d := s.view()
	rows, _ := s.cut(s.rows(d.in(state.folder)), state.page, s.size(0))
	for _, e := range rows {
		if e.id == id {
			s.deliver(w, r, e, delivery{refuse: refusePage})
			return
		}
	}
	webFormsError(w, "Invalid postback or callback argument.")
}

// show shows the tree, and the list of a folder when one is open.
func (s *webForms) show(w http.ResponseWriter, r *http.Request, state postBack) {
	d, a := s.view(), s.here()
	var b strings.Builder
	b.WriteString(s.hidden(s.own.token(r), state))
	fmt.Fprintf(&b, `<a id="lnkLogout" href="Logout.aspx">Déconnexion</a><span id="lblImmeuble">%s</span>`+"\n",
		html.EscapeString(strings.Join([]string{a.Building, a.Street, a.Zipcode + " " + a.City}, " – ")))
	if s.has(NewSite) {
		s.shell(w, "Documents", "Documents.aspx", b.String()+`<div id="Main_RadTree"></div>`)
		return
	}
	for _, f := range s.filled(d) {
		fmt.Fprintf(&b, `<a class="dossier" href="javascript:__doPostBack('ctl00$Main$tree','s%d')">%s</a>`+"\n", f.id, html.EscapeString(f.trail))
	}
	if state.folder != 0 {
		s.grid(&b, s.rows(d.in(state.folder)), state.page)
	}
	s.shell(w, "Documents", "Documents.aspx", b.String())
}

func (s *webForms) grid(b *strings.Builder, list []Entry, current int) {
	size := s.size(0)
	rows, _ := s.cut(list, current, size)
	if s.has(SamePage) {
		current = 1
	}
	b.WriteString(`<table id="Main_grid">` + "\n")
	for _, e := range rows {
		fmt.Fprintf(b, `<tr class="doc" data-id="%d"><td class="titre"><a href="javascript:__doPostBack('ctl00$Main$grid','Open$%[1]d')">%s</a></td><td class="date">%s</td></tr>`+"\n",
			e.id, html.EscapeString(e.Title), s.date(e, slashed))
	}
	if pages := (len(list) + size - 1) / size; pages > 1 {
		b.WriteString(`<tr class="pager">`)
		for n := 1; n <= pages; n++ {
			if n == current {
				fmt.Fprintf(b, "<td><span>%d</span></td>", n)
				continue
			}
			fmt.Fprintf(b, `<td><a href="javascript:__doPostBack('ctl00$Main$grid','Page$%d')">%[1]d</a></td>`, n)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>")
}
