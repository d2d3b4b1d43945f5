// Package backup copies an installation into a folder and back.
//
// It owns the form of that folder: the manifest, which names what belongs to the
// backup that is whole; a folder of its own for each backup's database and keys;
// and the papers, which all backups share under their hashes, so that only new ones
// are copied. It owns the order of things that loses nothing: the database first and
// the papers that it names after it, the manifest last; and the way back, which
// looks at every byte before it writes the first.
//
// It refuses to guess: what is damaged is named and not restored silently, and a
// folder that holds something is not written into. A folder of backups is of one
// installation; another's does not take its place, nor what is no dump of a database. It knows nothing of what the rows
// mean, beyond which bytes they need.
package backup
