package serving

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"predate/internal/keeping/store"
)

// check refuses settings that contradict each other or say nothing, before anything is
// opened, made or changed.
func (s ServerFlags) check(now time.Time) error {
	checks := []func() error{
		s.checkNumbers, s.KeepFlags.Check, s.browserFlags.check, s.TLSFlags.check, s.BlobFlags.check, s.TraceFlags.check, s.checkAddresses, s.checkNames,
		func() error { return s.Role.admits(s.StoreFlags, s.BlobFlags) },
		func() error { _, err := s.trusted(); return err },
		func() error { _, err := s.referenceDate(); return err },
		func() error { _, err := s.shelf(); return err },
		func() error { _, err := s.ReadIssuer(); return err },
		func() error { _, err := s.ReadBilling(); return err },
		func() error { return s.SealFlags.check(now) },
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkNumbers refuses what nothing can be done with. Zero is the default.
func (s ServerFlags) checkNumbers() error {
	if s.DiskReserve != "" {
		if _, err := parseBytes(s.DiskReserve); err != nil {
			return fmt.Errorf("disk-reserve: %w", err)
		}
	}
	for _, one := range []struct {
		name string
		n    int
	}{
		{"collectors", s.Collectors},
		{"workers", s.Workers},
		{"deliverers", s.Deliverers},
		{"rate-limit", s.RateLimit},
		{"usernames-a-day", s.UsernamesADay},
		{"token-life", int(s.TokenLife)},
		{"promise", int(s.Promise)},
	} {
		if one.n < 0 {
			return fmt.Errorf("%s: it cannot be less than nothing: leave it out for the default", one.name)
		}
	}
	return nil
}

// check refuses half a bucket.
func (f BlobFlags) check() error {
	if (f.S3Endpoint == "") != (f.S3Bucket == "") {
		return errors.New("--s3-endpoint and --s3-bucket are needed together: name the endpoint and a bucket that is there")
	}
	return nil
}

// checkAddresses refuses addresses that nothing can listen on.
func (s ServerFlags) checkAddresses() error {
	for name, address := range map[string]string{"listen": s.Listen, "admin-listen": s.AdminListen} {
		if name == "admin-listen" && (address == NoAdmin || address == "") {
			continue
		}
		if _, _, err := net.SplitHostPort(address); err != nil {
			return fmt.Errorf("%s %q: want host:port, like 127.0.0.1:8080", name, address)
		}
	}
	_, err := s.ConsoleURL("localhost:0")
	return err
}

// checkNames refuses a server whose clients could not be told where it is, or whose
// processes would not know each other's tokens.
func (s ServerFlags) checkNames() error {
	if s.PublicURL == "" && !s.Dev && store.EngineOf(s.DatabaseURL()) == store.Postgres {
		return errors.New("public-url is needed with PostgreSQL, where all processes must name themselves alike: " +
			"set it to the address under which clients reach the server, like https://predate.example.fr")
	}
	_, err := s.Base()
	return err
}

// Base is where clients reach the server: the public URL that was set, the name of its
// certificate, or the address it listens on.
func (s ServerFlags) Base() (string, error) {
	if s.PublicURL != "" {
		u, err := url.Parse(s.PublicURL)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return "", fmt.Errorf("public-url %q: want an absolute URL like https://predate.example.fr", s.PublicURL)
		}
		return s.PublicURL, nil
	}
	if len(s.ACMEDomain) > 0 {
		return "https://" + s.ACMEDomain[0], nil
	}
	scheme := "http"
	if s.encrypted() {
		scheme = "https"
	}
	host, port, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return "", fmt.Errorf("listen %q: want host:port: %w", s.Listen, err)
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		return "", errors.New("public-url is needed when the server listens on every address: set it to the one under which clients reach it")
	}
	return scheme + "://" + net.JoinHostPort(host, port), nil
}
