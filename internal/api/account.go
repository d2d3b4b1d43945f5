package api

import (
	"net/http"

	"predate"
)

// tokenWire is the contract's answer to an authentication.
type tokenWire struct {
	AccessToken string `json:"access_token"`
}

func loginMembers() shape { return fields("email", "password") }

// authenticate answers POST /account/auth. A member that is not a text is a
// missing one.
func (s *Server) authenticate(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	email, _ := in.members["email"].(string)
	password, _ := in.members["password"].(string)
	token, err := s.Auth.Login(r.Context(), callOf(r).caller, email, predate.Secret(password))
	if err != nil {
		return nil, err
	}
	return tokenWire{AccessToken: token.Reveal()}, nil
}
