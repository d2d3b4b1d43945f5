package extranetsim

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// keycloak is the login of a realm, as Keycloak makes it: an authorization
// request with a proof key (RFC 7636), a form whose address is good once, and a
// code in the fragment of a redirect.
type keycloak struct {
	site *Site

	mu    sync.Mutex
	flows map[string]*flow // by the cookie of the browser
	codes map[string]*flow // by the code given out
	count int
}

// flow is one authorization on its way.
type flow struct {
	redirect, state, challenge string
	code                       string // of the form shown last: session_code
	token                      string // of the session opened, once the password was good
}

// What every client of the realm knows.
const (
	realm       = "/auth/realms/agence"
	realmClient = "ect-spa"
	realmOTP    = "424242" // the only code that the second factor takes
)

func (s *Site) keycloak() {
	k := &keycloak{site: s, flows: map[string]*flow{}, codes: map[string]*flow{}}
	s.open("GET "+realm+"/protocol/openid-connect/auth", k.authorize)
	s.open("POST "+realm+"/login-actions/authenticate", k.authenticate)
	s.open("GET "+realm+"/login-actions/required-action", k.requiredAction)
	s.open("POST "+realm+"/protocol/openid-connect/token", k.exchange)
	s.open("POST "+realm+"/protocol/openid-connect/logout", k.logout)
}

// key gives a new unique name. It is called with the lock held.
func (k *keycloak) key() string {
	k.count++
	sum := sha256.Sum256(fmt.Appendf(nil, "flow %d", k.count))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// authorize begins a flow and shows the form.
func (k *keycloak) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	redirect := q.Get("redirect_uri")
	switch {
	case q.Get("client_id") != realmClient:
		k.sorry(w, "Client not found.")
		return
	case !strings.HasPrefix(redirect, k.site.origin(r, 0)+"/"):
		k.sorry(w, "Invalid parameter: redirect_uri")
		return
	}
	problem := ""
	switch {
	case q.Get("response_type") != "code" || q.Get("response_mode") != "fragment":
		problem = "unsupported_response_type"
	case q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) != 43:
		problem = "invalid_request"
	}
	if problem != "" {
		answer := url.Values{"error": {problem}, "error_description": {"Missing parameter: code_challenge_method"}, "state": {q.Get("state")}}
		http.Redirect(w, r, redirect+"#"+answer.Encode(), http.StatusFound)
		return
	}
	k.mu.Lock()
	cookie := k.key()
	f := &flow{redirect: redirect, state: q.Get("state"), challenge: q.Get("code_challenge")}
	k.flows[cookie] = f
	k.mu.Unlock()
	attributes := "; Path=" + realm + "/; HttpOnly"
	if strings.HasPrefix(redirect, "https:") {
		attributes += "; Secure; SameSite=None"
	}
	w.Header().Add("Set-Cookie", "AUTH_SESSION_ID="+cookie+attributes)
	w.Header().Add("Set-Cookie", "KC_RESTART=eyJhbGciOiJIUzI1NiJ9.e30"+attributes)
	k.form(w, r, f, "")
}

// sorry is the page of a request that cannot even be answered by a redirect.
func (k *keycloak) sorry(w http.ResponseWriter, sentence string) {
	page(w, http.StatusBadRequest, wrap("Connexion", `<div id="kc-error-message"><p class="instruction">`+html.EscapeString(sentence)+`</p></div>`))
}

// action gives the address of the next form of a flow: a new one each time.
func (k *keycloak) action(r *http.Request, f *flow) string {
	k.mu.Lock()
	f.code = k.key()
	k.mu.Unlock()
	query := url.Values{"session_code": {f.code}, "execution": {"0c1f3b8e-5a0e-4f0e-9a52-2f1f8f1f7a10"}, "client_id": {realmClient}, "tab_id": {"Qm7xk2vVn0c"}}
	return html.EscapeString(k.site.origin(r, powimoAuth) + realm + "/login-actions/authenticate?" + query.Encode())
}

func (k *keycloak) form(w http.ResponseWriter, r *http.Request, f *flow, sentence string) {
	said, widget := "", ""
	if sentence != "" {
		said = `<span id="input-error" class="alert-error" aria-live="polite">` + html.EscapeString(sentence) + `</span>`
	}
	if k.site.captcha() {
		widget = captchaWidget
	}
	page(w, http.StatusOK, wrap("Connexion à votre espace", `<form id="kc-form-login" action="`+k.action(r, f)+`" method="post">
<input id="username" name="username" type="text">`+said+`<input id="password" name="password" type="password"><input type="hidden" id="id-hidden-input" name="credentialId">`+widget+`<input name="login" id="kc-login" type="submit" value="Connexion"></form>`))
}

// authenticate takes the password, or the code of the second factor, and leads
// on. A form that was shown before the last one is no longer good.
func (k *keycloak) authenticate(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie("AUTH_SESSION_ID")
	if err != nil {
		k.sorry(w, "Cookie not found. Please make sure cookies are enabled in your browser.")
		return
	}
	k.mu.Lock()
	f := k.flows[cookie.Value]
	good := f != nil && f.code == r.URL.Query().Get("session_code") && r.URL.Query().Get("client_id") == realmClient
	k.mu.Unlock()
	switch {
	case !good:
		page(w, http.StatusBadRequest, wrap("Page expirée", `<p id="instruction1" class="instruction">La page a expiré.</p>`))
	case f.token != "" && r.PostFormValue("otp") == realmOTP:
		k.finish(w, r, f)
	case f.token != "":
		k.otp(w, r, f, "Code d'authentification invalide.")
	case k.site.barred(w):
	default:
		k.password(w, r, f)
	}
}

