package extranetsim

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const powimoVerifier = "a-verifier-of-at-least-forty-three-characters-and-more"

// powimoAuthorize gives the address at which the login begins.
func powimoAuthorize(v *visit) string {
	sum := sha256.Sum256([]byte(powimoVerifier))
	return "https://" + Powimo.Hosts()[1] + realm + "/protocol/openid-connect/auth?" + url.Values{
		"client_id": {realmClient}, "redirect_uri": {v.origin + "/"}, "response_mode": {"fragment"}, "response_type": {"code"}, "scope": {"openid"},
		"state": {"s1"}, "nonce": {"n1"}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}.Encode()
}

// powimoCode sends a form and gives the code of the redirect, if that is what
// came.
func (v *visit) powimoCode(action string, sent url.Values) string {
	if v.failed != nil {
		return ""
	}
	stop := *v.http
	stop.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := stop.PostForm(action, sent)
	if err != nil {
		v.failed = err
		return ""
	}
	defer func() { _ = resp.Body.Close() }()
	to, err := resp.Location()
	if err != nil || to.Host != Powimo.Hosts()[0] {
		v.must(false, "login: %d, led to %v", resp.StatusCode, to)
		return ""
	}
	fragment, _ := url.ParseQuery(to.Fragment) // what cannot be read holds no code
	v.must(fragment.Get("state") == "s1", "state %q", fragment.Get("state"))
	return fragment.Get("code")
}

func (v *visit) powimoExchange(form url.Values) eseisGranted {
	var granted eseisGranted
	form.Set("client_id", realmClient)
	v.read(v.post("https://"+Powimo.Hosts()[1]+realm+"/protocol/openid-connect/token", form, http.StatusOK), &granted)
	return granted
}

// walkPowimo goes the way of the script of the page.
func walkPowimo(v *visit) {
	v.must(strings.Contains(v.get("/"), `"authUrl":"https://`+Powimo.Hosts()[1]+`/auth"`), "no address of the login")
	form := v.page(v.get(powimoAuthorize(v))).Find("#kc-form-login")
	sent := fields(form)
	sent.Set("username", "camille")
	sent.Set("password", v.password)
	code := v.powimoCode(form.AttrOr("action", "/none"), sent)
	granted := v.powimoExchange(url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {v.origin + "/"}, "code_verifier": {powimoVerifier}})
	v.token = granted.AccessToken
	v.refresh = func() bool {
		other := visit{http: v.http, origin: v.origin}
		again := other.powimoExchange(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {granted.RefreshToken}})
		granted, v.token = again, again.AccessToken
		return other.failed == nil
	}
	v.get("/api/ect/me")
	var properties []struct {
		ID            int
		Adresse, Lots string
	}
	v.read(v.get("/api/ect/biens"), &properties)
	for _, p := range properties {
		if strings.Contains(p.Adresse, "Maraîchers") && p.Lots != "951" {
			v.powimoDocuments(p.ID)
		}
	}
	v.refresh, v.token = nil, ""
	v.post("https://"+Powimo.Hosts()[1]+realm+"/protocol/openid-connect/logout", url.Values{"client_id": {realmClient}, "refresh_token": {granted.RefreshToken}}, http.StatusNoContent)
}

func (v *visit) powimoDocuments(property int) {
	seen := map[int]bool{}
	for n, pages := 0, 1; n < pages && n < 9 && v.failed == nil; n++ {
		var list struct {
			TotalPages int
			Content    []struct {
				ID                                        int
				Libelle, Categorie, Espace, Date, Fichier string
				NomFichier                                *string
			}
		}
		v.read(v.get(fmt.Sprintf("/api/ect/biens/%d/documents?page=%d&size=50", property, n)), &list)
		pages = list.TotalPages
		for _, d := range list.Content {
			if d.Espace == "CONSEIL" || d.NomFichier == nil || seen[d.ID] {
				continue
			}
			seen[d.ID] = true
			v.bring(got{d.Libelle, d.Categorie, d.Date, []byte(v.get(fmt.Sprintf("/api/ect/documents/%d/contenu", d.ID)))})
		}
	}
}

func powimoSite(t *testing.T, o Options) (*Site, *visit) {
	t.Helper()
	o.Family = Powimo
	site, err := New(papersFS(), o)
	if err != nil {
		t.Fatal(err)
	}
	return site, newVisit(site)
}

