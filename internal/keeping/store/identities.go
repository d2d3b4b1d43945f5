package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
)

// seenIdentity records that an order of an account uses an identity.
type seenIdentity struct {
	account  predate.AccountID
	identity string
	at       time.Time
}

const seenKey = "seen identities"

// SeeIdentity records, just before the commit or at SettleIdentities, that an order of an
// account uses an identity.
func SeeIdentity(tx Tx, account predate.AccountID, identity string, now time.Time) {
	tx.Late(seenKey, seenIdentity{account, identity, now}, seeIdentities)
}

// SettleIdentities writes the identities of SeeIdentity immediately.
func SettleIdentities(ctx context.Context, tx Tx) error { return tx.Settle(ctx, seenKey) }

func seeIdentities(ctx context.Context, tx Tx, items []any) error {
	all := make([]seenIdentity, len(items))
	for i, item := range items {
		all[i] = item.(seenIdentity)
	}
	// Sorted, so that two transactions cannot deadlock; the latest use of each identity.
	slices.SortStableFunc(all, func(a, b seenIdentity) int {
		return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.identity, b.identity), b.at.Compare(a.at))
	})
	all = slices.CompactFunc(all, func(a, b seenIdentity) bool { return a.account == b.account && a.identity == b.identity })
	for len(all) > 0 {
		count := manyRows
		for count > len(all) {
			count /= 2
		}
		places, args := make([]string, count), make([]any, 0, 3*count)
		for i, one := range all[:count] {
			places[i] = "(" + placeholders(3*i+1, 3) + ")"
			args = append(args, one.account, one.identity, micros(one.at))
		}
		if _, err := tx.Exec(ctx, "INSERT INTO account_identities (account, identity, seen) VALUES "+strings.Join(places, ", ")+
			" ON CONFLICT (account, identity) DO UPDATE SET seen = excluded.seen", args...); err != nil {
			return fmt.Errorf("note %d identities: %w", count, err)
		}
		all = all[count:]
	}
	return nil
}

// IdentitiesAtMost returns an upper bound of the number of identities that an account's
// orders have used since an instant: a count made once per transaction, plus the
// identities seen later in the transaction.
func IdentitiesAtMost(ctx context.Context, tx Tx, account predate.AccountID, since time.Time) (*int, error) {
	known, err := tx.Once("identities of "+string(account), func() (any, error) {
		all, _, err := OtherIdentities(ctx, tx, account, "", since)
		return &all, err
	})
	if err != nil {
		return nil, err
	}
	return known.(*int), nil
}
