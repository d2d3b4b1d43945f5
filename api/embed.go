package openapi

import (
	_ "embed" // for the file below
	"strconv"
	"strings"
)

//go:embed openapi.yaml
var document string

// Document gives the OpenAPI 3.1 reference.
func Document() []byte { return []byte(document) }

// sample is the address that the file names as the server.
const sample = "servers:\n  - url: https://api.predate.example\n"

// For gives the reference with the address of an installation as its server.
func For(base string) []byte {
	return []byte(strings.Replace(document, sample, "servers:\n  - url: "+strconv.Quote(base)+"\n", 1))
}
