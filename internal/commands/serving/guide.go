package serving

import (
	"predate/internal/doors/api"
	"predate/internal/doors/guide"
)

// openGuide makes the documentation that the public address serves.
func openGuide(base string) (*guide.Guide, error) {
	options := guide.Options{Base: base}
	for _, code := range api.Codes() {
		options.Refusals = append(options.Refusals, guide.Refusal{Code: code.Name, Status: code.Status})
	}
	return guide.New(options)
}
