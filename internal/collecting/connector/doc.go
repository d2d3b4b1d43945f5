// Package connector collects the documents of an order from the extranet of its
// syndic, and hands documents in there. An extranet is described by a recipe
// (package recipe); one small interpreter, this package, runs every recipe.
//
// It owns the choice of the recipe by the host of the address, the choice of the
// account by the order's address, owners and lots, the session (one login, at most
// one more when the site forgets us, always a logout), the pace and the limits of a
// run, and the translation of all that can go wrong into predate.Failure.
//
// It refuses to send anything to a host that no recipe names, be it by a
// redirect or by a link of the site's; to try a refused password twice; to send
// a login or a deposit again after a broken exchange; to take an unknown page
// for a good one, or an account that only might be the right one; to open the
// space of the owners' council; to keep, log or repeat a credential. It does
// not decide what a document is: the category of the extranet is only a hint.
// It stores nothing: each document is handed to the caller as it arrives.
package connector
