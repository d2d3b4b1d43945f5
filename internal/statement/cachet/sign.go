package cachet

import (
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"math/big"
)

// The object identifiers of a signature (RFC 5652, RFC 5035, RFC 3161, RFC 8017, RFC 5758).
type identifiers struct {
	data, signedData                             asn1.ObjectIdentifier
	contentType, messageDigest, certificate, tst asn1.ObjectIdentifier
	sha256, rsa, ecdsa                           asn1.ObjectIdentifier
}

func oids() identifiers {
	pkcs := func(last ...int) asn1.ObjectIdentifier {
		return append(asn1.ObjectIdentifier{1, 2, 840, 113549, 1}, last...)
	}
	return identifiers{
		data: pkcs(7, 1), signedData: pkcs(7, 2),
		contentType: pkcs(9, 3), messageDigest: pkcs(9, 4), certificate: pkcs(9, 16, 2, 47), tst: pkcs(9, 16, 2, 14),
		sha256: asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}, rsa: pkcs(1, 11), ecdsa: asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2},
	}
}

type attribute struct {
	Type   asn1.ObjectIdentifier
	Values []any `asn1:"set"`
}

type signerInfo struct {
	Version   int
	Signer    issuerAndSerial
	Digest    pkix.AlgorithmIdentifier
	Signed    asn1.RawValue // the attributes, under tag 0
	Algorithm pkix.AlgorithmIdentifier
	Signature []byte
	Unsigned  []attribute `asn1:"set,optional,omitempty,tag:1"`
}

type issuerAndSerial struct {
	Issuer asn1.RawValue
	Serial *big.Int
}

type signedData struct {
	Version      int
	Digests      []pkix.AlgorithmIdentifier `asn1:"set"`
	Content      contentType
	Certificates asn1.RawValue // under tag 0
	Signers      []signerInfo  `asn1:"set"`
}

// contentType is a ContentInfo without the content: a detached signature.
type contentType struct{ Type asn1.ObjectIdentifier }

// contentInfo is a ContentInfo with it.
type contentInfo struct {
	Type    asn1.ObjectIdentifier
	Content signedData `asn1:"explicit,tag:0"`
}

// Sign signs content with a SHA-256 sum. The signature claims no time: PAdES has that in the
// file (ETSI EN 319 142-1, 6.3). The authority is asked to stamp it, where there is one.
func (c *Cachet) Sign(ctx context.Context, sum [sha256.Size]byte) ([]byte, error) {
	o := oids()
	attributes, err := c.attributes(o, sum)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(attributes)
	signature, err := c.key.Sign(nil, digest[:], crypto.SHA256) // without chance: PKCS #1 v1.5, RFC 6979
	if err != nil {
		return nil, fmt.Errorf("cachet: %w", err)
	}
	signer := signerInfo{
		Version:   1,
		Signer:    issuerAndSerial{Issuer: asn1.RawValue{FullBytes: c.chain[0].RawIssuer}, Serial: c.chain[0].SerialNumber},
		Digest:    pkix.AlgorithmIdentifier{Algorithm: o.sha256},
		Signed:    asn1.RawValue{Class: asn1.ClassContextSpecific, IsCompound: true, Bytes: within(attributes)},
		Algorithm: pkix.AlgorithmIdentifier{Algorithm: o.ecdsa},
		Signature: signature,
	}
	if _, ok := c.key.Public().(*rsa.PublicKey); ok {
		signer.Algorithm = pkix.AlgorithmIdentifier{Algorithm: o.rsa, Parameters: asn1.NullRawValue}
	}
	if c.stamp != nil {
		token, err := c.stamp.token(ctx, sha256.Sum256(signature))
		if err != nil {
			return nil, fmt.Errorf("cachet: stamp the time: %w", err)
		}
		signer.Unsigned = []attribute{{Type: o.tst, Values: []any{asn1.RawValue{FullBytes: token}}}}
	}
	return c.enclose(o, signer)
}

// attributes are what is signed: the kind and the sum of the content, and which certificate
// signs (ETSI EN 319 122-1, 5.2.2.3), as a SET in DER.
func (c *Cachet) attributes(o identifiers, sum [sha256.Size]byte) ([]byte, error) {
	type certID struct{ Hash []byte } // ESSCertIDv2 whose hash is SHA-256
	type certificates struct{ Certs []certID }
	mine := sha256.Sum256(c.chain[0].Raw)
	out, err := asn1.MarshalWithParams([]attribute{
		{o.contentType, []any{o.data}},
		{o.messageDigest, []any{sum[:]}},
		{o.certificate, []any{certificates{[]certID{{mine[:]}}}}},
	}, "set")
	if err != nil {
		return nil, fmt.Errorf("cachet: %w", err)
	}
	return out, nil
}

// enclose makes the CMS of one signer, with the certificates of the chain.
func (c *Cachet) enclose(o identifiers, signer signerInfo) ([]byte, error) {
	var certificates []byte
	for _, one := range c.chain {
		certificates = append(certificates, one.Raw...)
	}
	out, err := asn1.Marshal(contentInfo{o.signedData, signedData{
		Version: 1, Digests: []pkix.AlgorithmIdentifier{signer.Digest}, Content: contentType{o.data},
		Certificates: asn1.RawValue{Class: asn1.ClassContextSpecific, IsCompound: true, Bytes: certificates},
		Signers:      []signerInfo{signer},
	}})
	if err != nil {
		return nil, fmt.Errorf("cachet: %w", err)
	}
	return out, nil
}

// within is what a value of DER that this package made holds, without its head.
func within(der []byte) []byte {
	var out asn1.RawValue
	_, _ = asn1.Unmarshal(der, &out) // our own, just made
	return out.Bytes
}

// Room is how many bytes a signature takes at most.
func (c *Cachet) Room() int {
	const rest, token = 3072, 20 << 10 // all but the certificates; what authorities give is 3 to 8 KiB
	room := rest
	for _, one := range c.chain {
		room += len(one.Raw)
	}
	if c.stamp != nil {
		room += token
	}
	return room
}
