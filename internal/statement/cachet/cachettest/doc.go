// Package cachettest has a certificate authority of tests, the files of the certificates that it
// makes, and an authority that stamps the time: openssl behind an HTTP server.
//
// For tests only.
package cachettest
