package api

import (
	"bytes"
	"fmt"

	"predate"
)

// intake is what bounds the body of an order: hosts that may be reached over http, and
// sizes.
type intake struct {
	httpHosts []string
	limits    Limits
}

func (s *Server) intake() intake { return intake{s.HTTPHosts, s.Limits} }

// DecodeOrder reads the body of POST /order/ outside the server, for a
// statement made from papers at hand. The extranet is not needed then: its
// address and credentials are neither required nor read. The error tells every
// wrong field, as the server would.
func DecodeOrder(body []byte) (predate.Order, error) {
	in, err := readerOf(bytes.NewReader(body), placingMembers(), nil)
	if err == nil && in.empty {
		err = errUndecodable
	}
	if err != nil {
		return predate.Order{}, fmt.Errorf("decode order: %w", err)
	}
	if in.members["method"] == string(predate.MethodExtranet) {
		in.members["method"] = string(predate.MethodUpload)
	}
	placing, err := intake{limits: Limits{}.withDefaults()}.readPlacing(in)
	if err != nil {
		return predate.Order{}, fmt.Errorf("decode order: %w", err)
	}
	return placing.Order, nil
}
