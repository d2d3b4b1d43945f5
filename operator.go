package predate

import (
	"slices"
	"time"
)

// OperatorID begins with "opr_".
type OperatorID string

// Operator is a member of staff who settles doubts and works on orders. Accounts, by
// contrast, are clients.
type Operator struct {
	ID       OperatorID
	Email    string // lower case, unique
	Name     string // as statements and clients see it: "C. Aubrac"
	Role     Role
	Disabled bool
	// NoShortcuts switches the console's single-key shortcuts off (WCAG 2.1.4).
	NoShortcuts bool
	Created     time.Time
}

// Role is what an operator may do. Each role may do what those before it may.
type Role string

// The roles. Support may read; an operator may also decide; a lead may also take over an
// order, give a second approval and have a password shown; an admin may do everything.
const (
	RoleSupport  Role = "support"
	RoleOperator Role = "operator"
	RoleLead     Role = "lead"
	RoleAdmin    Role = "admin"
)

// Roles returns the roles, least powerful first.
func Roles() []Role { return []Role{RoleSupport, RoleOperator, RoleLead, RoleAdmin} }

// Valid reports whether r is a known role.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// May reports whether r may do everything that least may. An unknown role may do nothing.
func (r Role) May(least Role) bool {
	all := Roles()
	have, want := slices.Index(all, r), slices.Index(all, least)
	return want >= 0 && have >= want
}
