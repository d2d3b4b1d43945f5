package connector_test

import (
	"net/http"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/connector/connectortest"
)

// TestARefusalIsProven: that a password is wrong is believed where the site says
// it, and says it of this try. The form that comes again for any other reason is
// a site that has changed, and the password is not sent a second time.
func TestARefusalIsProven(t *testing.T) {
	const help = `<p class="refus">Nouveau : votre espace fait peau neuve.</p>`
	for name, tc := range map[string]struct {
		before, answer string // beside the form, before the try and after it
		code           predate.FailureCode
		message        string
	}{
		"what the recipe knows":      {"", `<p class="refus">Nom ou clé inconnus.</p>`, predate.BadCredentials, "Nom ou clé inconnus."},
		"the form again":             {"", "", predate.SiteChanged, ""},
		"a word that was there":      {help, help, predate.SiteChanged, ""},
		"an empty word":              {"", `<p class="refus"></p>`, predate.SiteChanged, ""},
		"another word beside it":     {help, help + `<div>Identifiant ou mot de passe incorrect.</div>`, predate.BadCredentials, "Identifiant ou mot de passe incorrect."},
		"known words":                {"", `<div class="toast"><b>Erreur</b> <span>Le mot de passe saisi est erroné</span></div>`, predate.BadCredentials, "Erreur Le mot de passe saisi est erroné"},
		"known words, cut in pieces": {"", `<div>Vos <b>identifiants</b> sont <i>invalides</i></div>`, predate.BadCredentials, "Vos identifiants sont invalides"},
		"English words":              {"", `<div role="alert">Invalid username or password.</div>`, predate.BadCredentials, "Invalid username or password."},
		"known words in a script":    {"", `<script>const erreur = "Mot de passe incorrect"</script>`, predate.SiteChanged, ""},
		"known words, hidden":        {"", `<div style="display: none">Mot de passe incorrect</div><div hidden>Mot de passe incorrect</div><template>Mot de passe incorrect</template>`, predate.SiteChanged, ""},
		"known words, there before":  {`<p>Mot de passe incorrect</p>`, `<p>Mot de passe incorrect</p>`, predate.SiteChanged, ""},
		"a word of help":             {"", `<a href="/aide">Mot de passe incorrect ?</a> <p>Si votre mot de passe est incorrect, appelez-nous.</p>`, predate.SiteChanged, ""},
		"a failure of the site":      {"", `<p>Échec de connexion au serveur</p>`, predate.SiteChanged, ""},
	} {
		t.Run(name, func(t *testing.T) {
			l := connectortest.NewLittle()
			l.Instead["GET /entree"] = func(w http.ResponseWriter, _ *http.Request) { connectortest.HTML(w, tc.before+l.LoginForm()) }
			l.Instead["POST /entree"] = func(w http.ResponseWriter, _ *http.Request) { connectortest.HTML(w, tc.answer+l.LoginForm()) }
			run := visitLittle(t, l, littleRecipes(t), nil)
			failure := run.Failure()
			if failure == nil || failure.Code != tc.code || failure.Stage != predate.StageLogin || failure.Message != tc.message {
				t.Fatalf("%v (%q), want %s %q", run.Err, failure.Message, tc.code, tc.message)
			}
			if failure.Unsettled != (tc.code == predate.SiteChanged) || run.PasswordsSent() != 1 {
				t.Errorf("unsettled %v, the password was sent %d times", failure.Unsettled, run.PasswordsSent())
			}
		})
	}
}

// TestALostCardIsNoRefusal: the site takes the password and forgets us at once.
func TestALostCardIsNoRefusal(t *testing.T) {
	l := connectortest.NewLittle()
	l.Instead["POST /entree"] = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/accueil", http.StatusSeeOther) }
	run := visitLittle(t, l, littleRecipes(t), nil)
	if failure := run.Failure(); failure == nil || failure.Code != predate.SiteChanged || !failure.Unsettled || run.PasswordsSent() != 1 {
		t.Errorf("%v", run.Err)
	}
}

