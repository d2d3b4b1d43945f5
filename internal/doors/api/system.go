package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/goccy/go-yaml"

	openapi "predate/api"
)

// alive answers GET /livez: the process runs.
func (s *Server) alive(*http.Request) (any, error) { return nil, nil }

// fullFor is how long the house is not ready after a write found no room.
const fullFor = 10 * time.Second

// isFull reports whether an error is that of a disk without room.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func (s *Server) noteFull(err error) {
	if isFull(err) {
		s.full.Store(s.Now().Add(fullFor).UnixMicro())
	}
}

// Full reports whether a write has found no room on the disk just now.
func (s *Server) Full() bool { return s.Now().UnixMicro() < s.full.Load() }

// ready answers GET /readyz: the house can serve.
func (s *Server) ready(r *http.Request) (any, error) {
	if s.Full() {
		return nil, errNotReady
	}
	if s.Ready == nil {
		return nil, nil
	}
	if err := s.Ready(r.Context()); err != nil {
		return nil, errors.Join(errNotReady, err)
	}
	return nil, nil
}

// reference is the reference of this interface, with this installation as its server.
type reference struct{ yaml, json []byte }

func referenceFor(base string) (reference, error) {
	written := openapi.For(base)
	// The decoder keeps the order in which members are written.
	encoded, err := yaml.YAMLToJSON(written)
	if err != nil {
		return reference{}, fmt.Errorf("read the reference: %w", err)
	}
	var told bytes.Buffer
	if err := json.Indent(&told, encoded, "", " "); err != nil {
		return reference{}, fmt.Errorf("write the reference as JSON: %w", err)
	}
	return reference{written, told.Bytes()}, nil
}

// openapi answers GET /openapi.yaml.
func (s *Server) openapi(*http.Request) (any, error) {
	told, err := s.reference()
	return static{media: "application/yaml", body: told.yaml}, err
}

// openapiJSON answers GET /openapi.json.
func (s *Server) openapiJSON(*http.Request) (any, error) {
	told, err := s.reference()
	return static{media: "application/json", body: told.json}, err
}

// jwksWire is a JWK set (RFC 7517).
type jwksWire struct {
	Keys []jwkWire `json:"keys"`
}

type jwkWire struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	Algorithm string `json:"alg"`
	Use       string `json:"use"`
	ID        string `json:"kid"`
	X         string `json:"x"`
}

// jwks answers GET /.well-known/jwks.json with the keys that verify our
// tokens. Its form is another standard's, hence no envelope.
func (s *Server) jwks(r *http.Request) (any, error) {
	keys, err := s.Auth.PublicKeys(r.Context())
	if err != nil {
		return nil, err
	}
	set := jwksWire{Keys: []jwkWire{}}
	for _, key := range keys {
		set.Keys = append(set.Keys, jwkWire{"OKP", "Ed25519", "EdDSA", "sig", key.ID, key.X})
	}
	body, err := encode(set)
	return static{media: "application/jwk-set+json", body: body}, err
}

// static is a payload of another form than the envelope, the same for all.
type static struct {
	media string
	body  []byte
}

func (f static) write(_ *Server, w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", f.media)
	w.Header().Set("Content-Length", strconv.Itoa(len(f.body)))
	w.Header().Set("Cache-Control", "public, max-age=300")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(f.body) // the caller is gone: nobody is left to tell
}
