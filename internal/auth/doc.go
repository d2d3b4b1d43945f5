// Package auth knows who calls: it makes and checks API keys, passwords and
// access tokens, and keeps the accounts they belong to.
//
// It owns the order in which a caller is examined (API key, then token, then
// kind of account), the form of a key and of a token, the cost of a password
// and the delays after wrong ones, the signing keys and their rotation.
//
// It refuses to know HTTP: no header, no status, no sentence of the contract;
// its sentinels say who must react and the front door finds the words. It
// refuses to decide what a caller may do with an order; that is the desk's. It
// never keeps an API key, a password or a token in clear, and never prints one.
package auth
