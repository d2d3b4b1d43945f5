package archtest

import (
	"fmt"
	"go/ast"
	"strings"
)

// door is a part of the outside world and the rooms through which it enters.
type door struct {
	pkg string // import path; with a trailing "…", a prefix
	// names are the functions and variables meant; none means the import.
	names []string
	// literals are the types that must not be made here.
	literals []string
	rooms    []string
	remedy   string
}

// doors lets the world in. Tests are free but for what the plan says of them.
func doors() []door {
	const cmd = "cmd/predate"
	return []door{
		{pkg: "time", names: []string{"Now", "Since", "Until"}, rooms: []string{cmd}, remedy: "take now func() time.Time"},
		{pkg: "crypto/rand", rooms: []string{cmd}, remedy: "take random io.Reader"},
		{pkg: "math/rand…", remedy: "take random io.Reader"},
		{pkg: "flag", rooms: []string{cmd}, remedy: "take an Options struct"},
		{pkg: "os", names: []string{"Getenv", "LookupEnv", "Environ", "ExpandEnv", "Setenv"}, rooms: []string{cmd}, remedy: "take an Options struct"},
		{pkg: "os", names: []string{"Exit", "Args", "Stdin", "Stdout", "Stderr"}, rooms: []string{cmd}, remedy: "return an error; take an io.Writer"},
		{pkg: "os/signal", rooms: []string{cmd}, remedy: "take a context"},
		{pkg: "os/exec", names: []string{"Command", "CommandContext"}, literals: []string{"Cmd"}, rooms: []string{"internal/reading/pdftext", "internal/collecting/child"}, remedy: "use a library"},
		{pkg: "log", rooms: nil, remedy: "take a *slog.Logger"},
		{pkg: "log/slog", names: []string{"Default", "Debug", "Info", "Warn", "Error", "SetDefault"}, rooms: []string{cmd}, remedy: "take a *slog.Logger"},
		{pkg: "database/sql…", rooms: []string{"internal/keeping/store"}, remedy: "add a function to store"},
		{pkg: "github.com/jackc/pgx…", rooms: []string{"internal/keeping/store", "internal/keeping/queue"}, remedy: "add a function to store"},
		{pkg: "modernc.org/sqlite…", rooms: []string{"internal/keeping/store"}, remedy: "add a function to store"},
		{
			pkg:   "net/http",
			names: []string{"Get", "Head", "Post", "PostForm", "DefaultClient", "DefaultTransport", "DefaultServeMux", "Handle", "HandleFunc"},
			rooms: nil, remedy: "take a client of egress, with its time-outs; make a ServeMux",
		},
		// extranetsim's client stays in process; serving sends traces to a collector that
		// the operator names, and load plays the clients of the server that it measures.
		{
			pkg: "net/http", literals: []string{"Client", "Transport"},
			rooms:  []string{"internal/base/egress", "internal/keeping/blob", "internal/collecting/extranetsim", "internal/commands/serving", "internal/commands/load"},
			remedy: "take a client of egress",
		},
		{pkg: "net", names: []string{"Dial", "DialTimeout"}, literals: []string{"Dialer"}, rooms: []string{"internal/base/egress"}, remedy: "take a client of egress"},
		{pkg: "unsafe", rooms: nil, remedy: "do without"},
		{pkg: "go.opentelemetry.io/…", rooms: []string{"internal/base/trace"}, remedy: "take a *trace.Tracer"},
	}
}

// worldEntersByItsDoors holds the doors.
func worldEntersByItsDoors(h house) []finding {
	var found []finding
	for _, file := range h.product() {
		for _, d := range doors() {
			if !contains(d.rooms, file.room) {
				found = append(found, d.breaches(h, file)...)
			}
		}
	}
	return found
}

func (d door) breaches(h house, file source) []finding {
	var found []finding
	if d.names == nil && d.literals == nil {
		for _, spec := range file.syntax.Imports {
			if imported := importPath(spec); d.means(imported) {
				found = append(found, d.breach(h.at(spec), "imports "+imported))
			}
		}
		return found
	}
	local := file.localName(d.pkg)
	ast.Inspect(file.syntax, func(node ast.Node) bool {
		if name, ok := selects(node, local, d.names); ok {
			found = append(found, d.breach(h.at(node), "uses "+d.pkg+"."+name))
		}
		if literal, ok := node.(*ast.CompositeLit); ok {
			if name, ok := selects(literal.Type, local, d.literals); ok {
				found = append(found, d.breach(h.at(node), "makes a "+d.pkg+"."+name))
			}
		}
		return true
	})
	return found
}

func (d door) means(imported string) bool {
	if prefix, ok := strings.CutSuffix(d.pkg, "…"); ok {
		return strings.HasPrefix(imported, prefix)
	}
	return imported == d.pkg
}

func (d door) breach(where, what string) finding {
	rooms := "no room may"
	if len(d.rooms) > 0 {
		rooms = "only " + strings.Join(d.rooms, ", ") + " may"
	}
	return finding{where, fmt.Sprintf("%s; %s: %s", what, rooms, d.remedy)}
}

// pureRooms compute: what they give depends on what they are given.
func pureRooms() []string {
	return []string{
		".", "internal/reading/layout", "internal/base/fold", "internal/reading/report", "internal/reading/pack", "internal/reading/lexicon", "internal/reading/blank",
		"internal/reading/classify", "internal/reading/building", "internal/reading/extract", "internal/reading/paper", "internal/reading/deeds", "internal/reading/particulars", "internal/reading/chargestatement", "internal/reading/fundcall", "internal/reading/coowner", "internal/reading/quotepart", "internal/reading/minutes", "internal/reading/resolutions", "internal/reading/compute", "internal/statement/typeset", "internal/reading/sketch", "internal/reading/gloss", "internal/reading/look",
		"internal/base/bench",
	}
}

// pureRoomsTouchNothing: no file, no network, no log, no waiting.
func pureRoomsTouchNothing(h house) []finding {
	outside := []string{"os", "net", "net/http", "io/ioutil", "syscall"}
	var found []finding
	for _, file := range h.product() {
		if !contains(pureRooms(), file.room) {
			continue
		}
		for _, spec := range file.syntax.Imports {
			if imported := importPath(spec); contains(outside, imported) {
				found = append(found, finding{h.at(spec), file.room + " imports " + imported})
			}
		}
	}
	return found
}

// nothingHidden: no init, no panic, no mutable variable of a package.
func nothingHidden(h house) []finding {
	var found []finding
	for _, file := range h.product() {
		for _, decl := range file.syntax.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == "init" && d.Recv == nil {
					found = append(found, finding{h.at(d), "an init function; make it a function that is called"})
				}
			case *ast.GenDecl:
				found = append(found, mutable(h, file, d)...)
			}
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "panic" {
					found = append(found, finding{h.at(call), "calls panic; return an error"})
				}
			}
			return true
		})
	}
	return found
}
