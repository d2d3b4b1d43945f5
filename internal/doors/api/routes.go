package api

import "net/http"

// handler answers a request of a route: its payload, or why it is refused.
type handler func(*Server, *http.Request) (payload any, err error)

// access is who may call a route.
type access int

const (
	anyone    access = iota // no credential, or one that the address itself carries
	visitor                 // no credential, paced by the network address
	person                  // the same, in a browser: refusals are pages too
	keyHolder               // an API key
	member                  // an API key and an access token of a Premium or Syndic account
)

// route is one line of the table.
type route struct {
	method, path string
	who          access
	takes        body
	done         string // the message of a success
	handle       handler
}

// routes is the whole surface. A path that ends with a slash also answers
// without it.
func routes() []route {
	return []route{
		{"POST", "/account/auth", keyHolder, body{jsonSmall, loginMembers()}, "Authenticated", (*Server).authenticate},
		{"GET", "/account", member, body{}, "Account", (*Server).viewAccount},
		{"PATCH", "/account", member, body{jsonSmall, flagMembers()}, "Account changed", (*Server).changeAccount},
		{"POST", "/account/password", member, body{jsonSmall, fields("old_password", "new_password")}, "Password changed", (*Server).changePassword},
		{"GET", "/account/reset", person, body{}, "", (*Server).showReset},
		{"POST", "/account/reset", person, body{}, "", (*Server).takeReset},
		{"GET", "/account/keys", member, body{}, "API keys", (*Server).listKeys},
		{"POST", "/account/keys", member, body{jsonSmall, fields("test_mode")}, "API key created", (*Server).createKey},
		{"DELETE", "/account/keys/{id}", member, body{}, "API key revoked", (*Server).deleteKey},
		{"GET", "/account/webhooks", member, body{}, "Webhook endpoints", (*Server).listEndpoints},
		{"POST", "/account/webhooks", member, body{jsonSmall, endpointMembers("signature", "test_mode")}, "Webhook endpoint created", (*Server).createEndpoint},
		{"GET", "/account/webhooks/{id}", member, body{}, "Webhook endpoint", (*Server).viewEndpoint},
		{"PATCH", "/account/webhooks/{id}", member, body{jsonSmall, endpointMembers("enabled")}, "Webhook endpoint changed", (*Server).changeEndpoint},
		{"DELETE", "/account/webhooks/{id}", member, body{}, "Webhook endpoint deleted", (*Server).deleteEndpoint},
		{"POST", "/account/webhooks/{id}/rotate-secret", member, body{jsonSmall, fields("grace_hours", "signature")}, "Webhook secret rotated", (*Server).rotateSecret},
		{"GET", "/account/webhooks/{id}/stats", member, body{}, "Webhook statistics", (*Server).endpointStats},
		{"POST", "/account/webhooks/{id}/recover", member, body{jsonSmall, fields("since", "until")}, "Failed deliveries will be sent again", (*Server).recoverDeliveries},
		{"GET", "/account/webhooks/{id}/deliveries", member, body{}, "Deliveries", (*Server).listDeliveries},
		{"GET", "/account/webhooks/{id}/deliveries/{delivery}", member, body{}, "Delivery", (*Server).viewDelivery},
		{"POST", "/account/webhooks/{id}/deliveries/{delivery}/resend", member, body{}, "The delivery will be sent again", (*Server).resend},

		{"GET", "/account/invoices", member, body{}, "Invoices", (*Server).invoices},
		{"GET", "/account/invoices/{number}", member, body{}, "", (*Server).viewInvoice},

		{"POST", "/account/portal", member, body{jsonSmall, fields("minutes", "frame", "test_mode")}, "Portal link", (*Server).portalLink},

		{"POST", "/order/", member, body{jsonLarge, withDocuments(placingMembers())}, "Transaction created", (*Server).place},
		{"GET", "/order/", member, body{}, "Transactions", (*Server).list},
		{"GET", "/order/events", member, body{}, "Events", (*Server).feed},
		{"POST", "/order/needrefresh", member, body{jsonSmall, refreshMembers("orderid")}, "Refresh requested", (*Server).needRefresh},
		{"POST", "/order/test/webhook-events", member, body{jsonSmall, rehearsalMembers()}, "Webhook event simulated", (*Server).simulate},
		{"POST", "/order/test/advance", member, body{jsonSmall, advanceMembers()}, "Transaction advanced", (*Server).advance},
		{"GET", "/order/{orderid}", member, body{}, "Transaction", (*Server).view},
		{"POST", "/order/{orderid}/refresh", member, body{jsonSmall, refreshMembers()}, "Refresh requested", (*Server).refresh},
		{"POST", "/order/{orderid}/cancel", member, body{}, "Transaction cancelled", (*Server).cancel},
		{"POST", "/order/{orderid}/documents", member, body{jsonOrFiles, withDocuments(fields())}, "Documents added", (*Server).addDocuments},
		{"GET", "/order/{orderid}/checklist", member, body{}, "Checklist", (*Server).checklist},
		{"POST", "/order/{orderid}/answers", member, body{jsonSmall, answersMembers()}, "Answers taken", (*Server).takeAnswers},
		{"GET", "/order/{orderid}/report", member, body{}, "", (*Server).report},
		{"GET", "/order/{orderid}/pack", member, body{}, "", (*Server).pack},
		{"GET", "/order/{orderid}/statement", member, body{}, "", (*Server).statement},
		{"GET", "/order/{orderid}/invoice", member, body{}, "", (*Server).orderInvoice},
		{"GET", "/order/{orderid}/proof", member, body{}, "", (*Server).proof},
		{"GET", "/order/{orderid}/events", member, body{}, "Events", (*Server).events},

		{"GET", "/files/documents/{id}", anyone, body{}, "", (*Server).downloadDocument},
		{"GET", "/files/samples/dossier.zip", visitor, body{}, "", (*Server).downloadDossier},
		{"GET", "/files/samples/order.json", visitor, body{}, "", (*Server).downloadSampleOrder},
		{"GET", "/files/specimens/{place}", anyone, body{}, "", (*Server).downloadSpecimen},
		{"GET", "/files/statements/{orderid}/{run}", anyone, body{}, "", (*Server).downloadStatement},
		{"GET", "/files/proofs/{orderid}/{run}", anyone, body{}, "", (*Server).downloadProof},

		{"GET", "/verify/{code}", visitor, body{}, "Statement", (*Server).verify},

		{"GET", "/livez", anyone, body{}, "Alive", (*Server).alive},
		{"GET", "/readyz", anyone, body{}, "Ready", (*Server).ready},
		{"GET", "/openapi.yaml", anyone, body{}, "", (*Server).openapi},
		{"GET", "/openapi.json", anyone, body{}, "", (*Server).openapiJSON},
		{"GET", "/.well-known/jwks.json", anyone, body{}, "", (*Server).jwks},
	}
}

// patterns are what the mux matches: {$} keeps it from answering the whole
// subtree, and the second spelling spares a redirect.
func (r route) patterns() []string {
	if r.path[len(r.path)-1] != '/' {
		return []string{r.method + " " + r.path}
	}
	return []string{r.method + " " + r.path + "{$}", r.method + " " + r.path[:len(r.path)-1]}
}

// name tells the route in logs, metrics and idempotency keys.
func (r route) name() string {
	if r.path == "" {
		return r.template()
	}
	return r.method + " " + r.template()
}

// template is the path of a route, in which each id is a name.
func (r route) template() string {
	if r.path == "" {
		return "unknown"
	}
	return r.path
}
