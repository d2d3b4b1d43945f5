package main

import "testing"

// What is agreed with an account is set one by one; a link to choose a password is
// printed for the public address.
func TestAccountsAreSetAndLinked(t *testing.T) {
	t.Parallel()
	r := registry{t, t.TempDir()}
	const email = "etude@example.fr"
	r.wants(0, "is open", "account", "create", "--email", email)
	r.wants(1, "nothing to set", "account", "set", "--email", email)
	r.wants(0, "premium, documents no, registration yes, credentials kept no, four eyes no",
		"account", "set", "--email", email, "--send-registration", "--no-send-documents")
	r.wants(0, "syndic, documents no, registration yes, credentials kept yes, four eyes yes",
		"account", "set", "--email", email, "--kind", "syndic", "--keep-credentials", "--four-eyes")
	r.wants(0, "syndic, documents no, registration yes, credentials kept no, four eyes yes", "account", "set", "--email", email, "--no-keep-credentials")
	r.wants(1, "is not a kind of account", "account", "set", "--email", email, "--kind", "gold")
	r.wants(0, `"send_registration":true`, "account", "list", "--json")

	r.wants(0, "https://api.example.fr/account/reset?token=", "account", "reset-link", "--email", email, "--public-url", "https://api.example.fr/")
	r.wants(1, "is no address of a server", "account", "reset-link", "--email", email, "--public-url", "api")
	r.wants(1, "No account has the e-mail", "account", "reset-link", "--email", "autre@example.fr", "--public-url", "https://api.example.fr")
	r.wants(0, "", "account", "disable", "--email", email)
	r.wants(1, "The account is closed", "account", "reset-link", "--email", email, "--public-url", "https://api.example.fr")
}
