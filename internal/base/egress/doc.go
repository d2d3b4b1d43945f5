// Package egress is the one guarded HTTP client for every address that somebody
// gave us: a callback URL, an extranet.
//
// It owns the question "may we connect there?". It is asked three times: on the
// text of the URL, on the answer of the DNS, and on the numeric address at the
// moment of every connection, so that neither an odd spelling, nor a DNS answer
// that changes, nor a redirect leads inside our own network or back to our own
// front door. It owns the time-outs and the size limits that a hostile server
// must not exceed.
//
// It refuses to know what is sent and why: no retries, no signatures, no
// cookies of its own, no reading of answers. A guarded client never uses a
// proxy named by the environment, for the check would then be made on the
// proxy's address.
package egress
