package extranetsim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// tries is how many refused passwords lock an account.
const tries = 3

// shortLife is how many requests a token is good for that dies early.
const shortLife = 5

// attempt is one login. It gives the token of the session it opens, or the
// sentence of the refusal. NoCookie accepts without a token.
func (s *Site) attempt(login, password string) (token, sentence string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logins++
	if sentence = s.refusal(login, password); sentence != "" {
		s.refusals++
		return "", sentence
	}
	s.refusals = 0
	if s.trouble == NoCookie {
		return "", ""
	}
	token = s.newToken()
	s.sessions[token] = &session{inside: true}
	return token, ""
}

// refusal gives the sentence of a refused login; "" when it is accepted.
func (s *Site) refusal(login, password string) string {
	const (
		wrongPassword = "L'identifiant ou le mot de passe est incorrect"
		lockedAccount = "Votre compte est bloqué suite à plusieurs tentatives. Contactez votre agence."
	)
	o := s.options
	wrong := o.Username != "" && login != o.Username || o.Password != "" && password != o.Password
	switch s.trouble {
	case LockedAccount:
		return lockedAccount
	case EchoingRefusal:
		return "L'identifiant " + login + " ou le mot de passe " + password + " est incorrect. " + strings.Repeat("Vérifiez votre saisie. ", 20)
	case LocksOut:
		if s.refusals >= tries {
			return lockedAccount
		}
	case LocksOutSilently:
		wrong = wrong || s.refusals >= tries
	case BadPassword, BadPassword200, BadPasswordRedirect, BadPasswordSilent, CaptchaAfterRefusal:
		wrong = true
	case LostThenLocked:
		wrong = wrong || s.lost
	}
	if wrong {
		return wrongPassword
	}
	return ""
}

// barred answers a login that is not even looked at.
func (s *Site) barred(w http.ResponseWriter) bool {
	switch {
	case s.has(Wall):
		page(w, http.StatusForbidden, "<html><body><h1>Forbidden</h1></body></html>")
	case s.has(TooManyLogins):
		w.Header().Set("Retry-After", "300")
		page(w, http.StatusTooManyRequests, "<html><body><h1>Too Many Requests</h1></body></html>")
	default:
		return false
	}
	s.mu.Lock()
	s.logins++
	s.mu.Unlock()
	return true
}

// captcha says whether the login page shows one.
func (s *Site) captcha() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble == AsksCaptcha || s.trouble == CaptchaAfterRefusal && s.refusals > 0
}

// newToken gives a token that looks like one. It is called with the lock held.
func (s *Site) newToken() string {
	s.serial++
	sum := sha256.Sum256(fmt.Appendf(nil, "session %d", s.serial))
	return hex.EncodeToString(sum[:13])
}

// visitor gives the session of a request before its login, and its token; it
// begins one when there is none.
func (s *Site) visitor(w http.ResponseWriter, r *http.Request, cookie string) (string, *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	token := s.own.token(r)
	if v, ok := s.sessions[token]; ok {
		return token, v
	}
	token = s.newToken()
	v := &session{}
	s.sessions[token] = v
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: token, Path: "/", HttpOnly: true})
	return token, v
}

// flash leaves a sentence for the next page of a visitor, or takes it.
func (s *Site) flash(token, sentence string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.sessions[token]; ok {
		v.flash = sentence
	}
}

func (s *Site) takeFlash(token string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.sessions[token]
	if !ok {
		return ""
	}
	sentence := v.flash
	v.flash = ""
	return sentence
}

// forget ends the session of a request.
func (s *Site) forget(r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, s.own.token(r))
}

// inside lets a request of an open session pass; it ends the session when the
// trouble says so.
func (s *Site) inside(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch status := s.enter(s.own.token(r)); status {
		case http.StatusOK:
			if s.has(MaintenanceInside) {
				page(w, http.StatusOK, maintenancePage)
				return
			}
			next(w, r)
		case http.StatusTooManyRequests:
			w.Header().Set("Retry-After", "120")
			s.own.deny(w, r, status)
		default:
			s.own.deny(w, r, status)
		}
	}
}

// enter counts a request of a session and gives the status of its fate; 302
// stands for the login page, which is also what a site of pages shows to
// somebody who has no session.
func (s *Site) enter(token string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, open := s.sessions[token]
	if !open || !v.inside {
		return http.StatusUnauthorized
	}
	v.requests++
	if v.life++; v.life > shortLife && slices.Contains(s.shapes, ShortTokens) {
		return http.StatusUnauthorized
	}
	if v.requests <= s.options.After {
		return http.StatusOK
	}
	switch s.trouble {
	case TooManyRequests:
		return http.StatusTooManyRequests
	case ServerError:
		return http.StatusInternalServerError
	case ServerErrorOnce:
		if s.once[ServerErrorOnce]++; s.once[ServerErrorOnce] == 1 {
			return http.StatusInternalServerError
		}
	case AlwaysLost:
		return s.end(token, http.StatusUnauthorized)
	case Lost401, Lost403, LostToLogin, LostThenLocked:
		if s.lost {
			return http.StatusOK
		}
		fates := map[Trouble]int{Lost403: http.StatusForbidden, LostToLogin: http.StatusFound}
		if status, ok := fates[s.trouble]; ok {
			return s.end(token, status)
		}
		return s.end(token, http.StatusUnauthorized)
	}
	return http.StatusOK
}

// end ends a session, with the lock held.
func (s *Site) end(token string, status int) int {
	s.lost = true
	delete(s.sessions, token)
	return status
}

// refusal is a login that was refused, and how a site of pages says so.
type refusal struct {
	token, sentence, path string
	own                   Trouble // the family's way: BadPassword200 or BadPasswordRedirect
	show                  func(sentence string)
}

// refuseLogin answers a refused login in the family's way, or in that of the
// trouble.
func (s *Site) refuseLogin(w http.ResponseWriter, r *http.Request, f refusal) {
	way := f.own
	for _, t := range []Trouble{BadPassword200, BadPasswordRedirect, BadPasswordSilent} {
		if s.has(t) {
			way = t
		}
	}
	switch way {
	case BadPasswordSilent:
		f.show("")
	case BadPasswordRedirect:
		s.flash(f.token, f.sentence)
		if s.has(BadPasswordRedirect) && !strings.Contains(f.path, "?") {
			f.path += "?error=1"
		}
		http.Redirect(w, r, f.path, http.StatusFound)
	default:
		f.show(f.sentence)
	}
}

// welcome leads somebody who logged in to what the site puts between, or in.
func (s *Site) welcome(w http.ResponseWriter, r *http.Request, path string) {
	if i, ok := s.interlude(); ok {
		path = i.path
	}
	http.Redirect(w, r, path, http.StatusFound)
}

// drop ends a session by its token.
func (s *Site) drop(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, token)
}

// renew gives another token for one whose refresh token is shown; the old one
// dies. A session that was ended for good, or by a trouble, has none.
func (s *Site) renew(refresh string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := strings.TrimPrefix(refresh, "r")
	v, ok := s.sessions[old]
	if !ok || !v.inside || old == refresh {
		return "", false
	}
	delete(s.sessions, old)
	token := s.newToken()
	v.life = 0
	s.sessions[token] = v
	return token, true
}
