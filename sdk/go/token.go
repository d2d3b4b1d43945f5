package predate

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
)

// accessToken gives a token that is still good. Only one goroutine asks for a
// new one; the others wait for it.
func (c *Client) accessToken(ctx context.Context) (string, error) {
	c.renewing.Lock()
	defer c.renewing.Unlock()
	if c.token != "" && time.Now().Before(c.until) {
		return c.token, nil
	}
	asked := time.Now()
	given, err := c.Authenticate(ctx, Credentials{Email: c.config.Email, Password: c.config.Password})
	if err != nil {
		return "", err
	}
	c.token, c.until = given.AccessToken, asked.Add(lifetime(given.AccessToken)*9/10)
	return c.token, nil
}

// forget drops a token that the server refused, unless another has replaced it.
func (c *Client) forget(token string) {
	c.renewing.Lock()
	defer c.renewing.Unlock()
	if c.token == token {
		c.token = ""
	}
}

// lifetime is how long a token lasts by its own words, whatever the two clocks
// say. One that does not tell is taken to last an hour.
func lifetime(token string) time.Duration {
	var claims struct {
		Issued  *int64 `json:"iat"`
		Expires *int64 `json:"exp"`
	}
	parts := strings.Split(token, ".")
	if len(parts) == 3 {
		if text, err := base64.RawURLEncoding.DecodeString(parts[1]); err == nil {
			_ = json.Unmarshal(text, &claims)
		}
	}
	if claims.Issued == nil || claims.Expires == nil {
		return time.Hour
	}
	return time.Duration(*claims.Expires-*claims.Issued) * time.Second
}
