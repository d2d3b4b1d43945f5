// Package remote has the commands that speak to a server as a client of its API:
// events as they happen, rehearsals of webhooks, the tools of an assistant; and the
// examination of a delivery that was pasted.
//
// It owns the client: its token, and what a refusal of the server says.
//
// It refuses the database, and every header or path that the contract does not name.
package remote
