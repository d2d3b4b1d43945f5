package predate

import "log/slog"

// Secret is a text that must never be shown: a password, a token, a signing
// key. Every usual way of printing it yields a mask. Only Reveal returns the text, so
// that all uses can be found by searching for it.
type Secret string

const mask = "‹secret›"

// Reveal returns the text itself.
func (s Secret) Reveal() string { return string(s) }

// String returns the mask.
func (s Secret) String() string { return mask }

// GoString returns the mask.
func (s Secret) GoString() string { return mask }

// LogValue returns the mask.
func (s Secret) LogValue() slog.Value { return slog.StringValue(mask) }

// MarshalText returns the mask, for JSON and similar encodings.
func (s Secret) MarshalText() ([]byte, error) { return []byte(mask), nil }
