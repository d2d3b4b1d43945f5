package office

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/backup"
	"predate/internal/keeping/store"
)

// BackupCommand copies an installation into a folder.
type BackupCommand struct {
	serving.StoreFlags
	serving.BlobFlags
	To       string `help:"Folder of the backup, on another disk; papers that it holds already are not copied again." required:"" type:"path" placeholder:"DIR"`
	WithKeys bool   `name:"with-keys" help:"Copy the keys too: whoever has the backup then reads every secret in it."`
	Dump     string `help:"Dump of the PostgreSQL database, made just before by pg_dump, to lie with the papers." type:"path" placeholder:"FILE"`
}

// Run copies the installation while servers may be using it.
func (b BackupCommand) Run(c *terminal.Context) error {
	if err := errors.Join(backup.Unfinished(b.Data), b.apart()); err != nil {
		return err
	}
	db, err := b.openThere(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if b.Dump != "" && db.Engine() == store.SQLite {
		return predate.Refuse(predate.CodeInvalid, "--dump is for PostgreSQL: the SQLite database is copied by this command; leave --dump away")
	}
	papers, err := b.Blobs(c, b.Data)
	if err != nil {
		return err
	}
	version, _, _ := terminal.Built()
	id, err := db.Installation(c, terminal.RandomText(c.Random))
	if err != nil {
		return err
	}
	source := backup.Source{DB: db, Blobs: papers, Dump: b.Dump, Version: version, Installation: id, Now: c.Now, Heard: progress(c)}
	if b.WithKeys {
		source.Keys = b.KeyFolder()
	}
	made, err := backup.Take(c, source, b.To)
	if err != nil {
		return err
	}
	b.tell(c, made)
	if lost := made.Lost(); len(lost) > 0 {
		return predate.Refuse(predate.CodeNotFound, "The backup is whole but for %d paper(s), which are lost or damaged in the installation itself: restore them from an older backup, then back up again: %s",
			len(lost), names(lost))
	}
	return nil
}

// apart refuses a folder that would be lost with the data.
func (b BackupCommand) apart() error {
	data, err := realPath(b.Data)
	if err != nil {
		return fmt.Errorf("find the data folder: %w", err)
	}
	to, err := realPath(b.To)
	if err != nil {
		return fmt.Errorf("find the folder of the backup: %w", err)
	}
	within, err := filepath.Rel(data, to)
	if err == nil && filepath.IsLocal(within) {
		return predate.Refuse(predate.CodeInvalid, "--to %s lies in the data folder and would be lost with it: name a folder on another disk", b.To)
	}
	return nil
}

// realPath is a path without the links that lead there; the end of it may not be there
// yet.
func realPath(path string) (string, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(whole)
	if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(whole) == whole {
		return real, err
	}
	folder, err := realPath(filepath.Dir(whole))
	return filepath.Join(folder, filepath.Base(whole)), err
}

// openThere opens a database that exists; it creates none.
func (b BackupCommand) openThere(c *terminal.Context) (*store.DB, error) {
	if path, ok := store.FileOf(b.DatabaseURL()); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, predate.Refuse(predate.CodeNotFound, "There is no database at %s: name the installation's folder with --data, or its database with --database", path)
		}
	}
	return store.Open(c, b.DatabaseURL(), store.Options{})
}

// tell says what is in the backup, what is not, and why.
func (b BackupCommand) tell(c *terminal.Context, made backup.Manifest) {
	what := "the database and "
	dump, dumped := made.HasDump()
	if made.Engine == store.Postgres {
		what = ""
		if dumped {
			what = "the dump and "
		}
	}
	c.Say("backed up to %s: %s%d paper(s) of %s, at schema %d with %d order(s), %d event(s), %d delivery(ies) owed",
		b.To, what, made.Papers.Count, size(made.Papers.Bytes), made.Schema, made.Counts.Orders, made.Counts.Events, made.Counts.Owed)
	if made.Engine == store.Postgres && !dumped {
		c.Say("LEFT OUT: the PostgreSQL database, which its own tools copy. The dump comes first and this command second: a paper is kept before the row that\n"+
			"names it, so every paper of the dump is here then; the other way round, papers of the last minutes would be missing. Each time:\n"+
			"  (umask 077 && pg_dump --format=custom --file=predate.dump %q && predate backup --database … --dump predate.dump --to %s)", serving.Redacted(b.Database), b.To)
	} else if dumped {
		c.Say("the dump lies in %s", filepath.Join(b.To, dump))
	}
	if serving.SameDisk(b.Data, b.To) {
		c.Say("WARNING: %s lies on the disk of %s and is lost with it. Is the disk of the backups mounted? Until then, take the folder off this machine.", b.To, b.Data)
	}
	if made.HasKeys() {
		c.Say("The keys are in it: keep it as safe as the keys themselves.")
	} else {
		c.Say("LEFT OUT: the keys in %s, so that whoever finds the backup reads no secret in it. Keep a copy of that folder in another place; without it the\n"+
			"passwords of extranets under way are lost, and signing secrets must be drawn anew (predate keys replace-lost). Copy it again after each «keys rotate».", b.KeyFolder())
	}
}

// size writes a number of bytes for people.
func size(bytes int64) string {
	const step = 1024
	if bytes < step {
		return fmt.Sprintf("%d B", bytes)
	}
	value, unit := float64(bytes)/step, 0
	for ; value >= step; unit++ {
		value /= step
	}
	return fmt.Sprintf("%.1f %ciB", value, "KMGTPE"[unit])
}

