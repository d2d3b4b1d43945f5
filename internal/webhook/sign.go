package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"

	"predate"
)

// The form of a secret by Standard Webhooks 1.0: a prefix, then base64 of 24 to
// 64 bytes.
const (
	secretPrefix   = "whsec_"
	shortestSecret = 24
	longestSecret  = 64
)

// Sign reads a body and gives the value of webhook-signature for it: one
// signature for each secret, the current one first, so that a receiver may
// change over whenever it likes during the grace of the older one.
func Sign(secrets []predate.Secret, id predate.DeliveryID, at time.Time, body io.Reader) (string, error) {
	if len(secrets) == 0 {
		return "", fmt.Errorf("sign %s: the endpoint has no secret", id)
	}
	sums := make([]hash.Hash, 0, len(secrets))
	all := make([]io.Writer, 0, len(secrets))
	for _, secret := range secrets {
		key, err := signingKey(secret)
		if err != nil {
			return "", fmt.Errorf("sign %s: %w", id, err)
		}
		sum := hmac.New(sha256.New, key)
		sums, all = append(sums, sum), append(all, sum)
	}
	signed := io.MultiReader(strings.NewReader(fmt.Sprintf("%s.%d.", id, at.Unix())), body)
	if _, err := io.Copy(io.MultiWriter(all...), signed); err != nil {
		return "", fmt.Errorf("sign %s: %w", id, err)
	}
	signatures := make([]string, 0, len(sums))
	for _, sum := range sums {
		signatures = append(signatures, "v1,"+base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	}
	return strings.Join(signatures, " "), nil
}

// signingKey gives the bytes of a secret; its errors do not repeat it.
func signingKey(secret predate.Secret) ([]byte, error) {
	text, ok := strings.CutPrefix(secret.Reveal(), secretPrefix)
	if !ok {
		return nil, errors.New("a signing secret without its prefix " + secretPrefix)
	}
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("a signing secret that is not base64")
	}
	if len(key) < shortestSecret || len(key) > longestSecret {
		return nil, fmt.Errorf("a signing secret of %d bytes, not %d to %d", len(key), shortestSecret, longestSecret)
	}
	return key, nil
}
