package serving

import (
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// role is what a process does of all that there is to do.
type role string

const (
	roleAll       role = "all"
	roleDoor      role = "door"      // answers clients and operators, works no jobs
	roleWorker    role = "worker"    // reads, typesets, delivers, sweeps
	roleCollector role = "collector" // collects from extranets
)

// orAll is the role of a process that was given none.
func (r role) orAll() role {
	if r == "" {
		return roleAll
	}
	return r
}

// answers reports whether clients and operators reach the process.
func (r role) answers() bool { return r.orAll() == roleAll || r == roleDoor }

// opens reports whether the process holds the key that opens extranets' credentials.
func (r role) opens() bool { return r.orAll() == roleAll || r == roleCollector }

// reads reports whether the process reads papers.
func (r role) reads() bool { return r.orAll() == roleAll || r == roleWorker }

// part is the part of the jobs that the process works.
func (r role) part() queue.Part {
	switch r {
	case roleWorker:
		return queue.Others
	case roleCollector:
		return queue.Collections
	}
	return queue.Everything
}

// takes reports whether the process carries out a step of a run.
func (r role) takes(step predate.Step) bool {
	switch step {
	case predate.StepIdle, predate.StepReview:
		return true
	case predate.StepCollect:
		return r.opens()
	}
	return r != roleCollector
}

// admits refuses a database, a place of papers or a folder of keys with which a
// process of the role cannot work, or of which it would know too much. Nothing is made
// or changed.
func (r role) admits(f StoreFlags, papers BlobFlags) error {
	if r.orAll() == roleAll {
		return nil
	}
	if store.EngineOf(f.DatabaseURL()) == store.SQLite {
		return fmt.Errorf("role %s: an SQLite file serves one process, which does everything: name a PostgreSQL with --database, or leave --role out", r)
	}
	if papers.S3Endpoint == "" {
		return fmt.Errorf("role %s: the other processes do not see the papers in this one’s folder: name a bucket for all of them with --s3-endpoint and --s3-bucket", r)
	}
	if r.opens() {
		return nil
	}
	at := f.KeyFolder()
	held, err := seal.Held(at)
	switch {
	case err != nil:
		return err
	case held.Opens:
		return fmt.Errorf("role %s: the key that opens extranets’ credentials lies in %s: give this process a folder without it, made by «predate keys export»", r, at)
	case !held.Seals:
		return fmt.Errorf("role %s: there are no keys in %s: make them where the installation’s keys are with «predate keys export», and name their folder with --keys", r, at)
	}
	return nil
}

// Credentials opens what opens the credentials of extranets.
func (c *Cellar) Credentials() (*seal.Opener, error) {
	opener, err := seal.OpenOpener(c.Keys)
	if errors.Is(err, predate.ErrNotFound) {
		return nil, predate.Refuse(predate.CodeNotFound, "The key that opens extranets’ credentials is not in %s: "+
			"name its folder with --keys, or start this process with --role door or --role worker", c.Keys)
	}
	return opener, err
}

// secrets opens the credentials of extranets; nil where the key is not.
func (h *House) secrets() desk.OpenSecret {
	if h.opener == nil {
		return nil
	}
	return h.opener.Open
}
