package cachet

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"time"

	"software.sslmate.com/src/go-pkcs12"

	"predate"
)

// Cachet is a certificate with its key and its chain.
type Cachet struct {
	key   crypto.Signer
	chain []*x509.Certificate // that of the key first
	stamp *Authority
}

// Open reads a certificate, its key and its chain: a PKCS #12 file, or PEM blocks in any
// order. It refuses what could not sign at a time, in one sentence that says what to do.
// A nil authority stamps nothing.
func Open(data []byte, password predate.Secret, now time.Time, authority *Authority) (*Cachet, error) {
	read := readPKCS12
	if block, _ := pem.Decode(data); block != nil {
		read = readPEM
	}
	key, all, err := read(data, password.Reveal())
	if err != nil {
		return nil, err
	}
	c := &Cachet{key: key, stamp: authority}
	if c.chain, err = chainOf(key, all); err != nil {
		return nil, err
	}
	if err := c.usable(); err != nil {
		return nil, err
	}
	return c, c.Holds(now)
}

func readPKCS12(data []byte, password string) (crypto.Signer, []*x509.Certificate, error) {
	key, leaf, others, err := pkcs12.DecodeChain(data, password)
	switch {
	case errors.Is(err, pkcs12.ErrIncorrectPassword):
		return nil, nil, errors.New("the password does not open it: give the right one in the file that PREDATE_SEAL_PASSWORD_FILE names")
	case err != nil:
		return nil, nil, fmt.Errorf("it is neither PKCS #12 nor PEM with a key and its certificate: export both from where the certificate was made (%w)", err)
	}
	signer, err := signerOf(key)
	return signer, append([]*x509.Certificate{leaf}, others...), err
}

func readPEM(data []byte, _ string) (key crypto.Signer, all []*x509.Certificate, err error) {
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case "CERTIFICATE":
			one, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return nil, nil, fmt.Errorf("a certificate in it cannot be read: export it anew (%w)", err)
			}
			all = append(all, one)
		case "ENCRYPTED PRIVATE KEY":
			return nil, nil, errors.New("its key is encrypted in PEM: give a PKCS #12 file with its password instead (openssl pkcs12 -export)")
		case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY":
			if key, err = parseKey(block.Bytes); err != nil {
				return nil, nil, err
			}
		}
	}
	switch {
	case key == nil:
		return nil, nil, errors.New("there is no private key in it: add it to the file")
	case len(all) == 0:
		return nil, nil, errors.New("there is no certificate in it: add it to the file, with those of its authority")
	}
	return key, all, nil
}

func parseKey(der []byte) (crypto.Signer, error) {
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		return signerOf(key)
	}
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	key, err := x509.ParseECPrivateKey(der)
	if err != nil {
		return nil, errors.New("the key in it cannot be read: export it anew")
	}
	return key, nil
}

func signerOf(key any) (crypto.Signer, error) {
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, errors.New("the key in it cannot sign: use an RSA or ECDSA one")
	}
	return signer, nil
}

// chainOf puts the certificate of a key first, then the one that signed it, and so on.
func chainOf(key crypto.Signer, all []*x509.Certificate) ([]*x509.Certificate, error) {
	public, ok := key.Public().(interface{ Equal(crypto.PublicKey) bool })
	var chain []*x509.Certificate
	for _, one := range all {
		if ok && len(chain) == 0 && public.Equal(one.PublicKey) {
			chain = append(chain, one)
		}
	}
	if len(chain) == 0 {
		return nil, errors.New("its key belongs to none of its certificates: put together a key and the certificate that was made for it")
	}
	for range all {
		last := chain[len(chain)-1]
		for _, one := range all {
			if !one.Equal(last) && last.CheckSignatureFrom(one) == nil {
				chain = append(chain, one)
				break
			}
		}
		if last.CheckSignatureFrom(last) == nil || chain[len(chain)-1].Equal(last) {
			break
		}
	}
	return chain, nil
}

// leastRSA is the size in bits under which RSA is not for signatures any more (ETSI TS 119 312).
const leastRSA = 2048

// usable refuses keys that readers would not accept, and certificates that are for something
// else.
func (c *Cachet) usable() error {
	switch key := c.key.Public().(type) {
	case *rsa.PublicKey:
		if key.N.BitLen() < leastRSA {
			return fmt.Errorf("its RSA key has %d bits: have a certificate made for one of %d or more", key.N.BitLen(), leastRSA)
		}
	case *ecdsa.PublicKey:
		if key.Curve != elliptic.P256() && key.Curve != elliptic.P384() && key.Curve != elliptic.P521() {
			return errors.New("its curve is not one of P-256, P-384 and P-521: have a certificate made for one of them")
		}
	default:
		return errors.New("its key is neither RSA nor ECDSA, which is what PDF readers know: have a certificate made for one of them")
	}
	leaf := c.chain[0]
	const forContent = x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment
	if leaf.IsCA || leaf.KeyUsage != 0 && leaf.KeyUsage&forContent == 0 {
		return fmt.Errorf("the certificate of %s is not for signing documents: have an electronic seal’s made", c.Name())
	}
	return nil
}

// Holds refuses times at which the certificate does not hold.
func (c *Cachet) Holds(at time.Time) error {
	leaf := c.chain[0]
	if at.After(leaf.NotAfter) {
		return fmt.Errorf("the certificate of %s expired on %s: have it renewed, and give the new file with --seal-certificate", c.Name(), leaf.NotAfter.Format(time.DateOnly))
	}
	if at.Before(leaf.NotBefore) {
		return fmt.Errorf("the certificate of %s holds from %s on: wait until then, or set the clock", c.Name(), leaf.NotBefore.Format(time.RFC3339))
	}
	return nil
}

// Name is whose seal it is, as the certificate says.
func (c *Cachet) Name() string {
	subject := c.chain[0].Subject
	if subject.CommonName != "" {
		return subject.CommonName
	}
	return subject.String()
}

// Until is when the certificate ends.
func (c *Cachet) Until() time.Time { return c.chain[0].NotAfter }
