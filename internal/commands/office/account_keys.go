package office

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/auth"
)

// passwordFlags say where the password of an account comes from.
type passwordFlags struct {
	Password      string `help:"Password; better on standard input (default: one is drawn and shown)." xor:"password"`
	PasswordStdin bool   `name:"password-stdin" help:"Read the password from standard input." xor:"password"`
}

// read reads the password, or draws one and shows it beside the answer: a JSON
// object has no place for it.
func (p passwordFlags) read(c *terminal.Context, authority *auth.Authority) (predate.Secret, error) {
	switch {
	case p.PasswordStdin:
		typed, err := io.ReadAll(io.LimitReader(c.Stdin, 4096))
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		return predate.Secret(strings.TrimRight(string(typed), "\r\n")), nil
	case p.Password != "":
		return predate.Secret(p.Password), nil
	}
	drawn, err := authority.DrawPassword()
	if err != nil {
		return "", err
	}
	fmt.Fprintln(c.Stderr, "password (not shown again):", drawn.Reveal())
	return drawn, nil
}

type accountPassword struct {
	serving.StoreFlags
	passwordFlags
	Email string `help:"E-mail of the account." required:""`
}

// Run replaces the password: the old one and the tokens it gave stop working at
// once.
func (a accountPassword) Run(c *terminal.Context) error {
	house, authority, err := serving.OpenAuthority(c, a.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	if _, err := authority.Account(c, a.Email); err != nil {
		return err // before a password is drawn and shown
	}
	password, err := a.passwordFlags.read(c, authority)
	if err != nil {
		return err
	}
	if err := authority.SetPassword(c, a.Email, password); err != nil {
		return err
	}
	c.Say("%s has another password, and its tokens have ended", a.Email)
	return nil
}

type keyCreate struct {
	serving.StoreFlags
	Email string `help:"E-mail of the account." required:""`
	Test  bool   `help:"A key that sees and touches tests only."`
}

// Run makes another key.
func (k keyCreate) Run(c *terminal.Context) error {
	house, authority, err := serving.OpenAuthority(c, k.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	key, err := authority.CreateKey(c, k.Email, k.Test)
	if err != nil {
		return err
	}
	c.Say("%s", key.Reveal())
	return nil
}

type keyList struct {
	serving.StoreFlags
	Email string `help:"E-mail of the account." required:""`
	JSON  bool   `name:"json" help:"Print one JSON object a line."`
}

// Run lists the keys of an account by their beginnings; more of them is not
// kept.
func (k keyList) Run(c *terminal.Context) error {
	house, authority, err := serving.OpenAuthority(c, k.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	keys, err := authority.APIKeys(c, k.Email)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := shownKey(key).print(c, k.JSON); err != nil {
			return err
		}
	}
	return nil
}

// shownKey is a key as it is listed.
type shownKey predate.APIKey

func (k shownKey) print(c *terminal.Context, asJSON bool) error {
	kind, state := "live", "in use"
	if k.Test {
		kind = "test"
	}
	if !k.Revoked.IsZero() {
		state = "revoked " + k.Revoked.Format("2006-01-02 15:04")
	}
	if !asJSON {
		c.Say("%s…  %s  since %s  %s", k.Prefix, kind, k.Created.Format("2006-01-02"), state)
		return nil
	}
	shown := map[string]any{"prefix": k.Prefix, "test": k.Test, "created": k.Created, "revoked": nil}
	if !k.Revoked.IsZero() {
		shown["revoked"] = k.Revoked
	}
	return json.NewEncoder(c.Stdout).Encode(shown)
}

type keyRevoke struct {
	serving.StoreFlags
	Email  string `help:"E-mail of the account." required:""`
	Prefix string `help:"The key, or a beginning of what «key list» shows that no other key in use shares." required:""`
}

// Run revokes a key and prints which.
func (k keyRevoke) Run(c *terminal.Context) error {
	house, authority, err := serving.OpenAuthority(c, k.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	key, err := authority.RevokeKey(c, k.Email, k.Prefix)
	if err != nil {
		return err
	}
	return shownKey(key).print(c, false)
}
