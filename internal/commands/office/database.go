package office

import (
	"log/slog"

	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/backup"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// MigrateCommand brings the database to this version’s schema.
type MigrateCommand struct{ serving.StoreFlags }

// Run brings the schema up to date; an SQLite file is copied first.
func (m MigrateCommand) Run(c *terminal.Context) error {
	if err := backup.Unfinished(m.Data); err != nil {
		return err
	}
	db, err := store.Open(c, m.DatabaseURL(), store.Options{Logger: terminal.NewLog(c.Stderr, "text", slog.LevelInfo)})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Migrate(c, queue.Schema{}); err != nil {
		return err
	}
	have, _, err := db.Version(c)
	if err != nil {
		return err
	}
	c.Say("the database is at schema %d", have)
	return nil
}
