package main

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"

	"predate/connectors"
	"predate/internal/collecting/author"
	"predate/internal/collecting/recipe"
)

type connectorList struct{ recipeFlags }

// Run lists the recipes of this program, and of a folder.
func (l connectorList) Run(c *commandContext) error {
	shelf, err := l.shelf(nil)
	if err != nil {
		return err
	}
	recipes := shelf.Recipes()
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for i := range recipes {
		r := recipes[i].Summary()
		hosts := strings.Join(r.Hosts, " ")
		if hosts == "" {
			hosts = "(bound by an operator)"
		}
		deposits := ""
		if r.Deposits {
			deposits = "takes deposits"
		}
		from := "built in"
		if r.File != "" {
			from = r.File
		}
		if built := replaced(r.Family); built != "" {
			from += ", in the place of the built-in " + built
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Family, from, r.Title, hosts, deposits, r.Verified)
	}
	return table.Flush()
}

type connectorLint struct {
	Files []string `arg:"" optional:"" help:"Recipes to read (default: the built-in ones)." type:"existingfile"`
}

// Run reads recipes as the server does and says what is wrong with them. A
// remark is no error.
func (l connectorLint) Run(c *commandContext) error {
	texts, err := l.texts()
	if err != nil {
		return err
	}
	wrong := false
	for _, one := range texts {
		r, remarks, err := author.Lint(one.text)
		if err != nil {
			wrong = true
			c.say("%s: WRONG\n  %s", one.name, strings.ReplaceAll(err.Error(), "\n", "\n  "))
			continue
		}
		c.say("%s: %s@%d is good", one.name, r.ID, r.Version)
		for _, remark := range remarks {
			c.say("  remark: %s", remark)
		}
	}
	if wrong {
		return errShown
	}
	return nil
}

type namedText struct {
	name string
	text []byte
}

// texts gives the files named, or the built-in recipes.
func (l connectorLint) texts() ([]namedText, error) {
	var texts []namedText
	for _, name := range l.Files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read recipe: %w", err)
		}
		texts = append(texts, namedText{name, text})
	}
	if len(texts) > 0 {
		return texts, nil
	}
	recipes, err := recipe.Load(connectors.Files()) // the common part too
	if err != nil {
		return nil, err
	}
	for i := range recipes {
		name := recipes[i].ID + ".yaml"
		text, err := fs.ReadFile(connectors.Files(), name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		texts = append(texts, namedText{name, text})
	}
	return texts, nil
}
