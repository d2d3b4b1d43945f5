package openapi

import _ "embed" // for the file below

//go:embed openapi.yaml
var document string

// Document gives the OpenAPI 3.1 reference.
func Document() []byte { return []byte(document) }
