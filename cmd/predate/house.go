package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/warden"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/backup"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

// storeFlags say where an installation keeps what it keeps.
type storeFlags struct {
	Data     string `help:"Folder of the database, the papers and the keys." default:"./predate-data" placeholder:"DIR"`
	Database string `help:"Database: a PostgreSQL URL, or an SQLite file instead of the data folder's own." placeholder:"URL"`
	Keys     string `help:"Folder of the encryption keys, instead of the data folder's own." placeholder:"DIR"`
	Dev      bool   `help:"Development: allow http and loopback addresses for callbacks and extranets. Never in production."`

	store   store.Options // set by benchmarks only
	checked bool          // the database's file is looked through first
}

// cellar is the part of the house that every command needs: the rows, the keys
// and the guard, without workers or front door.
type cellar struct {
	db     *store.DB
	safe   *seal.Keeper
	guard  *egress.Guard
	warden *warden.Warden
	keys   string
	terminal.Means
	closed bool
}

func (f storeFlags) databaseURL() string {
	if f.Database != "" {
		return f.Database
	}
	return "sqlite:" + filepath.Join(f.Data, "predate.db")
}

func (f storeFlags) keyFolder() string {
	if f.Keys != "" {
		return f.Keys
	}
	return filepath.Join(f.Data, "keys")
}

// openCellar opens the database, brings its schema up to date, and opens the
// keys, which are made at the first start.
func openCellar(ctx context.Context, f storeFlags, m terminal.Means) (*cellar, error) {
	if err := backup.Unfinished(f.Data); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(f.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w: name another with --data", err)
	}
	f.store.Logger = m.Log
	db, err := store.Open(ctx, f.databaseURL(), f.store)
	if err != nil {
		return nil, fmt.Errorf("%w: look at --database and --data", err)
	}
	c := &cellar{db: db, Means: m, keys: f.keyFolder()}
	if f.checked {
		err = c.whole(ctx)
	}
	if err != nil {
		c.close()
		return nil, err
	}
	if err := c.open(ctx); err != nil {
		c.close()
		return nil, err
	}
	c.guard = egress.New(guardOptions(f.Dev))
	return c, nil
}

// wholeWithin bounds the look through the database's file at the start of a
// server: a file of a gigabyte takes some seconds.
const wholeWithin = 20 * time.Second

// whole refuses a damaged file. One that is too large to be looked through in
// time is worked with all the same.
func (c *cellar) whole(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, wholeWithin)
	defer cancel()
	began := c.Now()
	err := c.db.Check(limited)
	if errors.Is(err, context.DeadlineExceeded) {
		c.Log.Warn("the database is too large to be looked through at the start", "after", wholeWithin)
		return nil
	}
	c.Log.Debug("looked through the database", "took", c.Now().Sub(began))
	return err
}

// open brings the schema up to date and opens the keys.
func (c *cellar) open(ctx context.Context) error {
	if err := c.db.Migrate(ctx, queue.Schema{}); err != nil {
		return err
	}
	if _, err := c.db.Installation(ctx, terminal.RandomText(c.Random)); err != nil {
		return err
	}
	err := seal.CreateWhen(c.keys, func() error { return c.sealedNothing(ctx) })
	if err != nil && !errors.Is(err, predate.ErrExists) {
		return err
	}
	if c.safe, err = seal.OpenKeeper(c.keys); errors.Is(err, predate.ErrNotFound) {
		return c.keysGone()
	} else if err != nil {
		return err
	}
	if err := c.checkKeys(ctx); err != nil {
		return err
	}
	key, err := c.drawn(ctx, wardenKey)
	if err != nil {
		return fmt.Errorf("open the key of the warden: %w", err)
	}
	c.warden, err = warden.New(warden.Options{DB: c.db, Key: key, Now: c.Now, Random: c.Random, Log: c.Log})
	return err
}

// wardenKey is the name under which the key is kept that hashes usernames and
// refused passwords.
const wardenKey = "warden-key"

// drawn gives a secret of the installation, drawn at the first start and
// shared by every process on the database: of two that start at once the
// second takes what the first has drawn.
func (c *cellar) drawn(ctx context.Context, name string) (predate.Secret, error) {
	var raw [32]byte
	if _, err := io.ReadFull(c.Random, raw[:]); err != nil {
		return "", err
	}
	sealed, err := c.first(ctx, name, func() ([]byte, error) { return c.safe.Seal(predate.Secret(hex.EncodeToString(raw[:])), name) })
	if err != nil {
		return "", err
	}
	return c.safe.Open(sealed, name)
}

