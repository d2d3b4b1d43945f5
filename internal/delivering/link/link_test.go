package link_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/link"
)

func signer(t *testing.T) *link.Signer {
	t.Helper()
	s, err := link.New("https://api.example/", predate.Secret(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAddressHoldsUntilItExpires(t *testing.T) {
	s, now := signer(t), time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	for _, address := range []string{
		s.Document(42, now.Add(link.Life)),
		s.Statement("ABC234", "run_x", now.Add(link.Life)),
		s.Specimen(3, now.Add(link.Life)),
		s.Corner("ABC234", 2, now.Add(link.Life)),
	} {
		if !strings.HasPrefix(address, "https://api.example/files/") && !strings.HasPrefix(address, "https://api.example/corner/ABC234/2?") {
			t.Errorf("address %q is not under the base", address)
		}
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(u, now.Add(link.Life-time.Second)); err != nil {
			t.Errorf("good address refused: %v", err)
		}
		if err := s.Check(u, now.Add(link.Life)); !errors.Is(err, link.ErrExpired) || !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("expired address: got %v, want expired and not found", err)
		}
	}
}

func TestAlteredAddressNamesNothing(t *testing.T) {
	s, now := signer(t), time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	good := s.Document(42, now.Add(time.Hour))
	for _, altered := range []string{
		strings.Replace(good, "/42?", "/43?", 1),
		strings.Replace(good, "expires=1", "expires=2", 1),
		strings.Split(good, "?")[0],
		good + "A",
	} {
		u, err := url.Parse(altered)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(u, now); !errors.Is(err, predate.ErrNotFound) || errors.Is(err, link.ErrExpired) {
			t.Errorf("%q: got %v, want not found", altered, err)
		}
	}
}

func TestShortKeyIsRefused(t *testing.T) {
	if _, err := link.New("https://api.example", "short"); err == nil {
		t.Error("a short key was taken")
	}
}
