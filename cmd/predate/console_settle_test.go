package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/orders/desk"
)

// TestConsoleSettlesADoubtfulOrder settles an order whose seller owned the flat
// for a part of the exercises, by keys alone, and issues its statement.
func TestConsoleSettlesADoubtfulOrder(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	tab := b.signedIn("C. Aubrac", predate.RoleOperator)
	id := b.review(tab, "d05")
	if n := tab.Bytes(); n > mostBytes {
		t.Errorf("the page is %d bytes, want %d at most", n, mostBytes)
	}
	keepShapes(tab, "order")
	tab.CheckAxe("order")
	doubts := browsertest.Eval[int](tab, `document.querySelectorAll('.doubt[data-state="open"]').length`)
	if doubts == 0 {
		t.Fatal("no doubt is open")
	}
	for range doubts {
		tab.Press("a")
	}
	tab.Wait(`!document.getElementById("issue").disabled`)
	keep(tab, "order-settled")
	tab.Press("\r")
	tab.Wait(`location.pathname === "/"`)
	done := b.await(id, "done", func(o desk.Opened) bool { return o.Order.State == predate.Done })
	if text := b.statement(done); !strings.Contains(text, "relue avant d’être émise par C. Aubrac") || !strings.Contains(text, "Vu et admis par C. Aubrac") {
		t.Errorf("the statement does not say who let it go:\n%s", text)
	}
	for _, host := range tab.Hosts() {
		if host != b.console.Host {
			t.Errorf("the page asked another host: %s", host)
		}
	}
}

