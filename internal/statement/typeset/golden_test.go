package typeset

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"predate"
)

var update = flag.Bool("update", false, "write the goldens anew")

// golden is a dossier of which some pages are held to the words and places that
// they had when somebody last looked at them.
type golden struct {
	name, why string
	statement func() predate.Statement
	options   Options
	pages     []int // from 1; negative from the end
}

func goldens() []golden {
	plainly := Options{Issued: on(2026, 5, 19)}
	draft := plainly
	draft.Draft = true
	long := strings.Repeat("Propriétaires-Réunis ", 6)[:120]
	with := func(change func(d *dossierSample)) func() predate.Statement {
		return func() predate.Statement {
			d := dossierSample{richSample()}
			change(&d)
			return d.Statement
		}
	}
	lots := func(n int) predate.LotList {
		var out predate.LotList
		for i := range n {
			out = append(out, predate.Lot{Number: fmt.Sprint(i + 1), Type: "Cave", Building: "A", Floor: "Sous-sol", Shares: 12, SharesTotal: 10000, Ancillary: i > 0})
		}
		return out
	}
	return []golden{
		{"ordinary", "an ordinary dossier: its first page and what the buyer will owe, with the drawing", richSample, options(), []int{1, 3, 4}},
		{"poor", "little is known: every kind of absence on the first page and in the ledgers; a specimen", poorSample, plainly, []int{1, 3}},
		{"draft", "a draft bears neither code nor QR code", richSample, draft, []int{1}},
		{"credit", "the seller's account is in credit: the side is in words, the amount without sign", with(func(d *dossierSample) {
			d.read(predate.KeyAccountBalance, predate.Money(-8768), at(account, 3, "87,68 C"))
			d.read(predate.KeyCreditBalancePrior, predate.Money(8768), at(account, 3, "87,68 C"))
		}), plainly, []int{1, 2}},
		{"owners", "three owners with accents and hyphens", with(func(d *dossierSample) {
			d.read(predate.KeyOwners, predate.Texts{"M. Étienne Quibrac-Lestrange", "Mme Anne-Gaëlle Le Bïhan", "Mlle Zoë d’Œuvre-Ÿvoire"})
		}), plainly, []int{1, 2}},
		{"lots", "twenty lots", with(func(d *dossierSample) { d.read(predate.KeyLots, lots(20)) }), plainly, []int{2}},
		{"one lot", "one lot: no total of shares", with(func(d *dossierSample) { d.read(predate.KeyLots, lots(1)) }), plainly, []int{2}},
		{"long names", "names of 120 characters", with(func(d *dossierSample) {
			d.read(predate.KeyOwners, predate.Texts{long})
			d.read(predate.KeyManagingAgent, predate.Text(long))
			d.read(predate.KeyCondominiumName, predate.Text(long))
		}), options(), []int{1}},
		{"large", "amounts up to 99 999 999,99 €", with(func(d *dossierSample) {
			for _, k := range []predate.Key{predate.KeyPaidCurrentN1, predate.KeyArrears, predate.KeySupplierDebt, predate.KeyCurrentActualN1, predate.KeyCurrentCalledN1} {
				d.read(k, predate.Money(9999999999), at(account, 1, "99 999 999,99"))
			}
		}), options(), []int{1, 4}},
		{"owed", "papers of the law were not supplied: the first page names them, the table of papers asks for them, none is absent", with(func(d *dossierSample) {
			for i, k := range []predate.Key{predate.KeySummarySheet, predate.KeyCoownershipRules, predate.KeyMaintenanceLog, predate.KeyPPT, predate.KeyCollectiveEPC, predate.KeyAsbestosReport} {
				d.set(k, predate.StatusMissing, nil, "La loi demande de le remettre à l’acquéreur ; il n’est pas parmi les pièces fournies.")
				d.owe(owedGap(predate.Kind(k), fmt.Sprintf("La pièce n° %d, si l’immeuble y est soumis (permis de construire antérieur au 1er juillet 1997).", i+1)))
			}
			d.owe(owedGap(predate.KindMinutes, "Le procès-verbal de l’assemblée générale tenue en 2024 (la loi demande ceux des trois dernières années), ou l’indication qu’aucune ne l’a été."))
		}), plainly, []int{1, 5}},
		{"entered", "an operator and the client said some figures: who and when below each, on every page, and the reason to the letter", with(func(d *dossierSample) {
			by := predate.Declaration{By: predate.DeclaredByOperator, Name: "C. Aubrac", On: on(2026, 5, 12), Why: typed}
			for _, k := range []predate.Key{predate.KeyArrears, predate.KeyPaidCurrentN1, predate.KeyLots, predate.KeyCondominiumName} {
				f := d.Figures[k]
				f.Status, f.Declared, f.Evidence = predate.StatusDeclared, by, []predate.Evidence{{Text: "C. Aubrac, le 12/05/2026 : " + typed, Rule: predate.OperatorRule}}
				d.Figures[k] = f
			}
			client := predate.Declaration{By: predate.DeclaredByClient, Name: "Hélène Vassorelle", On: on(2026, 5, 18)}
			d.Figures[predate.KeyAccountBalance] = predate.Figure{Key: predate.KeyAccountBalance, Status: predate.StatusDeclared, Value: predate.Money(0), Declared: client}
		}), plainly, []int{1, 2, 3}},
		{"empty", "nothing at all: empty sections say so; the notice closes the document", func() predate.Statement { return predate.Statement{} }, plainly, []int{1, -3, -1}},
	}
}

// The places of all words, rounded to points, are those that were last looked
// at. After a change on purpose: go test ./internal/statement/typeset -run Goldens -update,
// then look at the pages.
func TestGoldens(t *testing.T) {
	for _, g := range goldens() {
		t.Run(g.name, func(t *testing.T) {
			all := wordsOf(t, set(t, g.statement(), g.options))
			file := &txtar.Archive{Comment: []byte("Description: " + g.why + "\n")}
			for _, n := range g.pages {
				if n < 0 {
					n += len(all) + 1
				}
				file.Files = append(file.Files, txtar.File{Name: fmt.Sprintf("page %d of %d", n, len(all)), Data: places(all[n-1])})
			}
			path := filepath.Join("testdata", "goldens", strings.ReplaceAll(g.name, " ", "_")+".txtar")
			got := txtar.Format(file)
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// places writes the words of a page line by line: the height of the line, then
// each run of words with where it begins.
func places(words []word) []byte {
	// The code changes with every new member of the report; its place does not.
	code := regexp.MustCompile(`^[0-9A-Z]{4}(‐[0-9A-Z]{4}){4}$`)
	lines := map[int][]word{}
	var heights []int
	for _, w := range words {
		y := int(math.Round(w.YMax))
		if lines[y] == nil {
			heights = append(heights, y)
		}
		lines[y] = append(lines[y], w)
	}
	sort.Ints(heights)
	var out strings.Builder
	for _, y := range heights {
		line := lines[y]
		sort.SliceStable(line, func(i, j int) bool { return line[i].XMin < line[j].XMin })
		fmt.Fprintf(&out, "%d", y)
		for i, w := range line {
			if i == 0 || w.XMin-line[i-1].XMax > 6 {
				fmt.Fprintf(&out, " | %d", int(math.Round(w.XMin)))
			}
			out.WriteString(" " + code.ReplaceAllString(w.Text, "‹code›"))
		}
		out.WriteByte('\n')
	}
	return []byte(out.String())
}
