package serving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
)

// Check is one thing that the house needs in order to serve. What is told of one that
// is ready hinders part of the work and no request.
type Check struct {
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
	Error string `json:"error,omitempty"`
}

// probe looks whether something is as it should be. An error of degraded leaves the
// house ready.
type probe struct {
	name string
	look func(context.Context) error
}

// degraded is what hinders part of the work.
type degraded struct{ error }

func degrade(format string, args ...any) error { return degraded{fmt.Errorf(format, args...)} }

// Of what readiness costs: how long one look may take, and how long its answer is
// given again, whoever asks.
const (
	lookWithin  = 3 * time.Second
	lookHoldsOn = 2 * time.Second
)

// watch looks after what a process needs.
type watch struct {
	probes []probe
	now    func() time.Time

	mu   sync.Mutex
	at   time.Time
	held []Check
	late map[string]chan error // looks that have not come back
}

// all gives each check, looked at all at once. The answer of a moment ago is given
// again, so that nobody outside decides how often the bucket is asked.
func (w *watch) all(ctx context.Context) []Check {
	w.mu.Lock()
	defer w.mu.Unlock()
	if since := w.now().Sub(w.at); w.held != nil && since >= 0 && since < lookHoldsOn {
		return w.held
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookWithin)
	defer cancel()
	looks := make([]chan error, len(w.probes))
	for i, one := range w.probes {
		looks[i] = w.begin(limited, one)
	}
	held := make([]Check, len(w.probes))
	for i, one := range w.probes {
		held[i] = w.await(limited, one, looks[i])
	}
	w.held, w.at = held, w.now()
	return w.held
}

// begin looks in its own time: a disk that hangs listens to no context. While an
// earlier look hangs no other is begun, and there is nothing to wait for.
func (w *watch) begin(ctx context.Context, p probe) chan error {
	if late := w.late[p.name]; late != nil {
		select {
		case <-late: // too late to tell how it is now
			delete(w.late, p.name)
		default:
			return nil
		}
	}
	look := make(chan error, 1)
	go func() { look <- p.look(ctx) }()
	return look
}

// await waits for a look until the time is up.
func (w *watch) await(ctx context.Context, p probe, look chan error) Check {
	if look == nil {
		return p.told(errHangs)
	}
	select {
	case err := <-look:
		return p.told(err)
	default:
	}
	select {
	case err := <-look:
		return p.told(err)
	case <-ctx.Done():
		if w.late == nil {
			w.late = map[string]chan error{}
		}
		w.late[p.name] = look
		return p.told(errHangs)
	}
}

// errHangs is told of what gives no answer, not even an error.
var errHangs = fmt.Errorf("no answer within %s: does a disk or a mount hang?", lookWithin)

// told is what a look says.
func (p probe) told(err error) Check {
	if err == nil {
		return Check{Name: p.name, Ready: true}
	}
	return Check{Name: p.name, Ready: errors.As(err, &degraded{}), Error: err.Error()}
}

// readiness answers with each check and its cause; the public /readyz answers
// with the sum of them alone.
func (h *House) readiness(w http.ResponseWriter, r *http.Request) {
	all := h.checks(r.Context())
	status := http.StatusOK
	for _, one := range all {
		if !one.Ready {
			status = http.StatusServiceUnavailable
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"ready": status == http.StatusOK, "checks": all}) // who asked is gone
}

// ready returns the first check that fails, for the public address.
func (h *House) ready(ctx context.Context) error {
	for _, one := range h.checks(ctx) {
		if !one.Ready {
			return fmt.Errorf("%s: %s", one.Name, one.Error)
		}
	}
	return nil
}

// checks gives each check; what the house has met by itself is known at once.
func (h *House) checks(ctx context.Context) []Check {
	all := slices.Clone(h.watch.all(ctx))
	for i, one := range all {
		damage := h.DB.Damage()
		switch {
		case one.Name == "database" && damage != nil:
			all[i] = probe{name: one.Name}.told(damage)
		case one.Name == "disk" && h.Front.Full():
			all[i].Ready, all[i].Error = false, "a write found no room"
		}
	}
	return all
}

