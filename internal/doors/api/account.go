package api

import (
	"errors"
	"net/http"

	"predate"
	"predate/internal/orders/auth"
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
	if errors.Is(err, auth.ErrIncomplete) {
		err = about(err, missing(fieldText{"email", email}, fieldText{"password", password}))
	}
	if err != nil {
		return nil, err
	}
	return tokenWire{AccessToken: token.Reveal()}, nil
}

// fieldText is a text under the name of its field.
type fieldText struct{ name, text string }

// missing lists the texts that are not there.
func missing(texts ...fieldText) []fieldProblem {
	var wrong []fieldProblem
	for _, one := range texts {
		if one.text == "" {
			wrong = append(wrong, fieldProblem{one.name, "is required"})
		}
	}
	return wrong
}
