package archtest

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
)

// methods is how many methods a type may have: who reads what it does sees them all
// on a page.
const methods = 30

// crowded are the types that have more, each with its number, which may only fall.
func crowded() map[string]int {
	return map[string]int{
		"internal/commands/load.benchRun":          33,
		"internal/collecting/connector.session":    89,
		"internal/collecting/extranetsim.Site":     60,
		"internal/collecting/recipe.checker":       33,
		"internal/doors/api.Server":                101, // a door, with the table of its handlers
		"internal/doors/console.Console":           182, // a door, with the table of its handlers
		"internal/orders/auth.Authority":           44,
		"internal/orders/auth.People":              64,
		"internal/orders/desk.Desk":                239,
		"internal/orders/pipeline.Pipeline":        39,
		"internal/reading.Reader":                  31,
		"internal/reading/chargestatement.charges": 58,
		"internal/reading/fundcall.fundCall":       44,
		"internal/reading/coowner.Paper":           58,
		"internal/reading/form.charges":            61,
		"internal/reading/form.reader":             288,
		"internal/reading/form.works":              36,
		"internal/statement/typeset.composer":      124,
		"internal/statement/typeset.sheet":         39,
	}
}

// typesDoOneThing counts the methods that a type of the product declares; those of
// what it embeds are counted there. A type that is crowded and was thinned out has
// its number lowered.
func typesDoOneThing(h house) []finding {
	counts, first := map[string]int{}, map[string]ast.Node{}
	for _, file := range h.product() {
		for _, declared := range file.syntax.Decls {
			function, ok := declared.(*ast.FuncDecl)
			if !ok || function.Recv == nil {
				continue
			}
			name := file.dir + "." + receiverOf(function.Recv.List[0].Type)
			if counts[name]++; first[name] == nil {
				first[name] = function
			}
		}
	}
	var found []finding
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n, most := counts[name], max(methods, crowded()[name])
		switch {
		case n > most:
			found = append(found, finding{h.at(first[name]), fmt.Sprintf("%s has %d methods, at most %d", name, n, most)})
		case n < most-most/10:
			if _, named := crowded()[name]; named {
				found = append(found, finding{h.at(first[name]), fmt.Sprintf("%s has %d methods: lower %d in crowded()", name, n, most)})
			}
		}
	}
	return found
}

// receiverOf is the name of the type that a method is declared on.
func receiverOf(receiver ast.Expr) string {
	switch e := receiver.(type) {
	case *ast.StarExpr:
		return receiverOf(e.X)
	case *ast.IndexExpr:
		return receiverOf(e.X)
	case *ast.IndexListExpr:
		return receiverOf(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
