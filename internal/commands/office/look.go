package office

import (
	"cmp"
	"fmt"
	"strings"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
	"predate/internal/reading/look"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// LookCommand is the memory of looks: what operators taught by pointing.
type LookCommand struct {
	List     lookList     `cmd:"" help:"List what operators taught, with its state."`
	Show     lookShow     `cmd:"" help:"Show one: whose papers it knows, how it reads them, who taught it."`
	Replay   lookReplay   `cmd:"" help:"Read the papers of the latest orders with it, and say what it finds and what it contradicts. Changes nothing."`
	Activate lookActivate `cmd:"" help:"Put it to work."`
	Retire   lookRetire   `cmd:"" help:"Take it out of use for good."`
	Export   lookExport   `cmd:"" help:"Print it as wordings for --lexicon where it is one, else as YAML."`
}

type lookList struct{ serving.StoreFlags }

// Run prints a line or two each.
func (l lookList) Run(c *terminal.Context) error {
	house, front, err := openReviews(c, l.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	all, err := front.Looks(c)
	if err != nil {
		return err
	}
	page := newSheet(c)
	for _, one := range all {
		page.Line(0, "%s · %s · %s · %s · %d confirmation(s)", one.ID, one.Standing(), typeset.KindName(one.Says.Kind), one.Says.Title(), one.Confirmed)
		if one.Note != "" {
			page.Item(4, one.Note)
		}
	}
	if len(all) == 0 {
		page.Line(0, "Aucun opérateur n’a encore rien enseigné (predate review set … --at).")
	}
	return page.Err
}

// lookFlags name a look.
type lookFlags struct {
	serving.StoreFlags
	ID string `arg:"" help:"The look, as list names it." placeholder:"LOOK"`
}

// open gives the look to a task.
func (f lookFlags) open(c *terminal.Context, task func(*desk.Desk, desk.Taught) error) error {
	house, front, err := openReviews(c, f.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	one, err := front.Look(c, f.ID)
	if err != nil {
		return err
	}
	return task(front, one)
}

type lookShow struct{ lookFlags }

// Run prints all that is kept.
func (l lookShow) Run(c *terminal.Context) error {
	return l.open(c, func(_ *desk.Desk, one desk.Taught) error {
		page := newSheet(c)
		page.Line(0, "%s · %s · %d confirmation(s)", one.ID, one.Standing(), one.Confirmed)
		page.Line(2, "reconnaît : %s, %s", typeset.KindName(one.Says.Kind), one.Says.Papers())
		if len(one.Says.Heads) > 0 {
			page.Line(2, "têtes de colonnes : « %s »", strings.Join(one.Says.Heads, " », « "))
		}
		page.Line(2, "lit : %s", one.Says.Title())
		page.Line(2, "enseigné par %s le %s", one.TaughtBy, one.Taught.Local().Format("02/01/2006"))
		if one.ChangedBy != "" {
			page.Line(2, "%s par %s le %s : %s", one.Standing(), one.ChangedBy, one.Changed.Local().Format("02/01/2006"), one.Note)
		}
		return page.Err
	})
}

type lookReplay struct {
	lookFlags
	readers.ReaderFlags
	serving.BlobFlags
	Most int `help:"How many orders to read, the latest first." default:"200"`
}

// Run reads each order as if the look alone were at work.
func (l lookReplay) Run(c *terminal.Context) error {
	return l.lookFlags.open(c, func(front *desk.Desk, one desk.Taught) error {
		return l.replay(c, front, one.Says)
	})
}

func (l lookReplay) replay(c *terminal.Context, front *desk.Desk, says look.Look) error {
	blobs, err := l.Blobs(c, l.Data)
	if err != nil {
		return err
	}
	sample, err := serving.SampleOrder()
	if err != nil {
		return err
	}
	reader, closeReader, err := l.ReaderFlags.Open(c, c.CommandMeans())
	if err != nil {
		return err
	}
	defer closeReader()
	read, err := pipeline.Replay{Desk: front, Reader: reader, Blobs: blobs, Sample: sample}.Look(c, says, l.Most)
	if err != nil {
		return err
	}
	page, met, against := newSheet(c), 0, 0
	for _, one := range read {
		if one.Err != nil {
			page.Line(0, "%s : ses pièces ne se lisent plus (%v)", one.Order, one.Err)
			continue
		}
		met, against = met+len(one.Learnt), against+one.Contradicted()
		for _, learnt := range one.Learnt {
			page.replayed(one.Order, learnt)
		}
	}
	page.Line(0, "%d commande(s) relues, %d lecture(s), %d contredite(s).", len(read), met, against)
	return page.Err
}

// replayed prints one reading of a look.
func (p sheet) replayed(order predate.OrderID, l predate.Learnt) {
	e := l.Figure.Evidence[0]
	mark := map[predate.LearntFate]string{predate.LearntAside: "○", predate.LearntProposed: "○", predate.LearntContradicted: "✗"}[l.Fate]
	fate := cmp.Or(mark, "●") + " " + wording.Fate(l.Fate)
	p.Line(0, "%s · %s, p. %d · %s « %s » au %s · %s %s", order, e.File, e.Page, cmp.Or(l.Key, l.Figure.Key), e.Text, terminal.Day(l.Figure.AsOf), fate, wording.Of(l.Against))
}

// lookDecision is an administrator's decision on a look.
type lookDecision struct {
	lookFlags
	By  string `help:"Who decides (default: the user of this machine)." placeholder:"NAME"`
	Why string `help:"Why." required:"" placeholder:"TEXT"`
}

func (l lookDecision) decision() desk.Decision {
	return desk.Decision{By: strings.TrimSpace(terminal.OrUser(l.By)), Why: strings.TrimSpace(l.Why)}
}

type lookActivate struct{ lookDecision }

// Run activates.
func (l lookActivate) Run(c *terminal.Context) error {
	return l.open(c, func(front *desk.Desk, one desk.Taught) error {
		if err := front.ActivateLook(c, one.ID, l.decision()); err != nil {
			return err
		}
		c.Say("L’apprentissage %s est en service : il lira les prochaines pièces.", one.ID)
		return nil
	})
}

type lookRetire struct{ lookDecision }

// Run retires.
func (l lookRetire) Run(c *terminal.Context) error {
	return l.open(c, func(front *desk.Desk, one desk.Taught) error {
		if err := front.RetireLook(c, one.ID, l.decision()); err != nil {
			return err
		}
		c.Say("L’apprentissage %s est retiré.", one.ID)
		return nil
	})
}

type lookExport struct{ lookFlags }

// Run prints a file for --lexicon, or the look itself.
func (l lookExport) Run(c *terminal.Context) error {
	return l.open(c, func(_ *desk.Desk, one desk.Taught) error {
		text, err := one.Says.Export()
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(c.Stdout, text)
		return err
	})
}
