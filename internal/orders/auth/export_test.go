package auth

import (
	"fmt"

	"predate"
)

// HashWork notes what each hash of a password costs from now on: its memory, time,
// threads and length.
func (a *Authority) HashWork() *[]string {
	work := &[]string{}
	compute := a.hasher.derive
	a.hasher.derive = func(password predate.Secret, p phc) []byte {
		sum := compute(password, p)
		*work = append(*work, fmt.Sprintf("m=%d,t=%d,p=%d,%d bytes", p.memory, p.time, p.threads, len(sum)))
		return sum
	}
	return work
}
