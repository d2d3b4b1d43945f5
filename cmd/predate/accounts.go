package main

import (
	"predate/internal/commands/terminal"
	"predate/internal/orders/auth"
)

// openAuthority opens the accounts of an installation. The issuer only matters
// to tokens, which these commands never make.
func openAuthority(c *terminal.Context, f storeFlags) (*cellar, *auth.Authority, error) {
	house, err := openCellar(c, f, c.CommandMeans())
	if err != nil {
		return nil, nil, err
	}
	authority, err := house.authority("predate", 0)
	if err != nil {
		house.close()
		return nil, nil, err
	}
	return house, authority.As(auth.Actor{Name: terminal.OrUser("")}), nil
}
