package serving

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"predate/internal/base/egress"
	"predate/internal/commands/terminal"
)

// HealthCommand asks a server on this machine whether it can serve, as service managers
// and containers do.
type HealthCommand struct {
	AdminFlags
	TLSFlags
	Listen string        `help:"Address that the server listens on; it is asked when there is none for operators." default:"127.0.0.1:8080" placeholder:"ADDR"`
	URL    string        `name:"url" help:"Ask here instead, such as http://127.0.0.1:8095/livez of «predate browser»." placeholder:"URL"`
	Wait   time.Duration `help:"Ask again for so long, until the answer is good." placeholder:"DURATION"`
}

// healthTimeout bounds one question.
const healthTimeout = 5 * time.Second

// Run asks, and names what is not in order.
func (h HealthCommand) Run(c *terminal.Context) error {
	address, err := h.address()
	if err != nil {
		return err
	}
	client := h.client()
	for deadline := c.Now().Add(h.Wait); ; {
		err := wellAt(c, client, address)
		if err == nil {
			return nil
		}
		if !c.Now().Before(deadline) || !terminal.Sleep(c, time.Second/4) {
			return err
		}
	}
}

// client asks the server of this machine, or an address that was typed.
func (h HealthCommand) client() *http.Client {
	if h.URL != "" {
		return egress.Direct(healthTimeout)
	}
	name := ""
	if len(h.ACMEDomain) > 0 {
		name = h.ACMEDomain[0]
	}
	return egress.Own(healthTimeout, name)
}

// address is where the server says how it is: the one for operators tells why.
func (h HealthCommand) address() (string, error) {
	if h.URL != "" {
		return h.URL, nil
	}
	listen, scheme := h.AdminListen, "http"
	if listen == NoAdmin {
		listen = h.Listen
		if h.encrypted() {
			scheme = "https"
		}
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("listen %q: want host:port: %w", listen, err)
	}
	if every, err := netip.ParseAddr(host); host == "" || err == nil && every.IsUnspecified() {
		host = "localhost"
	}
	return scheme + "://" + net.JoinHostPort(host, port) + "/readyz", nil
}

// wellAt is nil for a good answer, and otherwise what is not in order.
func wellAt(c *terminal.Context, client *http.Client, address string) error {
	request, err := http.NewRequestWithContext(c, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("url %q: %w", address, err)
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("no answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	const most = 64 << 10
	var answer struct {
		Message string
		Checks  []Check
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, most)).Decode(&answer); err != nil {
		return fmt.Errorf("%s answers %s", address, response.Status)
	}
	var wrong []string
	for _, one := range answer.Checks {
		if !one.Ready {
			wrong = append(wrong, one.Name+": "+one.Error)
		}
	}
	if len(wrong) == 0 {
		return errors.New(answer.Message)
	}
	return errors.New(strings.Join(wrong, "; "))
}