// TestAFormThatAsksForMore: a form with a visible text field that the recipe does
// not fill has changed: the password does not leave. What a person does not see,
// or cannot fill, changes nothing.
func TestAFormThatAsksForMore(t *testing.T) {
	for more, stops := range map[string]bool{
		`<label>Code agence <input name="agence"></label>`:                               true,
		`<input type="text" name="agence" value="44">`:                                   true,
		`<input type="tel" name="mobile">`:                                               true,
		`<input type="password" name="cle2">`:                                            true,
		`<textarea name="motif"></textarea>`:                                             true,
		`</form><input name="code" form="entree"><form>`:                                 true,
		`<input type="hidden" name="jeton" value="f00">`:                                 false,
		`<input type="checkbox" name="rester"><input type="submit" name="go" value="x">`: false,
		`<input name="site" value="petit" readonly>`:                                     false,
		`<input name="ancien" disabled>`:                                                 false,
		`<div style="display:none"><input name="piege"></div>`:                           false,
		`<input name="piege" hidden>`:                                                    false,
		`<input id="recherche">`:                                                         false, // without a name it is not sent
		`<select name="langue"><option>fr</option></select>`:                             false,
		`</form><form action="/chercher"><input name="mots">`:                            false,
	} {
		l := connectortest.NewLittle()
		l.Form = more
		run := visitLittle(t, l, littleRecipes(t), nil)
		failure := run.Failure()
		switch {
		case !stops && run.Err != nil:
			t.Errorf("%s: %v", more, run.Err)
		case stops && (failure == nil || failure.Code != predate.SiteChanged || failure.Stage != predate.StageLogin || failure.Unsettled):
			t.Errorf("%s: %v", more, run.Err)
		case stops && (run.PasswordsSent() != 0 || strings.Contains(strings.Join(run.Sent, ""), "nom=")):
			t.Errorf("%s: sent %q", more, run.Sent)
		}
	}
}

// TestAnUnknownPageAfterThePassword: whatever the site answers once it has the
// password, until it proves that we are inside, is not tried again by itself; an
// unknown page before it harms nobody.
func TestAnUnknownPageAfterThePassword(t *testing.T) {
	odd := func(w http.ResponseWriter, _ *http.Request) {
		connectortest.HTML(w, "<p>Nous avons envoyé quelque chose quelque part.")
	}
	for path, unsettled := range map[string]bool{"GET /entree": false, "POST /entree": true, "GET /accueil": true, "GET /chezmoi": true, "GET /classeurs": false} {
		l := connectortest.NewLittle()
		l.Instead[path] = odd
		run := visitLittle(t, l, littleRecipes(t), nil)
		failure := run.Failure()
		if failure == nil || failure.Code != predate.SiteChanged || failure.Unsettled != unsettled || run.PasswordsSent() > 1 {
			t.Errorf("%s: %v, unsettled %v, %d passwords", path, run.Err, failure != nil && failure.Unsettled, run.PasswordsSent())
		}
	}
}

// TestALostAnswerToThePassword: nobody knows whether the site heard it.
func TestALostAnswerToThePassword(t *testing.T) {
	l := connectortest.NewLittle()
	l.Instead["POST /entree"] = func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	run := visitLittle(t, l, littleRecipes(t), nil)
	if failure := run.Failure(); failure == nil || failure.Code != predate.SiteUnavailable || !failure.Unsettled || run.PasswordsSent() != 1 {
		t.Errorf("%v", run.Err)
	}
}

// TestAPageForAFileSendsNoPassword: a page in the place of a file is no reason to
// log in again while the site still knows us.
func TestAPageForAFileSendsNoPassword(t *testing.T) {
	l := connectortest.NewLittle()
	l.Instead["GET /pieces/pv"] = func(w http.ResponseWriter, _ *http.Request) { connectortest.HTML(w, "<p>Document indisponible") }
	run := visitLittle(t, l, littleRecipes(t), nil)
	if failure := run.Failure(); failure == nil || failure.Code != predate.DocumentInvalid || texts(run) != "annexes" || run.PasswordsSent() != 1 {
		t.Errorf("%q, %v, %d passwords", texts(run), run.Err, run.PasswordsSent())
	}
}
