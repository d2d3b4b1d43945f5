package archtest

import (
	"fmt"
	"go/ast"
	"strings"
)

// The budgets of size, in lines and parameters.
const (
	fileLines     = 450
	functionLines = 80
	longFunction  = 60
	longPercent   = 2
	parameters    = 5
	// Without tests: the program hands over to rooms, and a room of commands can be
	// known by one person.
	programLines = 600
	commandLines = 4500
)

// filesStayShort counts tests too: nobody reads a file that does not end.
func filesStayShort(h house) []finding {
	var found []finding
	for _, file := range h.files {
		if file.lines > fileLines {
			found = append(found, finding{file.path, fmt.Sprintf("%d lines, at most %d", file.lines, fileLines)})
		}
	}
	return found
}

// functionsStayShort: none over functionLines, few over longFunction.
func functionsStayShort(h house) []finding {
	var found, long []finding
	total := 0
	h.functions(func(_ source, function *ast.FuncDecl) {
		total++
		height := h.height(function)
		what := fmt.Sprintf("%s has %d lines", function.Name.Name, height)
		if height > functionLines {
			found = append(found, finding{h.at(function), fmt.Sprintf("%s, at most %d", what, functionLines)})
		} else if height > longFunction {
			long = append(long, finding{h.at(function), fmt.Sprintf("%s; at most %d %% of functions may have more than %d", what, longPercent, longFunction)})
		}
	})
	if 100*len(long) > longPercent*total {
		found = append(found, long...)
	}
	return found
}

// functionsAskLittle counts named and unnamed parameters, not the receiver.
func functionsAskLittle(h house) []finding {
	var found []finding
	h.functions(func(_ source, function *ast.FuncDecl) {
		if count := function.Type.Params.NumFields(); count > parameters {
			found = append(found, finding{h.at(function), fmt.Sprintf("%s takes %d parameters, at most %d", function.Name.Name, count, parameters)})
		}
	})
	return found
}

// commandsStaySmall: the program wires the table of its commands and no more, and
// no room of commands grows for ever.
func commandsStaySmall(h house) []finding {
	lines := map[string]int{}
	for _, file := range h.product() {
		lines[file.room] += file.lines
	}
	var found []finding
	for room, count := range lines {
		most := commandLines
		switch {
		case strings.HasPrefix(room, "cmd/"):
			most = programLines
		case wingOf(room) != "commands":
			continue
		}
		if count > most {
			found = append(found, finding{room, fmt.Sprintf("%d lines, at most %d", count, most)})
		}
	}
	return found
}
