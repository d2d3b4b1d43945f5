package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"

	"predate/internal/egress"
)

// The sentences for a time-out, by which the schedule knows one.
const (
	noConnection = "No connection in time"
	noAnswer     = "No answer in time"
)

// explain tells the receiver's developer what went wrong. It never repeats the
// text of the error, which may hold the URL and a token in it.
func explain(err error) string {
	for _, says := range []func(error) string{explainRefusal, explainName, explainTLS, explainConnection} {
		if sentence := says(err); sentence != "" {
			return sentence
		}
	}
	return "The request failed before an answer came"
}

func explainRefusal(err error) string {
	if refused := (*egress.Refused)(nil); errors.As(err, &refused) {
		return "The address is refused: it is not one of the public internet"
	}
	return ""
}

func explainName(err error) string {
	name := (*net.DNSError)(nil)
	switch {
	case !errors.As(err, &name):
		return ""
	case name.IsNotFound:
		return "The host name does not exist"
	}
	return "The host name could not be resolved"
}

func explainTLS(err error) string {
	var (
		wrongName x509.HostnameError
		invalid   x509.CertificateInvalidError
		unknown   x509.UnknownAuthorityError
		verify    *tls.CertificateVerificationError
		record    tls.RecordHeaderError
		alert     tls.AlertError
	)
	switch {
	case errors.As(err, &wrongName):
		return "The certificate is not for this host name"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "The certificate has expired or is not valid yet"
	case errors.As(err, &unknown):
		return "The certificate is not signed by a known authority; is the chain complete?"
	case errors.As(err, &invalid), errors.As(err, &verify):
		return "The certificate is not valid"
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return "The server does not speak TLS on this port"
	case errors.As(err, &alert):
		return "The TLS handshake failed"
	}
	return ""
}

func explainConnection(err error) string {
	dial, timeout := (*net.OpError)(nil), net.Error(nil)
	dialing := errors.As(err, &dial) && dial.Op == "dial"
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "The connection was refused: nothing listens on this port"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "The host cannot be reached"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		if dialing {
			return noConnection
		}
		return noAnswer
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "The connection was closed before an answer came"
	}
	return ""
}

func explainStatus(status int) string {
	if status >= 300 && status < 400 {
		return fmt.Sprintf("The receiver answered %d; redirects are not followed", status)
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("The receiver answered %d (%s)", status, text)
	}
	return fmt.Sprintf("The receiver answered %d", status)
}
