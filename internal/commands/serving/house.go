package serving

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

// StoreFlags say where an installation keeps what it keeps.
type StoreFlags struct {
	Data     string `help:"Folder of the database, the papers and the keys." default:"./predate-data" placeholder:"DIR"`
	Database string `help:"Database: a PostgreSQL URL, or an SQLite file instead of the data folder's own." placeholder:"URL"`
	Keys     string `help:"Folder of the encryption keys, instead of the data folder's own." placeholder:"DIR"`
	Dev      bool   `help:"Development: allow http and loopback addresses for callbacks and extranets. Never in production."`

	Store   store.Options `kong:"-"` // set by benchmarks only
	checked bool          // the database's file is looked through first
}

// Cellar is the part of the house that every command needs: the rows, the keys
// and the guard, without workers or front door.
type Cellar struct {
	DB     *store.DB
	Safe   *seal.Keeper
	Guard  *egress.Guard
	Warden *warden.Warden
	Keys   string
	terminal.Means
	closed bool
}

// DatabaseURL is where the database is: a PostgreSQL URL, or sqlite: and a file.
func (f StoreFlags) DatabaseURL() string {
	if f.Database != "" {
		return f.Database
	}
	return "sqlite:" + filepath.Join(f.Data, "predate.db")
}

// KeyFolder is the folder of the encryption keys.
func (f StoreFlags) KeyFolder() string {
	if f.Keys != "" {
		return f.Keys
	}
	return filepath.Join(f.Data, "keys")
}

// OpenCellar opens the database, brings its schema up to date, and opens the
// keys, which are made at the first start.
func OpenCellar(ctx context.Context, f StoreFlags, m terminal.Means) (*Cellar, error) {
	if err := backup.Unfinished(f.Data); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(f.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w: name another with --data", err)
	}
	f.Store.Logger = m.Log
	db, err := store.Open(ctx, f.DatabaseURL(), f.Store)
	if err != nil {
		return nil, fmt.Errorf("%w: look at --database and --data", err)
	}
	c := &Cellar{DB: db, Means: m, Keys: f.KeyFolder()}
	if f.checked {
		err = c.whole(ctx)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	if err := c.open(ctx); err != nil {
		c.Close()
		return nil, err
	}
	c.Guard = egress.New(GuardOptions(f.Dev))
	return c, nil
}

// wholeWithin bounds the look through the database's file at the start of a
// server: a file of a gigabyte takes some seconds.
const wholeWithin = 20 * time.Second

// whole refuses a damaged file. One that is too large to be looked through in
// time is worked with all the same.
func (c *Cellar) whole(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, wholeWithin)
	defer cancel()
	began := c.Now()
	err := c.DB.Check(limited)
	if errors.Is(err, context.DeadlineExceeded) {
		c.Log.Warn("the database is too large to be looked through at the start", "after", wholeWithin)
		return nil
	}
	c.Log.Debug("looked through the database", "took", c.Now().Sub(began))
	return err
}

