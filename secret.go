package predate

import "log/slog"

// Secret is a text that must never be shown: a password, a token, a signing
// key. Every usual way of printing it gives the mask; Reveal is the only way
// out, so that its uses can be searched for.
type Secret string

const mask = "‹secret›"

// Reveal gives the text itself.
func (s Secret) Reveal() string { return string(s) }

// String gives the mask.
func (s Secret) String() string { return mask }

// GoString gives the mask.
func (s Secret) GoString() string { return mask }

// LogValue gives the mask.
func (s Secret) LogValue() slog.Value { return slog.StringValue(mask) }

// MarshalText gives the mask, for JSON and its like.
func (s Secret) MarshalText() ([]byte, error) { return []byte(mask), nil }
