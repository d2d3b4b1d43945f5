package load

import (
	"fmt"
	"slices"
)

// phase measures some rows of the report, under the name by which --rows asks for them.
type phase struct {
	name string
	do   func(*benchRun, *benchTarget) error
}

// The phase that no running server has: its workers are never idle. Beside it, the phase
// that measures the same on one that works.
const (
	phaseOrders = "orders"
	phaseBusy   = "busy"
)

// idlePhases returns what is measured on a server whose workers are idle.
func idlePhases() []phase {
	return []phase{{phaseOrders, (*benchRun).orders}, {"uploads", (*benchRun).uploads}, {"reads", (*benchRun).reads}}
}

// workPhases returns what is measured on a server that does everything.
func workPhases() []phase {
	return []phase{{"done", (*benchRun).worked}, {"webhooks", (*benchRun).events}, {phaseBusy, (*benchRun).flood}}
}

// runningPhases returns what is measured on a running server: everything but its door with
// idle workers. What lets orders wait comes last.
func runningPhases() []phase {
	work, idle := workPhases(), idlePhases()
	last := len(work) - 1
	return slices.Concat(work[:last], idle[1:], work[last:])
}

// checkRows refuses rows that the server does not have.
func (b Command) checkRows() error {
	all := append(idlePhases(), workPhases()...)
	if b.Server != "" {
		all = runningPhases()
	}
	var known []string
	for _, one := range all {
		known = append(known, one.name)
	}
	for _, name := range b.Rows {
		if !slices.Contains(known, name) {
			return fmt.Errorf("rows: there are no rows %q of this server: name some of %q, or leave --rows out for all", name, known)
		}
	}
	return nil
}

// asked returns the phases of which the rows are to be measured.
func (b Command) asked(all []phase) []phase {
	if len(b.Rows) == 0 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(p phase) bool { return !slices.Contains(b.Rows, p.name) })
}

// measure measures some phases of a server, one after the other.
func measure(t *benchTarget, all []phase) error {
	for _, one := range all {
		if err := one.do(t.run, t); err != nil {
			return err
		}
	}
	return nil
}

// accompanied measures some phases of a server that works, whose events are followed
// meanwhile.
func (r *benchRun) accompanied(t *benchTarget, all []phase) error {
	stop, err := r.accompany(t)
	if err != nil {
		return err
	}
	defer stop()
	if err := r.warm(t); err != nil {
		return err
	}
	return measure(t, all)
}
