package serving

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/statement/cachet"
)

// SealFlags say with what the statements of orders are sealed.
type SealFlags struct {
	Certificate string `name:"seal-certificate" help:"Certificate with its key and chain (PKCS #12, or PEM) that seals the statements of orders; without it they are not sealed." type:"path" placeholder:"FILE"`
	Password    string `name:"seal-password" help:"Password of that file; better in PREDATE_SEAL_PASSWORD_FILE." secret:"" placeholder:"PASSWORD"`
	StampURL    string `name:"seal-timestamp-url" help:"Authority that stamps the time of each seal (RFC 3161)." placeholder:"URL"`
}

// stampWithin is how long an authority may take to stamp.
const stampWithin = 10 * time.Second

// check refuses halves, and what cannot seal today.
func (f SealFlags) check(now time.Time) error {
	if f.Certificate == "" && (f.Password != "" || f.StampURL != "") {
		return errors.New("--seal-password and --seal-timestamp-url need --seal-certificate: say with what statements are to be sealed")
	}
	if u, err := url.Parse(f.StampURL); f.StampURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return fmt.Errorf("seal-timestamp-url %q: want an absolute URL like https://stamps.example.fr/tsa", f.StampURL)
	}
	_, err := f.open(now, nil)
	return err
}

// open reads the file; nil where none is named.
func (f SealFlags) open(now time.Time, authority *cachet.Authority) (*cachet.Cachet, error) {
	if f.Certificate == "" {
		return nil, nil
	}
	data, err := os.ReadFile(f.Certificate)
	if err != nil {
		return nil, fmt.Errorf("seal-certificate: %w", err)
	}
	opened, err := cachet.Open(data, predate.Secret(f.Password), now, authority)
	if err != nil {
		return nil, fmt.Errorf("seal-certificate: %s: %w", f.Certificate, err)
	}
	return opened, nil
}

// cachet opens the seal, with the authority behind the guard of a house.
func (f SealFlags) cachet(h *Cellar) (*cachet.Cachet, error) {
	var authority *cachet.Authority
	if f.StampURL != "" {
		policy := egress.Policy{Timeout: stampWithin}
		if _, err := h.Guard.Check(policy, f.StampURL); err != nil {
			return nil, fmt.Errorf("seal-timestamp-url: %w: name an authority that is reached over https", err)
		}
		authority = &cachet.Authority{URL: f.StampURL, Client: h.Guard.Client(policy), Random: h.Random}
	}
	opened, err := f.open(h.Now(), authority)
	const soon = 30 * 24 * time.Hour
	if err == nil && opened != nil && opened.Until().Before(h.Now().Add(soon)) {
		h.Log.Warn("the certificate of the seal ends soon: have it renewed; statements are not issued without it", "ends", opened.Until())
	}
	return opened, err
}

// saySeal says when the certificate of a seal ends.
func saySeal(of *cachet.Cachet) func(context.Context, *scrape) error {
	var ends float64
	if of != nil {
		ends = float64(of.Until().Unix())
	}
	return func(_ context.Context, t *scrape) error {
		t.gauge("predate_seal_ends_timestamp_seconds", ends)
		return nil
	}
}