// names lists some hashes.
func names(hashes []predate.Hash) string {
	const most = 10
	var all []string
	for _, hash := range hashes[:min(most, len(hashes))] {
		all = append(all, string(hash))
	}
	if len(hashes) > most {
		all = append(all, "…")
	}
	return strings.Join(all, ", ")
}

// progress returns a function that prints how far a long copy has come, every two
// seconds.
func progress(c *terminal.Context) func(backup.Progress) {
	const often = 2 * time.Second
	last := c.Now()
	return func(p backup.Progress) {
		if c.Now().Sub(last) < often {
			return
		}
		last = c.Now()
		fmt.Fprintf(c.Stderr, "%d of %d papers\n", p.Done, p.All)
	}
}

// RestoreCommand brings a backup back.
type RestoreCommand struct {
	serving.StoreFlags
	serving.BlobFlags
	From   string `help:"Folder of the backup." required:"" type:"path" placeholder:"DIR"`
	Check  bool   `help:"Only look: every byte is read and compared, nothing is written."`
	Accept bool   `name:"accept-losses" help:"Restore though papers of the backup are damaged or missing: all that is whole."`
}

// Run looks through the whole backup, then brings it back.
func (r RestoreCommand) Run(c *terminal.Context) error {
	manifest, err := backup.Read(r.From)
	if err != nil {
		return err
	}
	to, err := r.target(manifest)
	if err != nil {
		return err
	}
	found, err := r.look(c, manifest)
	if err != nil {
		return err
	}
	if err := r.judge(c, found); err != nil || r.Check {
		return err
	}
	if err := to.Begin(r.From, found.Manifest); err != nil {
		return err
	}
	if to.Papers, err = r.Blobs(c, r.Data); err != nil {
		return err
	}
	if err := backup.Restore(c, r.From, found, to, progress(c)); err != nil {
		return err
	}
	r.tell(c, found.Manifest)
	return nil
}

// target is where the backup goes, which must be vacant unless nothing is written.
func (r RestoreCommand) target(m backup.Manifest) (backup.Target, error) {
	path, lite := store.FileOf(r.DatabaseURL())
	if m.Engine == store.SQLite && !lite {
		return backup.Target{}, predate.Refuse(predate.CodeInvalid, "The backup in %s is of an SQLite database: leave --database away, or name a file", r.From)
	}
	to := backup.Target{Data: r.Data, Database: path, Keys: r.KeyFolder()}
	if r.S3Endpoint != "" {
		to.Bucket = r.S3Endpoint + "/" + r.S3Bucket
	}
	if r.Check {
		return to, nil
	}
	return to, to.Vacant(r.From, m)
}

// look checks the backup, and beside it the PostgreSQL database that was restored
// from the dump, if it is named.
func (r RestoreCommand) look(c *terminal.Context, m backup.Manifest) (backup.Findings, error) {
	_, lite := store.FileOf(r.DatabaseURL())
	if m.Engine == store.SQLite || lite {
		return backup.Check(c, r.From, nil, progress(c))
	}
	db, err := store.Open(c, r.DatabaseURL(), store.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return backup.Findings{}, err
	}
	defer db.Close()
	return backup.Check(c, r.From, db, progress(c))
}

// judge says what was found, and refuses what must not be restored.
func (r RestoreCommand) judge(c *terminal.Context, found backup.Findings) error {
	m := found.Manifest
	for _, one := range found.Damage {
		c.Say("DAMAGED: %s", one.What)
	}
	for _, one := range m.Absent {
		why := "was lost before the backup was taken"
		if one.Erased {
			why = "was erased while the backup was taken"
		}
		c.Say("not in the backup: paper %s, which %s", one.Hash, why)
	}
	switch {
	case len(found.Damage) == 0:
		c.Say("the backup of %s in %s is whole: %d file(s) and %d paper(s), schema %d, taken by predate %s", m.Taken.Format(time.RFC3339), r.From, len(m.Files), m.Papers.Count, m.Schema, m.Version)
	case found.Fatal():
		return predate.Refuse(predate.CodeConflict, "The backup in %s is damaged: take another copy of that folder, or an older backup", r.From)
	case !r.Accept || r.Check:
		return predate.Refuse(predate.CodeConflict, "%d paper(s) of the backup in %s are damaged or missing: take another copy of that folder, or restore the rest with --accept-losses", len(found.Damage), r.From)
	}
	if _, lite := store.FileOf(r.DatabaseURL()); m.Engine == store.Postgres && lite {
		c.Say("not looked at: the PostgreSQL database, whether it names other papers; restore its dump and name it with --database")
	}
	return nil
}

// tell says what is there now and what is left to do.
func (r RestoreCommand) tell(c *terminal.Context, m backup.Manifest) {
	c.Say("restored to %s, as it was at %s", r.Data, m.Of().Format(time.RFC3339))
	step := 1
	next := func(format string, args ...any) {
		c.Say("%d. "+format, append([]any{step}, args...)...)
		step++
	}
	if m.Engine == store.Postgres {
		dump, dumped := m.HasDump()
		if dump = filepath.Join(r.From, dump); !dumped {
			dump = "predate.dump"
		}
		next("If it is not done: createdb predate && pg_restore --no-owner --exit-on-error --dbname=predate %s", dump)
	}
	if !m.HasKeys() {
		next("Put the keys back: cp -a YOUR-COPY %s (lost for good: predate keys replace-lost --data %s)", r.KeyFolder(), r.Data)
	}
	next("Start: predate serve --data %s, with the settings that it had", r.Data)
	next("What happened after %s is not in it, erasures neither: docs/backup.md says what to look at.", m.Of().Format(time.RFC3339))
}
