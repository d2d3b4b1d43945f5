package extranetsim

import (
	"net/http"

	"predate/internal/base/egress"
)

// Recipe is the id of the recipe that reads this family of extranets.
const Recipe = "xnet"

// TestClient gives a client of the extranet of test mode for a username, as its first
// collection meets it. It reaches nothing else: every request is answered in process.
func TestClient(username string) (*http.Client, error) {
	transport, err := TestMode(username)
	if err != nil {
		return nil, err
	}
	return egress.InProcess(transport), nil
}
