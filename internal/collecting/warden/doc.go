// Package warden stands before every login on a real extranet and says whether
// it may be made now.
//
// It owns what one collection must know of all the others, in whatever process
// they run: that one login at a time bears an identity (a username at a host),
// that a refused password is never tried again, that a locked account is left
// in peace, that our API does not become a way to try stolen passwords, that a
// host which is down, slow or hostile is not asked more, and that a recipe whose
// site has changed is paused. It counts how each version of a recipe fares and
// raises the alarms that operators see.
//
// It refuses to collect (the pipeline does, and asks here first), to change an
// order (the desk does), and to keep a username or a password: it knows both by
// keyed hashes alone.
package warden
