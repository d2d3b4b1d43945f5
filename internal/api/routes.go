package api

import "net/http"

// handler answers a request of a route: its payload, or why it is refused.
type handler func(*Server, *http.Request) (payload any, err error)

// access is who may call a route.
type access int

const (
	anyone    access = iota // no credential, or one that the address itself carries
	visitor                 // no credential, paced by the network address
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
		{"POST", "/account/auth", keyHolder, jsonSmall, "Authenticated", (*Server).authenticate},
		{"GET", "/account/webhooks", member, nothing, "Webhook endpoints", (*Server).listEndpoints},
		{"POST", "/account/webhooks", member, jsonSmall, "Webhook endpoint created", (*Server).createEndpoint},
		{"GET", "/account/webhooks/{id}", member, nothing, "Webhook endpoint", (*Server).viewEndpoint},
		{"PATCH", "/account/webhooks/{id}", member, jsonSmall, "Webhook endpoint changed", (*Server).changeEndpoint},
		{"DELETE", "/account/webhooks/{id}", member, nothing, "Webhook endpoint deleted", (*Server).deleteEndpoint},
		{"POST", "/account/webhooks/{id}/rotate-secret", member, jsonSmall, "Webhook secret rotated", (*Server).rotateSecret},
		{"GET", "/account/webhooks/{id}/stats", member, nothing, "Webhook statistics", (*Server).endpointStats},
		{"POST", "/account/webhooks/{id}/recover", member, jsonSmall, "Failed deliveries will be sent again", (*Server).recoverDeliveries},
		{"GET", "/account/webhooks/{id}/deliveries", member, nothing, "Deliveries", (*Server).listDeliveries},
		{"GET", "/account/webhooks/{id}/deliveries/{delivery}", member, nothing, "Delivery", (*Server).viewDelivery},
		{"POST", "/account/webhooks/{id}/deliveries/{delivery}/resend", member, nothing, "The delivery will be sent again", (*Server).resend},

		{"POST", "/order/", member, jsonLarge, "Transaction created", (*Server).place},
		{"GET", "/order/", member, nothing, "Transactions", (*Server).list},
		{"GET", "/order/events", member, nothing, "Events", (*Server).feed},
		{"POST", "/order/needrefresh", member, jsonSmall, "Refresh requested", (*Server).needRefresh},
		{"POST", "/order/test/webhook-events", member, jsonSmall, "Webhook event simulated", (*Server).simulate},
		{"GET", "/order/{orderid}", member, nothing, "Transaction", (*Server).view},
		{"POST", "/order/{orderid}/refresh", member, jsonSmall, "Refresh requested", (*Server).refresh},
		{"POST", "/order/{orderid}/cancel", member, nothing, "Transaction cancelled", (*Server).cancel},
		{"POST", "/order/{orderid}/documents", member, jsonOrFiles, "Documents added", (*Server).addDocuments},
		{"GET", "/order/{orderid}/statement", member, nothing, "", (*Server).statement},
		{"GET", "/order/{orderid}/events", member, nothing, "Events", (*Server).events},

		{"GET", "/files/documents/{id}", anyone, nothing, "", (*Server).downloadDocument},
		{"GET", "/files/specimens/{place}", anyone, nothing, "", (*Server).downloadSpecimen},
		{"GET", "/files/statements/{orderid}/{run}", anyone, nothing, "", (*Server).downloadStatement},

		{"GET", "/verify/{code}", visitor, nothing, "Statement", (*Server).verify},

		{"GET", "/livez", anyone, nothing, "Alive", (*Server).alive},
		{"GET", "/readyz", anyone, nothing, "Ready", (*Server).ready},
		{"GET", "/metrics", anyone, nothing, "", (*Server).metrics},
		{"GET", "/openapi.yaml", anyone, nothing, "", (*Server).openapi},
		{"GET", "/.well-known/jwks.json", anyone, nothing, "", (*Server).jwks},
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
		return "unknown"
	}
	return r.method + " " + r.path
}
