package office

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/auth"
)

// OperatorCommand manages the persons who use the console.
type OperatorCommand struct {
	Invite   operatorInvite   `cmd:"" help:"Make an operator and show the link by which he chooses how to sign in, this once."`
	List     operatorList     `cmd:"" help:"List the operators."`
	Role     operatorRole     `cmd:"" help:"Give an operator another role; his sessions end."`
	Disable  operatorDisable  `cmd:"" help:"Shut an operator out, or let him in again; his sessions end."`
	Sessions operatorSessions `cmd:"" help:"List the browsers in which an operator is signed in, or end them all."`
}

// openPeople opens the operators of an installation, with their console at an
// address that does not listen here.
func openPeople(c *terminal.Context, f serving.StoreFlags, console *url.URL) (*serving.Cellar, *auth.People, error) {
	house, err := serving.OpenCellar(c, f, c.CommandMeans())
	if err != nil {
		return nil, nil, err
	}
	people, err := house.People(console)
	if err != nil {
		house.Close()
		return nil, nil, err
	}
	return house, people, nil
}

// operatorAct is what commands that change an operator have in common.
type operatorAct struct {
	serving.StoreFlags
	Email string `help:"E-mail of the operator." required:""`
	By    string `help:"Who acts (default: the user of this machine); kept in the audit." placeholder:"NAME"`
}

type operatorInvite struct {
	operatorAct
	serving.AdminFlags
	Name  string `help:"Name, as statements and clients see it: «C. Aubrac»." placeholder:"NAME"`
	Role  string `help:"What he may do: support reads, operator decides, lead also takes over and is the second pair of eyes, admin also administers." enum:"support,operator,lead,admin" default:"operator"`
	Again bool   `help:"Another link for an operator who lost his: when he uses it, it takes the place of every way to sign in that he had."`
	JSON  bool   `name:"json" help:"Print one JSON object."`
}

// Run invites somebody and prints the link.
func (o operatorInvite) Run(c *terminal.Context) error {
	console, err := o.ConsoleURL(o.AdminListen)
	if err != nil {
		return err
	}
	house, people, err := openPeople(c, o.StoreFlags, console)
	if err != nil {
		return err
	}
	defer house.Close()
	var made auth.Invitation
	if o.Again {
		made, err = people.Reinvite(c, auth.Actor{Name: terminal.OrUser(o.By)}, o.Email)
	} else {
		made, err = people.Invite(c, auth.Actor{Name: terminal.OrUser(o.By)}, auth.NewOperator{Email: o.Email, Name: o.Name, Role: predate.Role(o.Role)})
	}
	if err != nil {
		return err
	}
	link := console.JoinPath("invite", made.Token.Reveal()).String()
	if o.JSON {
		return json.NewEncoder(c.Stdout).Encode(map[string]any{"email": made.Operator.Email, "role": made.Operator.Role, "link": link, "expires": made.Expires})
	}
	c.Say("%s (%s, %s) choisit comment se connecter à cette adresse, une fois, avant le %s :",
		made.Operator.Name, made.Operator.Email, made.Operator.Role, made.Expires.Local().Format("02/01/2006 à 15:04"))
	c.Say("  %s", link)
	return nil
}

type operatorList struct {
	serving.StoreFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// Run prints a line for each operator.
func (o operatorList) Run(c *terminal.Context) error {
	house, people, err := openPeople(c, o.StoreFlags, &url.URL{})
	if err != nil {
		return err
	}
	defer house.Close()
	all, err := people.Operators(c)
	if err != nil {
		return err
	}
	for _, one := range all {
		means, err := people.Means(c, one.ID)
		if err != nil {
			return err
		}
		if err := printOperator(c, one, means, o.JSON); err != nil {
			return err
		}
	}
	return nil
}

func printOperator(c *terminal.Context, o predate.Operator, m auth.Means, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(c.Stdout).Encode(map[string]any{
			"email": o.Email, "name": o.Name, "role": o.Role, "disabled": o.Disabled, "password": m.Password, "passkeys": len(m.Passkeys), "created": o.Created,
		})
	}
	state := "invité"
	switch {
	case o.Disabled:
		state = "désactivé"
	case m.Password && len(m.Passkeys) > 0:
		state = fmt.Sprintf("mot de passe, %d clé(s) d’accès", len(m.Passkeys))
	case m.Password:
		state = "mot de passe"
	case len(m.Passkeys) > 0:
		state = fmt.Sprintf("%d clé(s) d’accès", len(m.Passkeys))
	}
	c.Say("%-30s %-20s %-9s %s", o.Email, o.Name, o.Role, state)
	return nil
}

type operatorRole struct {
	operatorAct
	Role string `help:"The new role." enum:"support,operator,lead,admin" required:""`
}

// Run changes the role.
func (o operatorRole) Run(c *terminal.Context) error {
	house, people, err := openPeople(c, o.StoreFlags, &url.URL{})
	if err != nil {
		return err
	}
	defer house.Close()
	if err := people.SetRole(c, auth.Actor{Name: terminal.OrUser(o.By)}, o.Email, predate.Role(o.Role)); err != nil {
		return err
	}
	c.Say("%s a le rôle %s", o.Email, o.Role)
	return nil
}

type operatorDisable struct {
	operatorAct
	Undo bool `help:"Let the operator in again."`
}

// Run shuts an operator out: his sessions end at once.
func (o operatorDisable) Run(c *terminal.Context) error {
	house, people, err := openPeople(c, o.StoreFlags, &url.URL{})
	if err != nil {
		return err
	}
	defer house.Close()
	return people.SetDisabled(c, auth.Actor{Name: terminal.OrUser(o.By)}, o.Email, !o.Undo)
}

type operatorSessions struct {
	operatorAct
	End bool `help:"End them all."`
}

// Run lists the sessions of an operator, or ends them.
func (o operatorSessions) Run(c *terminal.Context) error {
	house, people, err := openPeople(c, o.StoreFlags, &url.URL{})
	if err != nil {
		return err
	}
	defer house.Close()
	who, err := people.Operator(c, o.Email)
	if err != nil {
		return err
	}
	if o.End {
		ended, err := people.EndAll(c, auth.Actor{Name: terminal.OrUser(o.By)}, who.Email)
		if err != nil {
			return err
		}
		c.Say("%d session(s) terminée(s)", ended)
		return nil
	}
	sessions, err := people.Sessions(c, who.ID)
	if err != nil {
		return err
	}
	for _, s := range sessions {
		c.Say("%s  depuis %s, vue %s  %s  %s", s.ID, localTime(s.Created), localTime(s.Seen), cmp.Or(s.Network, "–"), cmp.Or(s.Agent, "–"))
	}
	return nil
}

func localTime(t time.Time) string { return t.Local().Format("02/01 15:04") }