// open brings the schema up to date and opens the keys.
func (c *Cellar) open(ctx context.Context) error {
	if err := c.DB.Migrate(ctx, queue.Schema{}); err != nil {
		return err
	}
	if _, err := c.DB.Installation(ctx, terminal.RandomText(c.Random)); err != nil {
		return err
	}
	err := seal.CreateWhen(c.Keys, func() error { return c.sealedNothing(ctx) })
	if err != nil && !errors.Is(err, predate.ErrExists) {
		return err
	}
	if c.Safe, err = seal.OpenKeeper(c.Keys); errors.Is(err, predate.ErrNotFound) {
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
	c.Warden, err = warden.New(warden.Options{DB: c.DB, Key: key, Now: c.Now, Random: c.Random, Log: c.Log})
	return err
}

// wardenKey is the name under which the key is kept that hashes usernames and
// refused passwords.
const wardenKey = "warden-key"

// drawn gives a secret of the installation, drawn at the first start and
// shared by every process on the database: of two that start at once the
// second takes what the first has drawn.
func (c *Cellar) drawn(ctx context.Context, name string) (predate.Secret, error) {
	var raw [32]byte
	if _, err := io.ReadFull(c.Random, raw[:]); err != nil {
		return "", err
	}
	sealed, err := c.DB.FirstSetting(ctx, name, func() ([]byte, error) { return c.Safe.Seal(predate.Secret(hex.EncodeToString(raw[:])), name) })
	if err != nil {
		return "", err
	}
	return c.Safe.Open(sealed, name)
}

// keyCheck is the name under which a text sealed by the database's own keys is
// kept.
const keyCheck = "key-check"

// sealedNothing refuses fresh keys to a database that holds what other keys
// have sealed: they could open nothing of it.
func (c *Cellar) sealedNothing(ctx context.Context) error {
	sealed, err := c.DB.Seals(ctx)
	if err == nil && sealed {
		err = c.keysGone()
	}
	return err
}

// keysGone is the refusal to work without the keys of the database.
func (c *Cellar) keysGone() error {
	return predate.Refuse(predate.CodeNotFound, "the keys of this database are gone from %s: "+
		"put the folder of keys back, or name it with --keys; no other keys can open what they sealed", c.Keys)
}

// checkKeys refuses keys that are not the database's: what they sealed could
// never be opened by the others. The first keys a database meets are its own.
func (c *Cellar) checkKeys(ctx context.Context) error {
	sealed, err := c.DB.FirstSetting(ctx, keyCheck, func() ([]byte, error) { return c.Safe.Seal(keyCheck, keyCheck) })
	if err != nil {
		return err
	}
	if _, err := c.Safe.Open(sealed, keyCheck); err != nil {
		return fmt.Errorf("the keys in %s are not those of this database: name theirs with --keys or --data: %w", c.Keys, err)
	}
	return nil
}

// Close closes the database. A second call does nothing.
func (c *Cellar) Close() {
	if c.closed {
		return
	}
	c.closed = true
	c.DB.Close()
}

// authority opens the accounts, keys and tokens.
func (c *Cellar) authority(issuer string, tokenLife time.Duration) (*auth.Authority, error) {
	return auth.New(auth.Options{
		DB: c.DB, Safe: c.Safe, Now: c.Now, Random: c.Random, Issuer: issuer, Audience: "predate-api", TokenLife: tokenLife,
	})
}

// FrontDesk opens a desk over a queue that may only take jobs in.
func (c *Cellar) FrontDesk(q desk.Queue, blobs blob.Store, dates DeskDates) (*desk.Desk, error) {
	sealer, err := seal.OpenSealer(c.Keys)
	if err != nil {
		return nil, err
	}
	return desk.New(desk.Options{
		DB: c.DB, Queue: q, Door: c.Warden, Blobs: blobs, Credentials: sealer, Safe: c.Safe, Now: c.Now, Random: c.Random,
		CheckCallback: c.checkCallback, SampleDate: dates.sample, TodayIs: dates.today,
	}), nil
}

// checkCallback judges the text of a callback URL. The cause may be told: no
// name was looked up, so that it says nothing of any network.
func (c *Cellar) checkCallback(url string) error {
	err := c.Guard.CheckURL(url)
	if refused := (*egress.Refused)(nil); errors.As(err, &refused) {
		return refused.Err
	}
	return err
}

// DeskDates are the reference dates that do not follow the clock.
type DeskDates struct{ sample, today predate.Date }

// NewQueue opens a queue for enqueueing; it works only once it is started.
func (c *Cellar) NewQueue(o queue.Options) (*queue.Queue, error) {
	o.Logger, o.Now = c.Log, c.Now
	return queue.New(c.DB, o)
}

// jitter gives a number in [0,1) that spreads retries.
func (c *Cellar) jitter() float64 {
	var drawn [4]byte
	if _, err := io.ReadFull(c.Random, drawn[:]); err != nil {
		return 0.5 // spreading is a courtesy, not a duty
	}
	return float64(binary.BigEndian.Uint32(drawn[:])) / (1 << 32)
}

// OwnHost is the host under which a server is reached: on any port when it is
// a public name, on its own port when it is this machine's address.
func OwnHost(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil || u.Hostname() == "localhost" {
		return u.Host
	}
	return u.Hostname()
}
