package demo

import (
	"fmt"
	"net"
	"os"
	"slices"
	"time"

	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
)

// ExtranetSim serves a dossier as a simulated extranet, for trials.
type ExtranetSim struct {
	Listen   string        `help:"Address to listen on." default:"127.0.0.1:8090" placeholder:"ADDR"`
	Family   string        `help:"Family of extranets; \"list\" names all." default:"xnet" placeholder:"NAME"`
	Dossier  string        `help:"Folder with extranet.json and files/." required:"" type:"existingdir" placeholder:"DIR"`
	Username string        `help:"The only username that may log in (default: any)."`
	Password string        `help:"The only password that may log in (default: any)."`
	Switch   []string      `help:"What is wrong with the site, or peculiar; several may be given, one of them a trouble. \"list\" names all that the family can have." placeholder:"NAME"`
	Delay    time.Duration `help:"How long every answer takes." placeholder:"DURATION"`
	Archive  bool          `help:"Put the dossier among 460 documents."`
	Faults   float64       `help:"Share of the requests, from 0 to 1, that meet a fault taken at random." placeholder:"SHARE"`
	Seed     uint64        `help:"Seed of the faults: the same one gives the same faults." default:"1"`
	Storage  string        `help:"A second address to listen on, from which signed addresses serve the files." placeholder:"ADDR"`
}

// Run serves until it is told to stop.
func (e ExtranetSim) Run(c *terminal.Context) error {
	if e.Family == "list" {
		for _, family := range extranetsim.Families() {
			c.Say("%-12s %s", family, family.URL())
		}
		return nil
	}
	if slices.Contains(e.Switch, "list") {
		e.list(c)
		return nil
	}
	options, err := e.options()
	if err != nil {
		return err
	}
	dossier := os.DirFS(e.Dossier)
	if e.Archive {
		if dossier, err = extranetsim.Archive(dossier); err != nil {
			return err
		}
	}
	listener, err := net.Listen("tcp", e.Listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", e.Listen, err)
	}
	defer func() { _ = listener.Close() }() // closed already when it served
	second, err := e.listenStorage(&options)
	if err != nil {
		return err
	}
	site, err := extranetsim.New(dossier, options)
	if err != nil {
		return fmt.Errorf("open dossier %s: %w", e.Dossier, err)
	}
	if second != nil {
		go func() { _ = serving.ServeUntil(c, second, site) }()
	}
	c.Say("the simulated extranet is ready at http://%s%s", listener.Addr(), extranetsim.Family(e.Family).Path())
	return serving.ServeUntil(c, listener, site)
}

// list names what the family can have.
func (e ExtranetSim) list(c *terminal.Context) {
	family := extranetsim.Family(e.Family)
	for _, trouble := range extranetsim.Troubles() {
		if family.Has(trouble) {
			c.Say("trouble  %s", trouble)
		}
	}
	for _, shape := range extranetsim.Shapes() {
		if family.Takes(shape) {
			c.Say("shape    %s", shape)
		}
	}
}

// options sorts the switches into the trouble and the shapes.
func (e ExtranetSim) options() (extranetsim.Options, error) {
	o := extranetsim.Options{
		Family: extranetsim.Family(e.Family), Username: e.Username, Password: e.Password,
		Delay: e.Delay, Faults: e.Faults, Seed: e.Seed,
	}
	for _, name := range e.Switch {
		switch trouble, shape := extranetsim.Trouble(name), extranetsim.Shape(name); {
		case o.Family.Takes(shape):
			o.Shapes = append(o.Shapes, shape)
		case !o.Family.Has(trouble):
			return o, fmt.Errorf("--switch %s: no switch of the family %s; --switch list names them", name, e.Family)
		case o.Trouble != "":
			return o, fmt.Errorf("--switch %s: the site has the trouble %s already", name, o.Trouble)
		default:
			o.Trouble = trouble
		}
	}
	return o, nil
}

// listenStorage opens the second address, if there is one.
func (e ExtranetSim) listenStorage(o *extranetsim.Options) (net.Listener, error) {
	if e.Storage == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", e.Storage)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", e.Storage, err)
	}
	o.Storage = "http://" + listener.Addr().String()
	return listener, nil
}
