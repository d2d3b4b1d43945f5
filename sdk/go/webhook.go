package predate

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Why a delivery is refused: answer it with 400 or 401.
var (
	ErrHeaders   = errors.New("predate: webhook-id, webhook-timestamp or webhook-signature is missing or malformed")
	ErrTimestamp = errors.New("predate: the delivery was signed too long ago, or in the future")
	ErrSignature = errors.New("predate: no signature of the delivery is right")
	ErrBody      = errors.New("predate: the delivery is signed, and its body is no event")
)

// Tolerance is how far the sender's clock may be from ours.
const Tolerance = 5 * time.Minute

// Verifier tells genuine deliveries from others, by Standard Webhooks 1.0. The
// zero value of Now and Tolerance means the clock and five minutes.
type Verifier struct {
	Now       func() time.Time
	Tolerance time.Duration

	shared [][]byte
	public []ed25519.PublicKey
}

// NewVerifier takes the secrets (whsec_…) or public keys (whpk_…) of an endpoint:
// several while one rotates.
func NewVerifier(secrets ...string) (*Verifier, error) {
	v := &Verifier{}
	for _, secret := range secrets {
		encoded, isPublic := strings.CutPrefix(secret, "whpk_")
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(encoded, "whsec_"))
		switch {
		case err != nil || len(key) < 24 || isPublic && len(key) != ed25519.PublicKeySize:
			return nil, errors.New("predate: a secret is not of the form whsec_… or whpk_…")
		case isPublic:
			v.public = append(v.public, key)
		default:
			v.shared = append(v.shared, key)
		}
	}
	if len(secrets) == 0 {
		return nil, errors.New("predate: no secret to verify webhooks with")
	}
	return v, nil
}

// Webhook is a delivery that was verified.
type Webhook struct {
	ID       string // the same at every attempt: one that you hold is a success and nothing more
	Sequence int    // of the event within its order, from 1; 0 for a rehearsal
	Attempt  int
	Test     bool // of a test order, or a rehearsal
	Event    WebhookEvent
}

// Verify judges a delivery by its headers and its body, byte for byte as it came.
func (v *Verifier) Verify(header http.Header, body []byte) (Webhook, error) {
	id, stamp, signatures := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if id == "" || signatures == "" || err != nil || seconds < 0 {
		return Webhook{}, ErrHeaders
	}
	now, tolerance := time.Now(), Tolerance
	if v.Now != nil {
		now = v.Now()
	}
	if v.Tolerance > 0 {
		tolerance = v.Tolerance
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return Webhook{}, ErrTimestamp
	}
	if !v.signed(append([]byte(id+"."+stamp+"."), body...), signatures) {
		return Webhook{}, ErrSignature
	}
	hook := Webhook{ID: id, Test: header.Get("predate-test") == "true"}
	hook.Sequence, _ = strconv.Atoi(header.Get("predate-sequence"))
	hook.Attempt, _ = strconv.Atoi(header.Get("predate-attempt"))
	if err := json.Unmarshal(body, &hook.Event); err != nil || hook.Event.OrderID == "" || hook.Event.Status == "" {
		return Webhook{}, ErrBody
	}
	return hook, nil
}

// signed compares every signature with every key, in constant time.
func (v *Verifier) signed(message []byte, signatures string) bool {
	right := false
	for _, one := range strings.Fields(signatures) {
		scheme, encoded, _ := strings.Cut(one, ",")
		signature, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			continue
		}
		switch scheme {
		case "v1":
			for _, key := range v.shared {
				mac := hmac.New(sha256.New, key)
				mac.Write(message)
				right = hmac.Equal(mac.Sum(nil), signature) || right
			}
		case "v1a":
			for _, key := range v.public {
				right = ed25519.Verify(key, message, signature) || right
			}
		}
	}
	return right
}

// StatementOf gives the PDF of a done event: what it carries, or what its address
// gives, once that is proven to be the statement.
func (c *Client) StatementOf(ctx context.Context, event WebhookEvent) ([]byte, error) {
	if len(event.Content) > 0 {
		return event.Content, nil
	}
	if event.ContentURL == "" {
		return nil, fmt.Errorf("predate: the event %s of %s carries no statement", event.Status, event.OrderID)
	}
	content, err := c.Download(ctx, event.ContentURL)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != event.ContentSHA256 {
		return nil, fmt.Errorf("predate: the statement of %s is not what the event says", event.OrderID)
	}
	return content, nil
}

// Download fetches a signed address that an event or an order gave. No
// credential is sent: the signature is the only one.
func (c *Client) Download(ctx context.Context, address string) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return nil, fmt.Errorf("predate: %w", err)
		}
		request.Header.Set("User-Agent", c.config.UserAgent)
		body, err := c.exchange(request)
		if err == nil {
			return body, nil
		}
		wait, goOn := c.pause(call{method: http.MethodGet}, err, attempt)
		if !goOn || !sleep(ctx, wait) {
			return nil, err
		}
	}
}
