// Package browser collects from the few extranets whose pages only a browser can
// drive: those of WebDev, which a script fills and a script sends.
//
// It owns a Chromium for each collection, with a profile that is thrown away
// afterwards and a proxy that it cannot go around: every address that it asks
// for passes the egress guard and the list of the job's hosts. It runs in a
// process of its own, off by default, which a server asks over HTTP (Handler,
// Client): a page that breaks out of its browser finds neither the database nor
// the keys.
//
// It refuses to defeat what is meant to keep programs out: a captcha or a code is
// put to a person who stays for it, and is a failure where nobody does; a wall always
// is. It keeps nothing: no cookie, no
// password, no document outlives the collection.
package browser
