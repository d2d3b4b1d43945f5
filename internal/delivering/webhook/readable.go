package webhook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
)

// longText finds a run of base64 that nobody reads.
var longText = regexp.MustCompile(`"([A-Za-z0-9+/]{40})[A-Za-z0-9+/=]{160,}"`)

// Readable indents a body for a person, with files in base64 cut short.
func Readable(raw []byte) string {
	short := longText.ReplaceAllFunc(raw, func(found []byte) []byte {
		begin := longText.FindSubmatch(found)[1]
		return fmt.Appendf(nil, `"%s… (%d caractères)"`, begin, len(found)-2)
	})
	var indented bytes.Buffer
	if json.Indent(&indented, short, "", "  ") != nil {
		return string(short)
	}
	return indented.String()
}