// TestKeycloakProof: a code is good once, for the one redirect, and for whoever
// knows what the challenge was made of.
func TestKeycloakProof(t *testing.T) {
	site, v := powimoSite(t, Options{})
	code := func() string {
		form := v.page(v.get(powimoAuthorize(v))).Find("#kc-form-login")
		return v.powimoCode(form.AttrOr("action", "/none"), url.Values{"username": {"a"}, "password": {"b"}})
	}
	for name, change := range map[string]func(url.Values){
		"other verifier": func(form url.Values) { form.Set("code_verifier", powimoVerifier+"x") },
		"other redirect": func(form url.Values) { form.Set("redirect_uri", v.origin+"/else") },
		"no code":        func(form url.Values) { form.Del("code") },
		"other grant":    func(form url.Values) { form.Set("grant_type", "password") },
	} {
		form := url.Values{"grant_type": {"authorization_code"}, "code": {code()}, "redirect_uri": {v.origin + "/"}, "code_verifier": {powimoVerifier}}
		if change(form); v.failed != nil {
			t.Fatal(v.failed)
		}
		if v.powimoExchange(form); v.failed == nil {
			t.Errorf("%s: tokens", name)
		}
		v.failed = nil
	}
	once := url.Values{"grant_type": {"authorization_code"}, "code": {code()}, "redirect_uri": {v.origin + "/"}, "code_verifier": {powimoVerifier}}
	if v.powimoExchange(once); v.failed != nil || site.Logins() != 5 {
		t.Fatal(v.failed)
	}
	if v.powimoExchange(once); v.failed == nil {
		t.Error("a code served twice")
	}
}

// TestKeycloakForms: each form is good once, and the second factor leads on.
func TestKeycloakForms(t *testing.T) {
	_, v := powimoSite(t, Options{Trouble: AsksSecondFactor, Password: "secret"})
	first := v.page(v.get(powimoAuthorize(v))).Find("#kc-form-login").AttrOr("action", "/none")
	refused := v.page(v.post(first, url.Values{"username": {"a"}, "password": {"wrong"}}, http.StatusOK))
	second := refused.Find("#kc-form-login").AttrOr("action", "/none")
	if refused.Find("#input-error").Text() == "" || first == second || v.failed != nil {
		t.Fatalf("%q, %v", refused.Find("#input-error").Text(), v.failed)
	}
	v.post(first, url.Values{"username": {"a"}, "password": {"secret"}}, http.StatusBadRequest)
	asked := v.page(v.post(second, url.Values{"username": {"a"}, "password": {"secret"}}, http.StatusOK)).Find("#kc-otp-login-form")
	again := v.page(v.post(asked.AttrOr("action", "/none"), url.Values{"otp": {"000000"}}, http.StatusOK)).Find("#kc-otp-login-form")
	if v.powimoCode(again.AttrOr("action", "/none"), url.Values{"otp": {realmOTP}}) == "" || v.failed != nil {
		t.Error(v.failed)
	}
}

// TestKeycloakRefusals: what an authorization must have.
func TestKeycloakRefusals(t *testing.T) {
	_, v := powimoSite(t, Options{})
	for name, change := range map[string]func(url.Values){
		"other client":   func(q url.Values) { q.Set("client_id", "else") },
		"other redirect": func(q url.Values) { q.Set("redirect_uri", "https://evil.example/") },
		"plain proof":    func(q url.Values) { q.Set("code_challenge_method", "plain") },
		"no proof":       func(q url.Values) { q.Del("code_challenge") },
	} {
		u, err := url.Parse(powimoAuthorize(v))
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		change(q)
		u.RawQuery = q.Encode()
		if page := v.page(v.get(u.String())); page.Find("#kc-form-login").Length() != 0 {
			t.Errorf("%s: a form", name)
		}
		v.failed = nil
	}
	for trouble, action := range map[Trouble]string{ExpiredPassword: "UPDATE_PASSWORD", AsksActivation: "VERIFY_EMAIL", AsksTerms: "TERMS_AND_CONDITIONS"} {
		site, v := powimoSite(t, Options{Trouble: trouble})
		form := v.page(v.get(powimoAuthorize(v))).Find("#kc-form-login")
		text := v.post(form.AttrOr("action", "/none"), url.Values{"username": {"a"}, "password": {"b"}}, http.StatusOK)
		last := v.transcript[len(v.transcript)-1]
		if v.page(text).Find(".kc-feedback-text").Text() == "" || !strings.Contains(last, "/login-actions/required-action") || site.Open() != 0 {
			t.Errorf("%s (%s): %s", trouble, action, last)
		}
	}
}
