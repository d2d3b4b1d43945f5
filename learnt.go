package predate

// StatusLearnt is the status of a value that a learnt look reads. No figure of a
// statement has it: such a figure is either confirmed or still missing.
const StatusLearnt Status = "learnt"

// Learnt is a value that a learnt look read in one paper, and how it was used.
type Learnt struct {
	Look   string // its id
	Part   Part
	Figure Figure // under the key that was taught; AsOf is the closing date of the paper
	// Proven is true if the value may be printed unless a paper contradicts it: its
	// amount is the total, or a term, of a printed sum that balances, or enough
	// operators confirmed the look.
	Proven bool

	Key     Key // the figure of the statement that it is about; empty when out of scope
	Fate    LearntFate
	By      string // the operator who gave the same value; empty if none did
	Against Reason // what contradicts it
}

// LearntFate is how a value that a learnt look read was used.
type LearntFate string

// The fates.
const (
	LearntAside        LearntFate = "aside"        // not used: another exercise, or a paper that is set aside
	LearntProposed     LearntFate = "proposed"     // the only source of the figure, and not proven yet
	LearntUsed         LearntFate = "used"         // printed as the figure
	LearntAgrees       LearntFate = "agrees"       // equal to the value of the papers
	LearntConfirmed    LearntFate = "confirmed"    // equal to the value of an operator
	LearntContradicted LearntFate = "contradicted" // contradicted by papers, an operator or a gate
)
