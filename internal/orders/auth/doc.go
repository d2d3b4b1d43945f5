// Package auth knows who calls: it makes and checks API keys, passwords and
// access tokens, and keeps the accounts they belong to. People knows the operators:
// how they are invited, how they sign in, and the browsers that did.
//
// It owns the order in which a caller is examined (API key, then token, then
// kind of account), the form of a key and of a token, the cost of a password
// and the delays after wrong ones, the signing keys and their rotation; the codes
// and passkeys of operators, and how long their sessions last. What is done to
// operators and accounts is recorded in the transaction of its effect.
//
// It refuses to know HTTP: no header, no status, no sentence of the contract;
// its sentinels say who must react and the front door finds the words. Operators are
// refused in French, as the console shows it. It refuses to decide what a caller may
// do with an order; that is the desk's. It never keeps an API key, a password or a
// token in clear, and never prints one.
package auth
