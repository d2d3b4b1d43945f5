package api

import (
	"net/http"

	"predate"
	"predate/internal/orders/auth"
)

// accountWire is what the holder of an account sees of it.
type accountWire struct {
	Email            string `json:"email"`
	Kind             string `json:"kind"`
	Created          string `json:"created"`
	SendDocuments    bool   `json:"send_documents"`
	SendRegistration bool   `json:"send_registration"`
	KeepCredentials  bool   `json:"keep_credentials"`
}

func toAccount(a predate.Account) accountWire {
	return accountWire{
		Email: a.Email, Kind: string(a.Kind), Created: httpDate(a.Created),
		SendDocuments: a.SendDocuments, SendRegistration: a.SendRegistration, KeepCredentials: a.KeepCredentials,
	}
}

// keyWire is an API key as it is listed; Key is the key itself, when it is made.
type keyWire struct {
	ID       string  `json:"id"`
	Prefix   string  `json:"prefix"`
	TestMode bool    `json:"test_mode"`
	Created  string  `json:"created"`
	LastUsed *string `json:"last_used"`
	Revoked  *string `json:"revoked"`
	Current  bool    `json:"current"`
	Key      string  `json:"key,omitempty"`
}

type keysWire struct {
	Keys []keyWire `json:"keys"`
}

func toKey(k predate.APIKey, caller auth.Caller) keyWire {
	return keyWire{
		ID: k.ID(), Prefix: k.Prefix, TestMode: k.Test, Created: httpDate(k.Created),
		LastUsed: dateOrNull(k.Used), Revoked: dateOrNull(k.Revoked), Current: k.Hash == caller.Key.Hash,
	}
}

// holder is the authority under which a client changes his own account.
func (s *Server) holder() *auth.Authority { return s.Auth.As(auth.Actor{Name: "client"}) }

// live refuses to a test key what concerns live orders too.
func live(r *http.Request) error {
	if callOf(r).caller.Key.Test {
		return errTestAccount
	}
	return nil
}

// viewAccount answers GET /account.
func (s *Server) viewAccount(r *http.Request) (any, error) {
	return toAccount(callOf(r).caller.Account), nil
}

func flagMembers() shape { return fields("send_documents", "send_registration", "keep_credentials") }

// changeAccount answers PATCH /account. A member that is left out stays as it is.
func (s *Server) changeAccount(r *http.Request) (any, error) {
	if err := live(r); err != nil {
		return nil, err
	}
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	wanted := auth.Flags{
		SendDocuments: in.choice("send_documents"), SendRegistration: in.choice("send_registration"), KeepCredentials: in.choice("keep_credentials"),
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	account, err := s.holder().SetFlags(r.Context(), callOf(r).caller.Account.ID, wanted)
	if err != nil {
		return nil, err
	}
	return toAccount(account), nil
}

// choice reads an optional boolean; nil when it is absent.
func (in reader) choice(name string) *bool {
	if !in.given(name) {
		return nil
	}
	chosen := in.flag(name)
	return &chosen
}

// changePassword answers POST /account/password. The tokens that were given end; the
// one of the answer begins.
func (s *Server) changePassword(r *http.Request) (any, error) {
	if err := live(r); err != nil {
		return nil, err
	}
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	old, fresh := in.password("old_password"), in.password("new_password")
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	token, err := s.holder().ChangePassword(r.Context(), callOf(r).caller, old, fresh)
	if err != nil {
		return nil, err
	}
	return tokenWire{AccessToken: token.Reveal()}, nil
}

// password reads a password that must be there. Any character may be part of it.
func (in reader) password(name string) predate.Secret {
	text, ok := in.members[name].(string)
	switch {
	case !in.given(name) || ok && text == "":
		in.fail(name, "is required")
	case !ok:
		in.fail(name, "must be a string")
	}
	return predate.Secret(text)
}

// listKeys answers GET /account/keys. A test key sees test keys alone.
func (s *Server) listKeys(r *http.Request) (any, error) {
	caller := callOf(r).caller
	keys, err := s.Auth.KeysOf(r.Context(), caller.Account.ID)
	if err != nil {
		return nil, err
	}
	all := keysWire{Keys: []keyWire{}}
	for _, key := range keys {
		if key.Test || !caller.Key.Test {
			all.Keys = append(all.Keys, toKey(key, caller))
		}
	}
	return all, nil
}

// createKey answers POST /account/keys. Its body may be left out.
func (s *Server) createKey(r *http.Request) (any, error) {
	in, err := s.readOptionalObject(r)
	if err != nil {
		return nil, err
	}
	caller := callOf(r).caller
	test := in.flag("test_mode") || caller.Key.Test
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	if caller.Key.Test && in.given("test_mode") && !in.flag("test_mode") {
		return nil, errTestAccount
	}
	plain, key, err := s.holder().AddKey(r.Context(), caller.Account.ID, test)
	if err != nil {
		return nil, err
	}
	made := toKey(key, caller)
	made.Key = plain.Reveal()
	return made, nil
}

// deleteKey answers DELETE /account/keys/{id}.
func (s *Server) deleteKey(r *http.Request) (any, error) {
	q := queryOf(r)
	last := q.oneOf("last", "true", "false") == "true"
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	caller := callOf(r).caller
	key, err := s.holder().DropKey(r.Context(), auth.Drop{
		Account: caller.Account.ID, ID: named(r, "id"), TestOnly: caller.Key.Test, Last: last,
	})
	if err != nil {
		return nil, orElse(err, errNoKey)
	}
	return toKey(key, caller), nil
}
