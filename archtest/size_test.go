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
	// Without tests: the program hands over to rooms, and a room can be known by one
	// person.
	programLines = 600
	roomLines    = 4500
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

// large are the rooms that have more lines than roomLines, each with its number, which
// may only fall.
func large() map[string]int {
	return map[string]int{
		".":                               4700, // the root: the words of the whole house
		"internal/collecting/extranetsim": 5500,
		"internal/doors/api":              6300,
		"internal/doors/console":          7800,
		"internal/keeping/store":          7900,
		"internal/orders/desk":            8200,
		"internal/reading/compute":        10_400,
		"internal/reading/form":           12_360,
		"internal/reading/lookstest":      7200,
		"internal/reading/pdftext":        5100,
		"internal/statement/typeset":      6100,
	}
}

// roomsStaySmall: a stranger reads a room in an afternoon, and the program wires the
// table of its commands and no more. Tests are not counted.
func roomsStaySmall(h house) []finding {
	lines := map[string]int{}
	for _, file := range h.product() {
		lines[file.room] += file.lines
	}
	var found []finding
	for room, count := range lines {
		most := max(roomLines, large()[room])
		if strings.HasPrefix(room, "cmd/") {
			most = programLines
		}
		switch {
		case count > most:
			found = append(found, finding{room, fmt.Sprintf("%d lines, at most %d", count, most)})
		case count > roomLines && count < most-most/10:
			found = append(found, finding{room, fmt.Sprintf("%d lines: lower %d in large()", count, most)})
		}
	}
	return found
}
