// Package blob stores the bytes of documents and statements, each under the
// SHA-256 of its bytes.
//
// It owns the Store interface and its two kinds: Dir, a directory of this
// machine, and S3, a bucket. Bytes appear whole or not at all, are on the disk
// when Put returns, and never change.
//
// It does not use names given by others (a file name of a client or of an extranet
// is for display, never for a path). It does not know what the bytes are, does not
// limit their size (the caller's reader returns an error instead), and does not
// decide when they are no longer needed.
package blob
