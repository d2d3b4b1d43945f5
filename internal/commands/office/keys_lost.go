package office

import (
	"errors"
	"log/slog"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/backup"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
)

type keysReplaceLost struct {
	serving.StoreFlags
}

// Run draws fresh keys in the place of keys that are lost for good, and gives up
// what the lost ones sealed. No server may be at work.
func (k keysReplaceLost) Run(c *terminal.Context) error {
	if err := backup.Unfinished(k.Data); err != nil {
		return err
	}
	db, err := store.Open(c, k.DatabaseURL(), store.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	below := &serving.Cellar{DB: db, Keys: k.KeyFolder(), Means: c.Means(slog.New(slog.DiscardHandler))}
	defer below.Close()
	release, err := db.Claim(c)
	if err != nil {
		return err
	}
	defer release()
	if err := db.Migrate(c, queue.Schema{}); err != nil {
		return err
	}
	err = seal.Create(below.Keys)
	if errors.Is(err, predate.ErrExists) {
		return predate.Refuse(predate.CodeConflict, "There are keys in %s: replace them by «predate keys rotate»; if they are not those of this database, move them away first", below.Keys)
	}
	if err != nil {
		return err
	}
	if below.Safe, err = seal.OpenKeeper(below.Keys); err != nil {
		return err
	}
	return forfeit(c, below)
}

// forfeit gives up what the lost keys sealed and says what follows of it.
func forfeit(told *terminal.Context, c *serving.Cellar) error {
	front, _, err := bothEnds(c)
	if err != nil {
		return err
	}
	gone, err := front.Forfeit(told)
	if err != nil {
		return err
	}
	told.Say("fresh keys are in %s; copy them to another place now", c.Keys)
	told.Say("%d order(s) lost the password of their extranet: each asks its client for it when its turn comes", gone.Credentials)
	told.Say("%d operator(s) can no longer sign in by password and code: «predate operator invite --again» for each; passkeys go on", gone.Codes)
	told.Say("access tokens, and the addresses of papers in events of before, have ended: clients authenticate again and read the order")
	for _, one := range gone.Endpoints {
		told.Say("endpoint %s of account %s (%s) is now signed by: %s", one.Endpoint.ID, one.Endpoint.Account, one.Endpoint.URL, one.Secret.Reveal()+one.Public)
	}
	return nil
}