// probesOf lists what a process with these settings needs.
func (h *House) probesOf(s ServerFlags) ([]probe, error) {
	reserve := int64(0)
	if s.DiskReserve != "" {
		var err error
		if reserve, err = parseBytes(s.DiskReserve); err != nil {
			return nil, fmt.Errorf("disk-reserve: %w", err)
		}
	}
	all := []probe{
		{"database", h.DB.Ping},
		{"schema", h.lookAtSchema},
		{"clock", h.lookAtClock},
		{"papers", h.Blobs.Ping},
		{"disk", func(context.Context) error { return lookAtDisk(s.Data, reserve) }},
		{"keys", h.lookAtKeys},
	}
	if h.role.orAll() == roleAll || h.role == roleWorker {
		all = append(all, probe{"recognition", func(context.Context) error {
			if s.Tesseract != "none" && s.FindTesseract() == "" {
				return degrade("there is no program %q: scans are left to a person", s.Tesseract)
			}
			return nil
		}})
	}
	if len(s.BrowserHosts) > 0 && h.role.opens() {
		all = append(all, probe{"browser", s.browserFlags.look})
	}
	if s.TLSCert != "" && h.role.answers() {
		all = append(all, probe{"certificate", func(context.Context) error { return h.lookAtCertificate() }})
	}
	return all, nil
}

// lookAtSchema: a database that was put back from an old copy cannot be worked with; one
// that a newer program has changed can, until this one is replaced.
func (h *House) lookAtSchema(ctx context.Context) error {
	for _, one := range []interface {
		Version(context.Context, *store.DB) (have, want int64, err error)
	}{store.OwnSchema{}, queue.Schema{}} {
		have, want, err := one.Version(ctx, h.DB)
		switch {
		case err != nil:
			return err
		case have < want:
			return fmt.Errorf("the database is at schema %d and this program needs %d: start it anew, or run «predate migrate»", have, want)
		case have > want:
			return degrade("the database is at schema %d and this program knows %d: install the newer predate here too", have, want)
		}
	}
	return nil
}

// clockOff is how far the clock of a process may be from the database's: as far as
// tokens of other processes are honoured.
const clockOff = 5 * time.Second

func (h *House) lookAtClock(ctx context.Context) error {
	off, err := h.DB.ClockOff(ctx, h.Now)
	switch {
	case err != nil:
		return err
	case off.Abs() <= clockOff:
		return nil
	case h.DB.Engine() == store.SQLite:
		return degrade("the clock is %s behind what was last written to the database: was it set back?", off.Abs().Round(time.Second))
	}
	return fmt.Errorf("the clock is %s off the database’s: set both by NTP", off.Round(time.Second))
}

func lookAtDisk(folder string, reserve int64) error {
	free, _, err := diskOf(folder)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err == nil && free < uint64(reserve) {
		err = fmt.Errorf("%d MiB are free in %s, and %d MiB are kept in reserve: make room, or set --disk-reserve", free>>20, folder, reserve>>20)
	}
	return err
}

// lookAtKeys: a process goes on with the keys that it has read, and would not start
// again without their files.
func (h *House) lookAtKeys(context.Context) error {
	held, err := seal.Held(h.Keys)
	if err == nil && held.Seals && (held.Opens || h.opener == nil) {
		return nil
	}
	return degrade("keys are gone from %s: put them back before the next start", h.Keys)
}

// renewBefore is how long before its end a certificate that was not renewed is told.
const renewBefore = 7 * 24 * time.Hour

func (h *House) lookAtCertificate() error {
	held, err := h.tls.GetCertificate(nil)
	if err != nil {
		return err
	}
	left := held.Leaf.NotAfter.Sub(h.Now())
	switch {
	case left < 0:
		return fmt.Errorf("the certificate has ended on %s: renew it", held.Leaf.NotAfter.Format(time.DateOnly))
	case left < renewBefore:
		return degrade("the certificate ends on %s: renew it", held.Leaf.NotAfter.Format(time.DateOnly))
	}
	return nil
}

// look knocks at the process that drives a browser.
func (f browserFlags) look(ctx context.Context) error {
	u, err := url.Parse(f.Browser)
	if err != nil {
		return degrade("browser %q: want a URL like http://127.0.0.1:8095", f.Browser)
	}
	port := u.Port()
	if port == "" {
		port = u.Scheme // net knows the ports of http and https
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return degrade("«predate browser» does not answer, and the extranets that need it wait: %w", err)
	}
	return conn.Close()
}