// review waits until an order of a dossier is before an operator, and opens it there.
func (b *bureau) review(tab *browsertest.Tab, dossier string) predate.OrderID {
	b.t.Helper()
	id := b.place(dossier)
	b.await(id, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	b.show(tab, id)
	return id
}

// show opens an order, and waits until its first doubt is there with its page.
func (b *bureau) show(tab *browsertest.Tab, id predate.OrderID) {
	b.t.Helper()
	tab.Go(b.console.String() + "/order/" + string(id))
	tab.Wait(`document.querySelector(".doubt[aria-current]") && document.querySelector(".paper[data-drawn]")`)
}

// current is the label of the doubt that is visited.
const current = `document.querySelector(".doubt[aria-current]")?.dataset.label`

// printed is where a word of the page of the current doubt lies in the window.
func printed(tab *browsertest.Tab, word string) browsertest.Point {
	return browsertest.Eval[browsertest.Point](tab, fmt.Sprintf(`(async () => {
		const at = document.querySelector(".doubt[aria-current]").dataset;
		const leaf = await (await fetch(location.pathname + "/words/" + at.document + "/" + at.page)).json();
		const word = leaf.words.find((one) => one[4] === %q);
		const point = new DOMPoint((word[0] + word[2]) / 2, (word[1] + word[3]) / 2).matrixTransform(document.querySelector("svg.page").getScreenCTM());
		return { X: point.x, Y: point.y };
	})()`, word))
}

// TestConsoleAnswers gives answers in every way that the console takes, and takes
// them back.
func TestConsoleAnswers(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	tab := b.signedIn("C. Aubrac", predate.RoleOperator)
	id := b.review(tab, "d05")
	open := `document.querySelectorAll('.doubt[data-state="open"]').length`
	before := browsertest.Eval[int](tab, open)
	first := browsertest.Eval[string](tab, current)

	// A click on a word is the value; spaces within an amount are no end of it.
	tab.ClickAt(printed(tab, "033,27"))
	tab.Wait(`document.getElementById("foreseen").textContent.includes("2 033,27".replace(" ", "\u202f")) || document.getElementById("foreseen").textContent.includes("2 033,27")`)
	if typed := browsertest.Eval[string](tab, `document.querySelector("[name=typed]").value`); typed != "2 033,27" {
		t.Errorf("a click on an amount gives %q", typed)
	}
	keep(tab, "order-word")
	tab.Press("\r")
	tab.Wait(fmt.Sprintf(`%s !== %q`, current, first))
	tab.Wait(fmt.Sprintf(`%s === %d && document.querySelector(".doubt[data-state=decided]")`, open, before-1))

	// One key takes it back, and the doubt is visited again.
	tab.Press("z")
	tab.Wait(fmt.Sprintf(`%s === %q && %s === %d && document.querySelector(".page-title").textContent.startsWith("Relevé_de_compte")`, current, first, open, before))

	// With Shift, a frame takes all the words in it.
	from, to := printed(tab, "COMPTE"), printed(tab, "INDIVIDUEL")
	tab.ShiftDrag(browsertest.Point{X: from.X - 40, Y: from.Y - 8}, browsertest.Point{X: to.X + 45, Y: to.Y + 8})
	tab.Wait(`document.querySelector("[name=typed]").value === "COMPTE INDIVIDUEL"`)
	tab.Wait(`document.getElementById("foreseen").textContent.includes("COMPTE INDIVIDUEL")`) // refused, with what was typed
	// French forms are understood, and what follows is said before it is kept.
	tab.Press("v")
	browsertest.Eval[bool](tab, `(document.querySelector("[name=typed]").select(), true)`)
	tab.Press("1.234,50 €")
	tab.Wait(`document.getElementById("foreseen").textContent.startsWith("1 234,50".replace(" ", "\u202f")) || document.getElementById("foreseen").textContent.startsWith("1 234,50")`)
	tab.Press("\r") // no paper shows it: a reason is asked
	tab.Wait(`document.activeElement.name === "why"`)
	tab.Press("confirmé par le syndic\r")
	tab.Wait(fmt.Sprintf(`%s === %d`, open, before-1))

	// A status is an answer too.
	tab.Wait(`document.querySelector("[name=status]").options.length > 1 && document.querySelector(".candidates")`)
	second := browsertest.Eval[string](tab, current)
	tab.Press("s")
	tab.Press(kb.ArrowDown)
	tab.Wait(`document.querySelector("[name=status]").value !== "" && document.getElementById("foreseen").textContent !== ""`)
	tab.Press(kb.Escape)
	tab.Press("m")
	tab.Press("le syndic ne le communique pas\r")
	tab.Wait(fmt.Sprintf(`%s === %d && %s !== %q`, open, before-2, current, second))
	opened := b.await(id, "decided", func(o desk.Opened) bool { return len(o.Rulings) == 2 && o.Run.Read })
	for _, r := range opened.Rulings {
		if r.By != "C. Aubrac" || r.Operator == "" {
			t.Errorf("nobody is named in %+v", r)
		}
	}

	tab.Press("?")
	tab.Wait(`document.getElementById("keys").open`)
	tab.CheckAxe("the keys")
	keep(tab, "order-keys")
	tab.Press(kb.Escape)
	tab.Press("/")
	tab.Wait(`location.pathname.endsWith("/papers")`)
}

// TestConsoleClaims has two operators open one order: the second sees at once who has
// it, a lead takes it over, and the first is told.
func TestConsoleClaims(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	first, lead := b.signedIn("C. Aubrac", predate.RoleOperator), b.signedIn("B. Morel", predate.RoleLead)
	id := b.review(first, "d05")
	b.await(id, "claimed", func(o desk.Opened) bool { return o.Claim != nil })
	lead.Go(b.console.String() + "/order/" + string(id))
	lead.Wait(`document.getElementById("holder").textContent.includes("C. Aubrac travaille sur cette commande")`)
	if browsertest.Eval[bool](lead, `document.querySelector(".desk").dataset.decide !== undefined`) {
		t.Error("two may decide of one order")
	}
	keep(lead, "order-held")
	lead.CheckAxe("an order that another holds")
	lead.Click("#take-over")
	lead.Wait(`document.querySelector(".desk")?.dataset.decide !== undefined`)
	first.Wait(`document.getElementById("holder")?.textContent.includes("B. Morel travaille sur cette commande")`)
	lead.Go(b.console.String() + "/") // he leaves
	first.Wait(`document.querySelector(".desk")?.dataset.decide !== undefined`)
}

// TestConsoleSettlesAContradiction settles an order of which two papers say two debts
// to suppliers: the operator looks at both and takes one, with two keys.
func TestConsoleSettlesAContradiction(t *testing.T) {
	b := newBureau(t, "2026-05-18")
	tab := b.signedIn("C. Aubrac", predate.RoleOperator)
	files, err := filepath.Glob("../../testdata/corpus/d01/files/*")
	if err != nil {
		t.Fatal(err)
	}
	id := b.placeFiles("d01", append(files, filepath.Join("testdata", "console", "contradiction.pdf")))
	b.await(id, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	b.show(tab, id)
	tab.Wait(`document.querySelectorAll(".candidate kbd").length > 1`)
	tab.Press("c") // both papers, side by side
	tab.Wait(`document.querySelectorAll(".paper[data-drawn]").length === 2`)
	keep(tab, "order-contradiction")
	tab.CheckAxe("two papers side by side")
	tab.Press("2") // what follows from the other is seen before it is kept
	tab.Wait(`document.getElementById("foreseen").textContent.includes("4 976,31".replace(" ", "\u202f")) || document.getElementById("foreseen").textContent.includes("4 976,31")`)
	tab.Press("1")
	tab.Wait(`/4.761,81/.test(document.getElementById("foreseen").textContent)`)
	tab.Press("\r")
	tab.Wait(`!document.getElementById("issue").disabled`)
	tab.Press("\r")
	tab.Wait(`location.pathname === "/"`)
	done := b.await(id, "done", func(o desk.Opened) bool { return o.Order.State == predate.Done })
	if text := b.statement(done); !strings.Contains(text, "saisi par l’opérateur C. Aubrac") || !strings.Contains(text, "lu dans « Convocation_AG_du_26_03_2026_21.pdf »") {
		t.Errorf("the statement does not say who decided:\n%s", text)
	}
}

// TestConsoleTakesAPaper has an operator drop in the paper for which an order waits.
func TestConsoleTakesAPaper(t *testing.T) {
	b := newBureau(t, "2026-06-22")
	tab := b.signedIn("C. Aubrac", predate.RoleOperator)
	id := b.place("d04")
	b.await(id, "waiting", func(o desk.Opened) bool { return o.Order.State == predate.Waiting })
	tab.Go(b.console.String() + "/order/" + string(id))
	keep(tab, "order-waiting")
	tab.Press("/")
	tab.Wait(`document.readyState === "complete" && document.getElementById("give")`)
	tab.Give(`#give [name="files"]`, filepath.Join("testdata", "console", "annexe-1-2025.pdf"))
	tab.Type(`#give [name="from"]`, "le syndic")
	tab.Type(`#give [name="how"]`, "courriel du 22 juin\r")
	b.await(id, "given", func(o desk.Opened) bool {
		return slices.ContainsFunc(o.Documents, func(d predate.Document) bool { return d.Filename == "annexe-1-2025.pdf" })
	})
	done := b.await(id, "done", func(o desk.Opened) bool { return o.Order.State == predate.Done })
	if text := b.proof(done); !strings.Contains(text, "annexe-1-2025.pdf") {
		t.Errorf("the proof does not name the paper:\n%s", text)
	}
	tab.Wait(`document.readyState === "complete" && document.querySelector(".papers-page")?.dataset.reading === undefined`)
	tab.Go(b.console.String() + "/order/" + string(id))
	tab.Wait(`document.getElementById("acts")?.textContent.includes("C. Aubrac a ajouté une pièce")`)
	tab.Wait(`document.querySelector(".paper[data-drawn]")`)
	keep(tab, "order-done")
}

// BenchmarkNextDoubt measures from the key that asks for the next doubt to its page
// with its candidates on the screen, in the browser's own time.
func BenchmarkNextDoubt(b *testing.B) {
	desk := newBureau(b, "2026-07-06")
	tab := desk.signedIn("C. Aubrac", predate.RoleOperator)
	desk.review(tab, "d05")
	time.Sleep(time.Second) // the next one is fetched ahead while a person reads
	var took []float64
	for b.Loop() {
		took = append(took, browsertest.Eval[float64](tab, `(async () => {
			const before = document.querySelector(".doubt[aria-current]").id;
			const start = performance.now();
			document.querySelector(".doubt[aria-current]").dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
			const shown = () => {
				const now = document.querySelector(".doubt[aria-current]");
				return now.id !== before && document.querySelector(".paper[data-drawn]") && (!now.dataset.key || now.querySelector(".candidates"));
			};
			while (!shown()) await new Promise(requestAnimationFrame);
			return performance.now() - start;
		})()`))
		time.Sleep(300 * time.Millisecond)
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "ms/median")
	b.ReportMetric(took[len(took)-1], "ms/max")
	b.ReportMetric(0, "ns/op")
}

// statement is the text of the statement that an order was delivered.
func (b *bureau) statement(o desk.Opened) string { return b.text(o.Order.ID, o.Run.PDFHash) }

// proof is the text of the second file of an order that is done.
func (b *bureau) proof(o desk.Opened) string { return b.text(o.Order.ID, o.Run.ProofHash) }

// text is that of a stored PDF.
func (b *bureau) text(order predate.OrderID, hash predate.Hash) string {
	b.t.Helper()
	file, err := b.Blobs.Open(b.ctx, hash)
	if err != nil {
		b.t.Fatal(err)
	}
	defer file.Close()
	pdf, err := io.ReadAll(file)
	if err != nil {
		b.t.Fatal(err)
	}
	if folder := os.Getenv("PREDATE_SHOTS"); folder != "" {
		_ = os.WriteFile(filepath.Join(folder, string(order)+"-"+string(hash[:6])+".pdf"), pdf, 0o600) // for a look at it
	}
	pages, err := b.Engine.Skim(b.ctx, pdf, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	var words []string
	for _, page := range pages {
		for _, word := range page.Words {
			words = append(words, word.Text)
		}
	}
	return strings.Join(words, " ")
}
