package connector

import (
	"context"
	"fmt"
	"regexp"

	"predate"
	"predate/internal/collecting/recipe"
)

// Account is what one login opens: a lot of an owner in a building, as the
// extranet describes it. What it does not say is empty.
type Account struct {
	Label, Address, Zipcode, City, Owner, Lots string
	Restricted                                 bool // its documents are withheld
}

// opened is an account with the variables of the loops around it.
type opened struct {
	Account
	at place
}

// choose gives the places from which the listing begins: one for each account
// of the order, or one where the family knows no accounts.
func (s *session) choose(ctx context.Context) ([]place, error) {
	if s.recipe.Accounts == nil {
		return []place{{recipe.Vars{}, map[string]any{}}}, nil
	}
	s.stage = predate.StageAccount
	var all []opened
	err := s.list(ctx, s.recipe.Accounts, place{recipe.Vars{}, map[string]any{}}, func(ctx context.Context, l *recipe.Loop, at place, item map[string]any) error {
		account, err := readAccount(ctx, l.Account, item)
		if err != nil {
			return s.fail(predate.SiteChanged, "account: %w", err)
		}
		all = append(all, opened{account, at})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 && s.recipe.Accounts.Rows != nil {
		return nil, s.fail(predate.SiteChanged, "logged in, and no account in the page")
	}
	s.accounts = make([]Account, 0, len(all))
	for _, a := range all {
		s.accounts = append(s.accounts, a.Account)
	}
	chosen, code := chooseAccounts(s.accounts, subject{s.request.Address, s.request.Owners, s.request.Lots})
	if code != "" {
		return nil, s.fail(code, "%d accounts", len(s.accounts))
	}
	s.chosen = chosen
	var places []place
	for _, i := range chosen {
		if all[i].Restricted {
			return nil, s.fail(predate.AccessRestricted, "the account's documents are withheld")
		}
		places = append(places, all[i].at)
	}
	return places, nil
}

// readAccount reads the fields of one account.
func readAccount(ctx context.Context, a *recipe.Account, item any) (Account, error) {
	var account Account
	for _, field := range []struct {
		from *recipe.Program
		to   *string
	}{
		{a.Label, &account.Label},
		{a.Address, &account.Address},
		{a.Zipcode, &account.Zipcode},
		{a.City, &account.City},
		{a.Owner, &account.Owner},
		{a.Lots, &account.Lots},
	} {
		if field.from == nil {
			continue
		}
		text, err := field.from.Scalar(ctx, item)
		if err != nil {
			return Account{}, fmt.Errorf("field: %w", err)
		}
		*field.to = recipe.Squeeze(text)
	}
	if account.Zipcode == "" {
		account.Zipcode = postcode(account.Address)
	}
	account.Restricted = a.Restricted != nil && a.Restricted.Holds(ctx, item)
	return account, nil
}

// postcode finds the five digits before the town in an address.
func postcode(address string) string {
	found := regexp.MustCompile(`(?:^|\D)(\d{5})\s+\pL`).FindStringSubmatch(address)
	if found == nil {
		return ""
	}
	return found[1]
}
