package remote

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"os"
	"strings"
	"time"

	"predate"
	"predate/internal/commands/terminal"
	"predate/internal/delivering/webhook"
)

// VerifyCommand examines a delivery that a developer pasted.
type VerifyCommand struct {
	Secret    string `help:"The endpoint's secret (whsec_…) or public key (whpk_…); better in PREDATE_SECRET or PREDATE_SECRET_FILE." required:"" secret:"" placeholder:"SECRET"`
	Received  string `help:"When it came (RFC 3339), instead of now." placeholder:"TIME"`
	ID        string `name:"id" help:"The header webhook-id, when the delivery holds its body alone." placeholder:"ID"`
	Timestamp string `help:"The header webhook-timestamp." placeholder:"SECONDS"`
	Signature string `help:"The header webhook-signature." placeholder:"SIGNATURE"`
	Delivery  string `arg:"" optional:"" help:"File of the delivery: its headers, an empty line and its body; or the body alone. Standard input when there is none." default:"-"`
}

// Run tells part by part what is right and what is wrong; its status is 1 when
// something is.
func (v VerifyCommand) Run(c *terminal.Context) error {
	raw, err := v.read(c.Stdin)
	if err != nil {
		return err
	}
	received, err := v.received(raw, c.Now())
	if err != nil {
		return err
	}
	good := true
	for _, finding := range webhook.Examine(received, predate.Secret(v.Secret)) {
		mark := "ok   "
		if !finding.Good {
			mark, good = "WRONG", false
		}
		c.Say("%s  %-18s %s", mark, finding.Part, finding.Says)
	}
	if !good {
		c.Say("\nA receiver must refuse this delivery.")
		return terminal.ErrShown
	}
	c.Say("\nA receiver must take this delivery%s.", v.told(received.Body))
	return nil
}

// largestPaste is more than any delivery.
const largestPaste = 128 << 20

func (v VerifyCommand) read(stdin io.Reader) ([]byte, error) {
	if v.Delivery != "-" {
		file, err := os.Open(v.Delivery)
		if err != nil {
			return nil, fmt.Errorf("open the delivery: %w", err)
		}
		defer file.Close()
		stdin = file
	}
	raw, err := io.ReadAll(io.LimitReader(stdin, largestPaste))
	if err != nil {
		return nil, fmt.Errorf("read the delivery: %w", err)
	}
	return raw, nil
}

// received puts the delivery together from the paste and the flags.
func (v VerifyCommand) received(raw []byte, now time.Time) (webhook.Received, error) {
	r := webhook.Received{Header: http.Header{}, Body: raw, At: now}
	if v.Received != "" {
		at, err := time.Parse(time.RFC3339, v.Received)
		if err != nil {
			return r, fmt.Errorf("received: %w", err)
		}
		r.At = at
	}
	if v.ID == "" && v.Timestamp == "" && v.Signature == "" {
		var err error
		if r.Header, r.Body, err = splitDelivery(raw); err != nil {
			return r, err
		}
	}
	for name, value := range map[string]string{"webhook-id": v.ID, "webhook-timestamp": v.Timestamp, "webhook-signature": v.Signature} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	return r, nil
}

// splitDelivery reads headers, an empty line and a body, with the line of the
// request before them or without it.
func splitDelivery(raw []byte) (http.Header, []byte, error) {
	reader := bufio.NewReaderSize(bytes.NewReader(raw), max(len(raw), 16))
	if first, _, _ := bytes.Cut(raw, []byte("\n")); bytes.Contains(first, []byte(" HTTP/")) {
		if _, err := reader.ReadString('\n'); err != nil {
			return nil, nil, fmt.Errorf("read the delivery: %w", err)
		}
	}
	header, err := textproto.NewReader(reader).ReadMIMEHeader()
	if err != nil {
		return nil, nil, errors.New("the delivery must be its headers, one «name: value» a line, then an empty line, then its body;" +
			" or its body alone, with --id, --timestamp and --signature")
	}
	body, err := io.ReadAll(reader)
	return http.Header(header), body, err
}

// told says in a few words what the delivery is about.
func (v VerifyCommand) told(body []byte) string {
	var event struct {
		Status  string `json:"status"`
		OrderID string `json:"orderid"`
		Content []byte `json:"content"`
	}
	if json.Unmarshal(body, &event) != nil {
		return ", though its body is not an event of ours"
	}
	said := fmt.Sprintf(": %s of order %s", event.Status, event.OrderID)
	if len(event.Content) > 0 {
		said += fmt.Sprintf(", with a statement of %d KB", len(event.Content)/1024)
	}
	return strings.TrimRight(said, " ")
}
