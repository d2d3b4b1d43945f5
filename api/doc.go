// Package openapi embeds the reference of the REST interface.
//
// It owns the file openapi.yaml, and names the server of an installation in it. It refuses
// to interpret it: the front door serves it and the tests hold the server to it.
package openapi
