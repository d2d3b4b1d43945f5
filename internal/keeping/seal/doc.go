// Package seal encrypts secrets for storage.
//
// It owns the key files of a directory and the two ways of using them. A
// Keeper seals and opens what the same process needs on both sides: the
// secrets of endpoints, the keys that sign tokens. A Sealer seals with a
// public key only and an Opener opens with the private one: the front door
// takes an extranet password that it cannot read again, and only the
// collecting worker opens it. What a Sealer seals within a minute shares one data
// key, which lies, sealed, with each value; after that minute the front door has
// forgotten it.
//
// Every sealed text is bound to a context, such as "endpoint:whe_…:secret".
// Opening it under any other context fails, so a sealed text that was copied
// to another row is worthless there.
//
// It does not know what the secrets are for, does not store them (package store
// does), and does not decide how long they live. It contains no cryptography of its
// own: the primitives are AES-256-GCM and HPKE (RFC 9180, X25519, AES-256-GCM) of Tink.
package seal
