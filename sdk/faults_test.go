package sdk

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// faulty stands before the server and spoils the first requests of a session, as
// the base address says: …/FAULT,FAULT/SESSION. A fault is a status (503), one
// with its Retry-After (429.1), cut (the connection breaks before the request is
// seen), lost (the server answers and the client never hears), none, or short, which
// stands for no request: tokens end at once. GET …/seen/SESSION tells what came.
type faulty struct {
	server string

	mu     sync.Mutex
	spoilt map[string]int
	came   map[string][]sighting
	tokens map[string]string // those that the session was given, by what was made of them
}

// sighting is one request as it came.
type sighting struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Key    string `json:"key"`
	Fault  string `json:"fault"`
}

func faults(t *testing.T, server string) string {
	t.Helper()
	f := httptest.NewServer(&faulty{server: server, spoilt: map[string]int{}, came: map[string][]sighting{}, tokens: map[string]string{}})
	t.Cleanup(f.Close)
	return f.URL
}

// ServeHTTP spoils a request or passes it on.
func (f *faulty) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	parts := strings.SplitN(strings.TrimPrefix(request.URL.EscapedPath(), "/"), "/", 3)
	if parts[0] == "seen" {
		f.mu.Lock()
		defer f.mu.Unlock()
		_ = json.NewEncoder(w).Encode(f.came[parts[1]])
		return
	}
	if len(parts) < 3 {
		http.NotFound(w, request)
		return
	}
	plan, path := strings.Split(parts[0], ","), "/"+parts[2]
	short := plan[0] == "short"
	if short {
		plan = plan[1:]
	}
	fault := f.note(parts[1], plan, request.Method, path, request.Header.Get("Idempotency-Key"))
	if status, after, _ := strings.Cut(fault, "."); fault != "" && fault != "cut" && fault != "lost" {
		refuse(w, status, after)
		return
	}
	if fault == "cut" {
		abort(w)
		return
	}
	answer, body, err := f.pass(request, path)
	switch {
	case err != nil || fault == "lost":
		abort(w)
		return
	case short && path == "/account/auth":
		body = f.shorten(body)
	}
	for name, values := range answer.Header {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(body)
}

func (f *faulty) note(session string, plan []string, method, path, key string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	fault := ""
	if next := f.spoilt[session]; path != "/account/auth" && next < len(plan) {
		fault = strings.TrimPrefix(plan[next], "none")
		f.spoilt[session]++
	}
	f.came[session] = append(f.came[session], sighting{method, path, key, fault})
	return fault
}

// pass has the server answer; a token that was shortened is the server's again.
func (f *faulty) pass(request *http.Request, path string) (*http.Response, []byte, error) {
	onward, err := http.NewRequestWithContext(request.Context(), request.Method, f.server+path+"?"+request.URL.RawQuery, request.Body)
	if err != nil {
		return nil, nil, err
	}
	onward.Header, onward.ContentLength = request.Header.Clone(), request.ContentLength
	onward.Header.Del("Accept-Encoding")
	f.mu.Lock()
	if real := f.tokens[strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")]; real != "" {
		onward.Header.Set("Authorization", "Bearer "+real)
	}
	f.mu.Unlock()
	answer, err := http.DefaultClient.Do(onward)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer, body, err
}

// shorten puts a token that ends when it begins in the place of the server's.
func (f *faulty) shorten(body []byte) []byte {
	var given struct {
		Payload struct {
			Token string `json:"access_token"`
		} `json:"payload"`
	}
	if json.Unmarshal(body, &given) != nil || given.Payload.Token == "" {
		return body
	}
	now := time.Now().Unix()
	f.mu.Lock()
	defer f.mu.Unlock()
	claims := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"iat":%d,"exp":%d}`, now, now))
	made := fmt.Sprintf("e30.%s.%d", claims, len(f.tokens))
	f.tokens[made] = given.Payload.Token
	return []byte(strings.Replace(string(body), given.Payload.Token, made, 1))
}

func refuse(w http.ResponseWriter, status, after string) {
	codes := map[string]string{"401": "invalid_access_token", "409": "idempotency_in_progress", "429": "rate_limited", "503": "unavailable"}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("predate-error", codes[status])
	w.Header().Set("Request-Id", "req_spoilt")
	if after != "" {
		w.Header().Set("Retry-After", after)
	}
	var number int
	_, _ = fmt.Sscan(status, &number)
	w.WriteHeader(number)
	_, _ = io.WriteString(w, `{"message":"Spoilt on purpose","payload":null,"success":false}`)
}

func abort(w http.ResponseWriter) {
	if hijacker, ok := w.(http.Hijacker); ok {
		if conn, _, err := hijacker.Hijack(); err == nil {
			_ = conn.Close()
		}
	}
}
