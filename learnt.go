package predate

// StatusLearnt is the status of what a look that an operator taught reads. No
// figure of a statement has it: such a figure is confirmed or still missing.
const StatusLearnt Status = "learnt"

// Learnt is what a look reads in one paper, and what became of it.
type Learnt struct {
	Look   string // its id
	Part   Part
	Figure Figure // under the key that was taught, its AsOf the day that the paper closes
	// Proven reports whether it may be printed where no paper says otherwise: its amount
	// makes, or is a part of, a printed sum that closes, or enough persons confirmed
	// the look.
	Proven bool

	Key     Key // the figure of the statement that it is about; empty when out of scope
	Fate    LearntFate
	By      string // the operator who says the same, where one confirmed it
	Against Reason // what contradicts it
}

// LearntFate is what became of a reading of a look.
type LearntFate string

// The fates.
const (
	LearntAside        LearntFate = "aside"        // about another exercise, or of a paper that is set aside
	LearntProposed     LearntFate = "proposed"     // nothing else says the figure, and nothing proves it yet
	LearntUsed         LearntFate = "used"         // it is the figure
	LearntAgrees       LearntFate = "agrees"       // papers say the same
	LearntConfirmed    LearntFate = "confirmed"    // an operator says the same
	LearntContradicted LearntFate = "contradicted" // papers, an operator or a gate say otherwise
)
