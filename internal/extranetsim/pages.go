package extranetsim

// The pages of the site, reduced to what tells them apart.
const (
	loginPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Connexion</title></head><body>
<div id="connexionContainer"><form id="formConnexion"><div class="form-group"><input type="text" name="login" placeholder="Identifiant"></div>
<div class="form-group"><input type="password" name="password" placeholder="Mot de passe"></div><button type="submit">Se connecter</button></form></div></body></html>`

	shellPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Extranet</title></head><body><div id="app"></div><script src="/xnet/app.js"></script></body></html>`

	expiredPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Mot de passe</title></head><body>
<div id="connexionContainer"><form><div class="form-group bold">Votre mot de passe a expiré, merci d'en choisir un nouveau.</div>
<div class="form-group"><input type="password" name="new"></div></form></div></body></html>`

	codePage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Vérification</title></head><body>
<div id="connexionContainer"><form><div class="form-group bold">Saisissez le code reçu par SMS.</div>
<div class="form-group"><input type="text" name="otp" autocomplete="one-time-code"></div></form></div></body></html>`

	captchaPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Connexion</title></head><body>
<div id="connexionContainer"><form><input type="password" name="password"><div class="g-recaptcha" data-sitekey="x"></div></form></div></body></html>`

	maintenancePage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Maintenance</title></head><body><h1>Service momentanément indisponible</h1></body></html>`

	errorPage = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Erreur</title></head><body><h1>Une erreur est survenue</h1><p>DOCUMENT</p></body></html>`
)