// first keeps a value under a name that has none yet, and gives what is kept
// there: of two processes that start at once the second is given the first's.
func (c *cellar) first(ctx context.Context, name string, fresh func() ([]byte, error)) (kept []byte, err error) {
	read := func(ctx context.Context, tx store.Tx) error {
		kept, err = store.Setting(ctx, tx, name)
		return err
	}
	if err := c.db.View(ctx, read); !errors.Is(err, predate.ErrNotFound) {
		return kept, err
	}
	value, err := fresh()
	if err != nil {
		return nil, err
	}
	err = c.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error { return store.InsertSetting(ctx, tx, name, value) })
	if errors.Is(err, predate.ErrExists) { // which has ended that transaction
		err = c.db.View(ctx, read)
		return kept, err
	}
	return value, err
}

// keyCheck is the name under which a text sealed by the database's own keys is
// kept.
const keyCheck = "key-check"

// sealedNothing refuses fresh keys to a database that holds what other keys
// have sealed: they could open nothing of it.
func (c *cellar) sealedNothing(ctx context.Context) error {
	return c.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		for _, table := range store.SealedTables() {
			rows, err := store.SealedRows(ctx, tx, store.SealedRow{Table: table}, 1)
			if err != nil {
				return err
			}
			if len(rows) > 0 {
				return c.keysGone()
			}
		}
		return nil
	})
}

// keysGone is the refusal to work without the keys of the database.
func (c *cellar) keysGone() error {
	return predate.Refuse(predate.CodeNotFound, "the keys of this database are gone from %s: "+
		"put the folder of keys back, or name it with --keys; no other keys can open what they sealed", c.keys)
}

// checkKeys refuses keys that are not the database's: what they sealed could
// never be opened by the others. The first keys a database meets are its own.
func (c *cellar) checkKeys(ctx context.Context) error {
	sealed, err := c.first(ctx, keyCheck, func() ([]byte, error) { return c.safe.Seal(keyCheck, keyCheck) })
	if err != nil {
		return err
	}
	if _, err := c.safe.Open(sealed, keyCheck); err != nil {
		return fmt.Errorf("the keys in %s are not those of this database: name theirs with --keys or --data: %w", c.keys, err)
	}
	return nil
}

func (c *cellar) close() {
	if c.closed {
		return
	}
	c.closed = true
	c.db.Close()
}

// authority opens the accounts, keys and tokens.
func (c *cellar) authority(issuer string, tokenLife time.Duration) (*auth.Authority, error) {
	return auth.New(auth.Options{
		DB: c.db, Safe: c.safe, Now: c.Now, Random: c.Random, Issuer: issuer, Audience: "predate-api", TokenLife: tokenLife,
	})
}

// frontDesk opens a desk over a queue that may only take jobs in.
func (c *cellar) frontDesk(q desk.Queue, blobs blob.Store, dates deskDates) (*desk.Desk, error) {
	sealer, err := seal.OpenSealer(c.keys)
	if err != nil {
		return nil, err
	}
	return desk.New(desk.Options{
		DB: c.db, Queue: q, Door: c.warden, Blobs: blobs, Credentials: sealer, Safe: c.safe, Now: c.Now, Random: c.Random,
		CheckCallback: c.checkCallback, SampleDate: dates.sample, TodayIs: dates.today,
	}), nil
}

// checkCallback judges the text of a callback URL. The cause may be told: no
// name was looked up, so that it says nothing of any network.
func (c *cellar) checkCallback(url string) error {
	err := c.guard.CheckURL(url)
	if refused := (*egress.Refused)(nil); errors.As(err, &refused) {
		return refused.Err
	}
	return err
}

// deskDates are the reference dates that do not follow the clock.
type deskDates struct{ sample, today predate.Date }

// newQueue opens a queue for enqueueing; it works only once it is started.
func (c *cellar) newQueue(o queue.Options) (*queue.Queue, error) {
	o.Logger, o.Now = c.Log, c.Now
	return queue.New(c.db, o)
}

// jitter gives a number in [0,1) that spreads retries.
func (c *cellar) jitter() float64 {
	var drawn [4]byte
	if _, err := io.ReadFull(c.Random, drawn[:]); err != nil {
		return 0.5 // spreading is a courtesy, not a duty
	}
	return float64(binary.BigEndian.Uint32(drawn[:])) / (1 << 32)
}

// ownHost is the host under which a server is reached: on any port when it is
// a public name, on its own port when it is this machine's address.
func ownHost(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil || u.Hostname() == "localhost" {
		return u.Host
	}
	return u.Hostname()
}
