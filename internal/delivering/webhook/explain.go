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

	"predate/internal/base/egress"
)

// The sentences for a time-out, by which the schedule knows one.
const (
	noConnection = "Connexion impossible dans le délai imparti"
	noAnswer     = "Aucune réponse dans le délai imparti"
)

// explain returns in French what went wrong, for the receiver's developer. It never
// repeats the text of the error, which may contain the URL and a token in it.
func explain(err error) string {
	for _, says := range []func(error) string{explainRefusal, explainName, explainTLS, explainConnection} {
		if sentence := says(err); sentence != "" {
			return sentence
		}
	}
	return "L’envoi a échoué avant toute réponse"
}

func explainRefusal(err error) string {
	if refused := (*egress.Refused)(nil); errors.As(err, &refused) {
		return "Adresse refusée : elle n’appartient pas à l’internet public"
	}
	return ""
}

func explainName(err error) string {
	name := (*net.DNSError)(nil)
	switch {
	case !errors.As(err, &name):
		return ""
	case name.IsNotFound:
		return "Le nom d’hôte n’existe pas"
	}
	return "Le nom d’hôte n’a pas pu être résolu"
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
		return "Le certificat n’est pas celui de ce nom d’hôte"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "Le certificat a expiré ou n’est pas encore valable"
	case errors.As(err, &unknown):
		return "Le certificat n’est pas signé par une autorité connue ; sa chaîne est-elle complète ?"
	case errors.As(err, &invalid), errors.As(err, &verify):
		return "Le certificat n’est pas valable"
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return "Le serveur ne parle pas TLS sur ce port"
	case errors.As(err, &alert):
		return "La négociation TLS a échoué"
	}
	return ""
}

func explainConnection(err error) string {
	dial, timeout := (*net.OpError)(nil), net.Error(nil)
	dialing := errors.As(err, &dial) && dial.Op == "dial"
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "Connexion refusée : rien n’écoute sur ce port"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "L’hôte est injoignable"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		if dialing {
			return noConnection
		}
		return noAnswer
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "La connexion a été fermée avant toute réponse"
	}
	return ""
}

func explainStatus(status int) string {
	if status >= 300 && status < 400 {
		return fmt.Sprintf("Le récepteur a répondu %d ; les redirections ne sont pas suivies", status)
	}
	if status == http.StatusRequestEntityTooLarge {
		return fmt.Sprintf("Le récepteur a répondu 413 : il refuse un corps de cette taille ; acceptez jusqu’à %d Mio, "+
			"ou demandez content: link", MaxBody>>20)
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("Le récepteur a répondu %d (%s)", status, text)
	}
	return fmt.Sprintf("Le récepteur a répondu %d", status)
}
