// Package cachet signs what the issuer of statements answers for, with a certificate of his: the
// electronic seal (cachet électronique) of the eIDAS regulation, at level B-B of ETSI
// EN 319 142-1, or B-T where an authority stamps the time.
//
// It owns the certificate with its key, the signature as a CMS (RFC 5652, ETSI EN 319 122-1)
// and the exchange with the authority (RFC 3161). It knows nothing of PDF: tagged has the
// room in the file. A signature without a stamp is a pure function of what is signed: RSA
// signatures are those of PKCS #1 v1.5, and ECDSA takes its secret number from the key and the
// content (RFC 6979).
package cachet
