package console

import (
	"errors"
	"net/http"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
)

// mostForm bounds a form without files.
const mostForm = 64 << 10

// form reads the fields that a page sent.
func (v *visit) form() error {
	v.Body = http.MaxBytesReader(nil, v.Body, mostForm)
	if err := v.ParseForm(); err != nil {
		return predate.Refuse(predate.CodeInvalid, "Le formulaire n’est pas lisible : rechargez la page.")
	}
	return nil
}

// refusal returns the sentence and the status of a refusal that a form shows above
// itself; "" for any other error, and for none. Who lost his session is told so.
func refusal(err error) (sentence string, status int) {
	refused := (*predate.Error)(nil)
	if !errors.As(inFrench(err), &refused) || refused.Code == predate.CodeNotFound {
		return "", 0
	}
	status, _ = web.StatusOf(refused.Code)
	return refused.Message, status
}

// inFrench words the refusals that clients of the API and the command line read in
// English.
func inFrench(err error) error {
	refused := (*predate.Error)(nil)
	if !errors.As(err, &refused) {
		return err
	}
	said := map[string]string{
		"act_done":          "C’est déjà fait : ce formulaire avait été envoyé. Rechargez la page.",
		"account_closed":    "Le compte est fermé : rouvrez-le d’abord.",
		"email_taken":       "Un compte a déjà cette adresse électronique.",
		"email_invalid":     "Ce n’est pas une adresse électronique.",
		"kind_invalid":      "Ce n’est pas un genre de compte.",
		"key_ambiguous":     "Plusieurs clés commencent ainsi.",
		"key_unknown":       "Aucune clé en usage ne commence ainsi : elle est peut-être déjà révoquée.",
		"account_unknown":   "Aucun compte n’a cette adresse.",
		"delivery_pending":  "Cette livraison est déjà en cours.",
		"webhook_disabled":  "Cette adresse est arrêtée : remettez-la d’abord en service.",
		"order_not_found":   "Cette commande n’existe pas, ou plus.",
		"order_cancelled":   "La commande est annulée.",
		"order_done":        "La commande est terminée : son client doit d’abord demander une actualisation.",
		"order_in_progress": "La commande est en cours de traitement : réessayez plus tard.",
		"too_many_webhooks": "Le compte a autant d’adresses de rappel qu’il en peut avoir.",
	}[refused.Reason]
	switch {
	case errors.Is(refused.Err, desk.ErrAccountClosed):
		said = "Le compte est fermé."
	case errors.Is(refused.Err, desk.ErrCallback):
		said = "Cette adresse de rappel n’est pas acceptée : donnez une adresse https complète, d’un serveur public, sans nom ni mot de passe."
	}
	if said == "" {
		return err
	}
	return &predate.Error{Code: refused.Code, Reason: refused.Reason, Message: said, RetryAfter: refused.RetryAfter, Err: refused.Err}
}

// withStatus is a page with another status than 200.
type withStatus struct {
	status int
	page
}

func (s withStatus) write(c *Console, w http.ResponseWriter, v *visit) error {
	return c.draw(w, s.status, s.page, v)
}

// withCookie is an answer that changes the browser's session.
type withCookie struct {
	cookie *http.Cookie
	answer
}

func (s withCookie) write(c *Console, w http.ResponseWriter, v *visit) error {
	http.SetCookie(w, s.cookie)
	return s.answer.write(c, w, v)
}
