// Package blob keeps the bytes of documents and statements, each under the
// SHA-256 of its bytes.
//
// It owns the Store interface and its two kinds: Dir, a directory of this
// machine, and S3, a bucket. Bytes appear whole or not at all, are on the disk
// when Put returns, and never change.
//
// It refuses names given by others (a file name of a client or of an extranet
// is for display, never for a path), any idea of what the bytes are, limits on
// their size (the caller's reader ends with an error instead), and the
// decision of when nobody needs them any more.
package blob
