package serving

import (
	"predate/internal/commands/terminal"
	"predate/internal/orders/auth"
)

// OpenAuthority opens the accounts of an installation. The issuer only matters
// to tokens, which these commands never make.
func OpenAuthority(c *terminal.Context, f StoreFlags) (*Cellar, *auth.Authority, error) {
	house, err := OpenCellar(c, f, c.CommandMeans())
	if err != nil {
		return nil, nil, err
	}
	authority, err := house.authority("predate", 0)
	if err != nil {
		house.Close()
		return nil, nil, err
	}
	return house, authority.As(auth.Actor{Name: terminal.OrUser("")}), nil
}
