package cachet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"slices"

	"github.com/smallstep/pkcs7"
)

// Authority stamps the time (RFC 3161).
type Authority struct {
	URL    string
	Client *http.Client
	Random io.Reader // of the number that ties an answer to its question
}

type imprint struct {
	Algorithm pkix.AlgorithmIdentifier
	Sum       []byte
}

type question struct {
	Version     int
	Imprint     imprint
	Nonce       *big.Int
	Certificate bool // is wanted with the answer
}

type answer struct {
	Status struct {
		Status int
		Rest   []asn1.RawValue `asn1:"optional"`
	}
	Token asn1.RawValue `asn1:"optional"`
}

// maxAnswer bounds what an authority may answer, in bytes.
const maxAnswer = 64 << 10

// token asks for the stamp of a SHA-256 sum.
func (a *Authority) token(ctx context.Context, sum [sha256.Size]byte) ([]byte, error) {
	var chance [16]byte
	if _, err := io.ReadFull(a.Random, chance[:]); err != nil {
		return nil, err
	}
	asked := question{
		Version: 1, Imprint: imprint{pkix.AlgorithmIdentifier{Algorithm: oids().sha256, Parameters: asn1.NullRawValue}, sum[:]},
		Nonce: new(big.Int).SetBytes(chance[:]), Certificate: true,
	}
	body, err := asn1.Marshal(asked)
	if err != nil {
		return nil, err
	}
	said, err := a.post(ctx, body)
	if err != nil {
		return nil, err
	}
	return asked.check(said)
}

func (a *Authority) post(ctx context.Context, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/timestamp-query")
	response, err := a.Client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the authority answers %s", response.Status)
	}
	said, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err == nil && len(said) > maxAnswer {
		err = fmt.Errorf("the authority answers more than %d bytes", maxAnswer)
	}
	return said, err
}

// check returns the token of an answer, once it is known to be signed, to be of this
// question, and by a certificate that is for stamping. Whether that certificate is to be trusted
// is for who reads the statement.
func (q question) check(said []byte) ([]byte, error) {
	var got answer
	if _, err := asn1.Unmarshal(said, &got); err != nil {
		return nil, fmt.Errorf("the authority’s answer cannot be read: %w", err)
	}
	const granted, withChanges = 0, 1
	if got.Status.Status != granted && got.Status.Status != withChanges || len(got.Token.FullBytes) == 0 {
		return nil, fmt.Errorf("the authority refuses, with status %d", got.Status.Status)
	}
	token, err := pkcs7.Parse(got.Token.FullBytes)
	if err == nil {
		err = token.Verify()
	}
	if err != nil {
		return nil, fmt.Errorf("the stamp is not signed well: %w", err)
	}
	signer := token.GetOnlySigner()
	if signer == nil || !slices.Contains(signer.ExtKeyUsage, x509.ExtKeyUsageTimeStamping) {
		return nil, errors.New("the stamp is not signed by a certificate for stamping")
	}
	var outer asn1.RawValue
	if _, err := asn1.Unmarshal(token.Content, &outer); err != nil {
		return nil, fmt.Errorf("the stamp cannot be read: %w", err)
	}
	return got.Token.FullBytes, q.matches(outer.Bytes)
}

// matches refuses the stamp of something else. The members of a TSTInfo after the time are
// optional; of these the nonce alone is a plain INTEGER.
func (q question) matches(info []byte) error {
	var members []asn1.RawValue
	for len(info) > 0 {
		var one asn1.RawValue
		rest, err := asn1.Unmarshal(info, &one)
		if err != nil {
			return fmt.Errorf("the stamp cannot be read: %w", err)
		}
		members, info = append(members, one), rest
	}
	const first = 5 // version, policy, imprint, serial number, time
	if len(members) < first {
		return errors.New("the stamp lacks members")
	}
	var of imprint
	if _, err := asn1.Unmarshal(members[2].FullBytes, &of); err != nil {
		return fmt.Errorf("the stamp cannot be read: %w", err)
	}
	if !of.Algorithm.Algorithm.Equal(oids().sha256) || !bytes.Equal(of.Sum, q.Imprint.Sum) {
		return errors.New("the stamp is of something else")
	}
	for _, one := range members[first:] {
		nonce := new(big.Int)
		if one.Class == asn1.ClassUniversal && one.Tag == asn1.TagInteger {
			if _, err := asn1.Unmarshal(one.FullBytes, &nonce); err == nil && nonce.Cmp(q.Nonce) == 0 {
				return nil
			}
		}
	}
	return errors.New("the stamp answers another question")
}
