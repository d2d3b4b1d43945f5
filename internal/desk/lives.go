package desk

import "time"

// Life is how long a class of data is kept.
type Life struct {
	Class string        // stable: "documents"
	For   time.Duration // zero keeps it for ever
}

// Lives lists how long what the desk keeps is kept, under a retention.
func (d *Desk) Lives(keep Retention) []Life {
	return []Life{
		{"credentials", d.CredentialLife},
		{"credentials_kept", keptCredentialLife},
		{"documents", keep.Documents},
		{"thread", keep.Documents},
		{"statements", keep.Statements},
		{"events", keep.Events},
		{"audit", keep.Audit},
		{"replays", ReplayLife},
		{"sessions", sessionKept},
	}
}
