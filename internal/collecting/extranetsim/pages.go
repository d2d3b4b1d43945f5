package extranetsim

import (
	"encoding/json"
	"html"
	"net/http"
)

// The pages that several families have, reduced to what tells them apart.
const (
	loginPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Connexion</title></head><body>
<div id="connexionContainer"><form id="formConnexion"><div class="form-group"><input type="text" name="login" placeholder="Identifiant"></div>
<div class="form-group"><input type="password" name="password" placeholder="Mot de passe"></div><button type="submit">Se connecter</button></form></div></body></html>`

	shellPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Extranet</title></head><body><div id="app"></div><script src="/xnet/app.js"></script></body></html>`

	maintenancePage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Maintenance</title></head><body><h1>Service momentanément indisponible</h1></body></html>`

	errorPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Erreur</title></head><body><h1>Une erreur est survenue</h1><p>DOCUMENT</p></body></html>`

	captchaWidget = `<div class="g-recaptcha" data-sitekey="x"></div>`
)

// wrap makes a page of a title and a body.
func wrap(title, body string) string {
	return `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>` + html.EscapeString(title) + "</title></head><body>\n" + body + "\n</body></html>"
}

func page(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // the client went away
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client went away
}

// denyJSON is how an interface denies a request; a login page stays a page.
func denyJSON(w http.ResponseWriter, status int) {
	if status == http.StatusFound {
		page(w, http.StatusOK, loginPage)
		return
	}
	answer(w, status, map[string]any{"success": false})
}

// interlude is a page that a site puts between a good login and what it is for.
type interlude struct{ path, title, sentence, field string }

func interludes() map[Trouble]interlude {
	return map[Trouble]interlude{
		ExpiredPassword:  {"/password-expiration", "Mot de passe", "Votre mot de passe a expiré, merci d'en choisir un nouveau.", `<input type="password" name="new">`},
		AsksSecondFactor: {"/double-authentification", "Vérification", "Saisissez le code reçu par SMS.", `<input type="text" name="otp" autocomplete="one-time-code">`},
		AsksTerms:        {"/conditions-generales", "Conditions générales", "Merci d'accepter les nouvelles conditions générales d'utilisation.", `<input type="checkbox" name="cgu" required>`},
		AsksActivation:   {"/activation", "Activation du compte", "Merci de confirmer votre adresse e-mail pour activer votre compte.", `<button name="renvoyer">Renvoyer le message</button>`},
	}
}

// interlude gives what the site puts between, if anything.
func (s *Site) interlude() (interlude, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := interludes()[s.trouble]
	return i, ok
}

// interludePages serves them all.
func (s *Site) interludePages() {
	for _, i := range interludes() {
		body := `<div id="connexionContainer"><form><div class="form-group bold">` + html.EscapeString(i.sentence) + `</div>
<div class="form-group">` + i.field + `</div></form></div>`
		s.open("GET "+i.path, shown(wrap(i.title, body)))
	}
}

func shown(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { page(w, http.StatusOK, text) }
}