func (k *keycloak) password(w http.ResponseWriter, r *http.Request, f *flow) {
	token, sentence := k.site.attempt(r.PostFormValue("username"), r.PostFormValue("password"))
	if sentence != "" {
		if k.site.has(BadPasswordSilent) {
			sentence = ""
		}
		k.form(w, r, f, sentence)
		return
	}
	k.mu.Lock()
	f.token = token
	k.mu.Unlock()
	actions := map[Trouble]string{ExpiredPassword: "UPDATE_PASSWORD", AsksActivation: "VERIFY_EMAIL", AsksTerms: "TERMS_AND_CONDITIONS"}
	for trouble, action := range actions {
		if k.site.has(trouble) {
			k.site.drop(token)
			query := url.Values{"execution": {action}, "client_id": {realmClient}, "tab_id": {"Qm7xk2vVn0c"}}
			http.Redirect(w, r, k.site.origin(r, powimoAuth)+realm+"/login-actions/required-action?"+query.Encode(), http.StatusFound)
			return
		}
	}
	if k.site.has(AsksSecondFactor) {
		k.otp(w, r, f, "")
		return
	}
	k.finish(w, r, f)
}

func (k *keycloak) otp(w http.ResponseWriter, r *http.Request, f *flow, sentence string) {
	page(w, http.StatusOK, wrap("Code à usage unique", `<form id="kc-otp-login-form" action="`+k.action(r, f)+`" method="post"><label for="otp">Saisissez le code reçu par SMS.</label>
<input id="otp" name="otp" autocomplete="one-time-code" type="text"><span id="input-error-otp-code">`+html.EscapeString(sentence)+`</span><input type="submit" value="Connexion"></form>`))
}

// requiredAction is what stands between a good password and the site.
func (k *keycloak) requiredAction(w http.ResponseWriter, r *http.Request) {
	said := map[string]Trouble{"UPDATE_PASSWORD": ExpiredPassword, "VERIFY_EMAIL": AsksActivation, "TERMS_AND_CONDITIONS": AsksTerms}
	i := interludes()[said[r.URL.Query().Get("execution")]]
	page(w, http.StatusOK, wrap(i.title, `<form id="kc-required-action" method="post"><span class="kc-feedback-text">`+html.EscapeString(i.sentence)+`</span>`+i.field+`</form>`))
}

// finish leads back to the application, with a code in the fragment.
func (k *keycloak) finish(w http.ResponseWriter, r *http.Request, f *flow) {
	k.mu.Lock()
	code := k.key()
	k.codes[code] = f
	for cookie, other := range k.flows {
		if other == f {
			delete(k.flows, cookie)
		}
	}
	k.mu.Unlock()
	fragment := url.Values{"state": {f.state}, "session_state": {"5f0f6e9a-7c2e-4ad5-8d2e-4f3a1b2c3d4e"}, "code": {code}}
	http.Redirect(w, r, f.redirect+"#"+fragment.Encode(), http.StatusFound)
}

// exchange gives tokens for a code, once, to whoever knows what the challenge
// was made of; or for a refresh token.
func (k *keycloak) exchange(w http.ResponseWriter, r *http.Request) {
	refuse := func(code, sentence string) {
		answer(w, http.StatusBadRequest, map[string]any{"error": code, "error_description": sentence})
	}
	switch r.PostFormValue("grant_type") {
	case "refresh_token":
		token, ok := k.site.renew(r.PostFormValue("refresh_token"))
		if !ok {
			refuse("invalid_grant", "Session not active")
			return
		}
		grant(w, token)
	case "authorization_code":
		k.mu.Lock()
		f := k.codes[r.PostFormValue("code")]
		delete(k.codes, r.PostFormValue("code"))
		k.mu.Unlock()
		sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
		switch {
		case r.PostFormValue("client_id") != realmClient:
			answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		case f == nil:
			refuse("invalid_grant", "Code not valid")
		case f.redirect != r.PostFormValue("redirect_uri"):
			refuse("invalid_grant", "Incorrect redirect_uri")
		case f.challenge != base64.RawURLEncoding.EncodeToString(sum[:]):
			refuse("invalid_grant", "PKCE verification failed: Code mismatch")
		case f.token == "":
			refuse("invalid_grant", "Session not active")
		default:
			grant(w, f.token)
		}
	default:
		refuse("unsupported_grant_type", "Unsupported grant_type")
	}
}

// grant gives the tokens of a session: one for minutes, one for half an hour.
func grant(w http.ResponseWriter, token string) {
	answer(w, http.StatusOK, map[string]any{
		"access_token": fonciaJWT(token), "expires_in": 300, "refresh_token": "r" + token, "refresh_expires_in": 1800,
		"token_type": "Bearer", "session_state": "5f0f6e9a-7c2e-4ad5-8d2e-4f3a1b2c3d4e", "scope": "openid profile email",
	})
}

func (k *keycloak) logout(w http.ResponseWriter, r *http.Request) {
	k.site.drop(strings.TrimPrefix(r.PostFormValue("refresh_token"), "r"))
	w.WriteHeader(http.StatusNoContent)
}
