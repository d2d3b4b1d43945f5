package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/orders/desk"
)

// papersWalk is an operator before the papers of one order.
type papersWalk struct {
	*browsertest.Tab
	b    *bureau
	t    *testing.T
	id   predate.OrderID
	page string // of the papers
}

// TestConsoleCorrectsPapers does to the papers of an order all that an operator may,
// in a browser, and looks at the project of its statement.
func TestConsoleCorrectsPapers(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	const given = "Fiche_synthétique_2025_13.pdf"
	id := b.place("d05", given, "Carnet_d_entretien_14.pdf")
	b.await(id, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	w := &papersWalk{b.signedIn("C. Aubrac", predate.RoleOperator), b, t, id, b.console.String() + "/order/" + string(id) + "/papers"}
	w.Go(w.page)
	w.Wait(`[...document.querySelectorAll(".part .thumb img")].slice(0, 3).every((i) => i.complete && i.naturalWidth > 100)`)
	w.looks("papers")
	w.search()
	w.corrects()
	w.cuts()
	w.relates()
	w.says(".gaps", "La fiche synthétique")
	w.gives(given)
	w.saysAbsent()
	w.drafts()
	for _, host := range w.Hosts() {
		if host != b.console.Host {
			t.Errorf("the pages asked another host: %s", host)
		}
	}
}

// looks keeps pictures of the page.
func (w *papersWalk) looks(name string) {
	w.t.Helper()
	w.Wait(`[...document.images].every((i) => i.complete || !i.checkVisibility() || i.getBoundingClientRect().top > innerHeight)`)
	keepShapes(w.Tab, name)
}

// at returns where the paper of a file is drawn.
func (w *papersWalk) at(file string) string {
	return fmt.Sprintf(`.document[aria-label="%s"]`, file)
}

// says waits until an element shows words.
func (w *papersWalk) says(selector string, words ...string) {
	w.t.Helper()
	for _, one := range words {
		w.Wait(fmt.Sprintf(`document.querySelector(%q)?.innerText.replace(/\s+/g, " ").includes(%q)`, selector, one))
	}
}

// sends presses a button, and waits until the order was read again, which the page
// shows by itself.
func (w *papersWalk) sends(button string) {
	w.t.Helper()
	browsertest.Eval[bool](w.Tab, `window.before = true`)
	w.Click(button)
	w.Wait(`window.before === undefined && document.readyState === "complete" && document.querySelector(".papers-page:not([data-reading])")`)
}

// fill sets the fields of a form to values.
func (w *papersWalk) fill(form string, fields ...string) {
	w.t.Helper()
	for i := 0; i+1 < len(fields); i += 2 {
		browsertest.Eval[bool](w.Tab, fmt.Sprintf(`(() => { document.querySelector(%q).elements.namedItem(%q).value = %q; return true; })()`, form, fields[i], fields[i+1]))
	}
}

// opens shows what a summary hides.
func (w *papersWalk) opens(details string) {
	w.t.Helper()
	w.Click(details + " > summary")
	w.Wait(fmt.Sprintf(`document.querySelector(%q).open`, details))
}

// search finds words in all papers, and shows where they are.
func (w *papersWalk) search() {
	w.Type("input[name=q]", "Quérouelle")
	w.Click("form[role=search] button")
	w.says("section[aria-label=Résultats] h2", "« Quérouelle »", "endroits")
	w.Click(".hits a")
	w.Wait(`document.querySelectorAll("svg.leaf .mark").length > 0 && performance.getEntriesByType("resource").some((r) => r.name.includes("/facsimile/"))`)
	w.says("h1", "p. 1")
	w.looks("leaf")
	w.Go(w.page + "?q=xyzzy")
	w.says("section[aria-label=Résultats] h2", "nulle part")
}

// corrects says what a paper is, of which exercise and day; takes a part of it back.
func (w *papersWalk) corrects() {
	paper := w.at("Courrier_d_information_21.pdf")
	w.opens(paper + " .amend")
	w.looks("papers-amend")
	w.CheckAxe("papers")
	w.fill(paper+" .amend form", "kind", "appel de fonds", "from", "2025-01-01", "to", "2025-12-31", "day", "2025-03-02", "why", "vu en tête <b>de page</b>")
	w.sends(paper + " .amend form button")
	w.says(paper+" .part strong", "appel de fonds")
	w.says(paper+" .part", "exercice 2025", "du 02/03/2025")
	w.says(paper+" .said", "classé « appel de fonds »", "C. Aubrac", "vu en tête <b>de page</b>")
	if n := browsertest.Eval[int](w.Tab, `document.querySelectorAll(".said > li").length`); n != 3 {
		w.t.Errorf("%d corrections are shown, want 3", n)
	}
	w.sends(paper + ` .said form:has([value="kind"]) button`)
	w.Wait(fmt.Sprintf(`document.querySelector(%q).querySelectorAll(".said > li").length === 2`, paper))
	if words := w.Text(paper + " .part strong"); words == "appel de fonds" {
		w.t.Error("the kind that was taken back holds still")
	}
	w.opens(paper + " .amend")
	w.fill(paper+" .amend form", "kind", "roman", "why", "vu")
	w.Click(paper + " .amend form button")
	w.says("main", "« roman » n’est pas un type de pièce.")
	w.Go(w.page)
}

// cuts splits a paper, joins two, and turns a page.
func (w *papersWalk) cuts() {
	minutes := w.at("PV_AG_AGO_du_11_04_2024_09.pdf")
	image := fmt.Sprintf(`document.querySelector(%q).getAttribute("src")`, minutes+" .part .thumb img")
	upright := browsertest.Eval[string](w.Tab, image)
	w.opens(minutes + " .sheets")
	w.Wait(fmt.Sprintf(`[...document.querySelectorAll(%q)].every((i) => i.complete && i.naturalWidth > 100)`, minutes+" .thumbs img"))
	w.looks("papers-sheets")
	w.sends(minutes + ` button[value="split 2"]`)
	w.says(minutes+" .part:nth-of-type(1)", "p. 1")
	w.says(minutes+" .part:nth-of-type(2)", "p. 2–3")
	w.opens(minutes + " .sheets")
	w.sends(minutes + ` button[value="turn 1 180"]`)
	w.says(minutes+" .said", "tourné de 180")
	w.Wait(image + " !== " + fmt.Sprintf("%q", upright))

	calls := w.at("Appel_de_fonds_2026_3_05.pdf")
	w.opens(calls + " .sheets")
	w.sends(calls + ` button[value="merge 2"]`)
	w.Wait(fmt.Sprintf(`document.querySelectorAll(%q).length === 1`, calls+" .part"))
	w.says(calls+" .part", "p. 1–2")
}

// relates says that papers are of another building, doubles, or replaced.
func (w *papersWalk) relates() {
	for _, one := range []struct{ file, field, value, words string }{
		{"Plan_19.pdf", "building", "other", "d’un autre immeuble"},
		{"Facture_2025_22.pdf", "duplicate", "Plan_19.pdf", "double de Plan_19.pdf"},
		{"Règlement_intérieur_20.pdf", "replaced", "Règlement_de_copropriété_et_EDD_16.pdf", "remplacée par Règlement_de_copropriété_et_EDD_16.pdf"},
	} {
		paper := w.at(one.file)
		w.opens(paper + " .amend")
		w.fill(paper+" .amend form", one.field, one.value, "why", "comparées")
		w.sends(paper + " .amend form button")
		w.says(paper, one.words)
	}
}

// gives drops a paper that was asked for, on behalf of the client.
func (w *papersWalk) gives(name string) {
	browsertest.Eval[bool](w.Tab, `(() => { const over = new DataTransfer(); over.items.add(new File(["x"], "lettre.pdf"));
		return document.getElementById("give").dispatchEvent(new DragEvent("drop", {dataTransfer: over, cancelable: true, bubbles: true})); })()`)
	w.says("#give .given", "lettre.pdf")
	w.Wait(`document.activeElement.name === "from"`)
	w.submits(name)
	w.says(w.at(name), "opérateur", "Remis par Mme Vassorelle, courriel du 12 mai", "fiche synthétique", "lue")
	if words := w.Text(".gaps"); strings.Contains(words, "La fiche synthétique") {
		w.t.Errorf("what was given is asked for still: %s", words)
	}
}

// submits gives a paper of the dossier.
func (w *papersWalk) submits(name string) {
	w.t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "testdata", "corpus", "d05", "files", name))
	if err != nil {
		w.t.Fatal(err)
	}
	w.Give("#give input[type=file]", path)
	w.Type("#give [name=from]", "Mme Vassorelle")
	w.Type("#give [name=how]", "courriel du 12 mai")
	w.sends("#give button")
}

// saysAbsent says that a paper does not exist, who says so, and takes it back.
func (w *papersWalk) saysAbsent() {
	const asked = `.gaps li:has([value="maintenance_log"])`
	w.opens(asked + " details")
	w.fill(asked+" form", "said_by", "le syndic Quérouelle", "why", "courriel du 12 mai")
	w.sends(asked + " form button")
	w.says(`section[aria-label^="Pièces qui n’existent"]`, "carnet d’entretien", "d’après le syndic Quérouelle", "courriel du 12 mai")
	if words := w.Text(".gaps"); strings.Contains(words, "Le carnet d’entretien") {
		w.t.Errorf("what does not exist is asked for still: %s", words)
	}
	acts, err := w.b.Desk.Acts(w.b.ctx, w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, act := range acts {
		if act.Who != "C. Aubrac" || act.Operator == "" {
			w.t.Errorf("who did it is not in the audit: %+v", act)
		}
	}
}

// drafts looks at the project, issues it, and looks at what changes after a refresh.
func (w *papersWalk) drafts() {
	draft := strings.TrimSuffix(w.page, "papers") + "draft"
	w.Go(draft)
	w.Wait(`document.querySelector(".drafts img")?.naturalWidth > 800`)
	w.says("main", "projet, non émis", "Première déclaration")
	w.looks("draft")

	by := desk.Decision{By: "C. Aubrac", Why: "vu"}
	doubts, err := w.b.Desk.Doubts(w.b.ctx, w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, one := range predate.OpenDoubts(doubts) {
		if err := w.b.Desk.Acknowledge(w.b.ctx, w.id, by, one.ID); err != nil {
			w.t.Fatal(err)
		}
	}
	opened := w.b.await(w.id, "read", func(o desk.Opened) bool { return o.Run.Read })
	if err := w.b.Desk.Issue(w.b.ctx, w.id, by, opened.Run.ReportHash); err != nil {
		w.t.Fatal(err)
	}
	w.b.await(w.id, "done", func(o desk.Opened) bool { return o.Order.State == predate.Done })
	w.Go(w.page)
	if forms := browsertest.Eval[int](w.Tab, `document.querySelectorAll("form[method=post]").length`); forms != 0 {
		w.t.Errorf("%d forms would correct an order that is done", forms)
	}
	if _, err := w.b.Desk.Refresh(w.b.ctx, desk.Refreshing{Account: w.b.account.ID, Order: w.id, Method: predate.MethodUpload}); err != nil {
		w.t.Fatal(err)
	}
	w.Go(w.page)
	w.submits("Carnet_d_entretien_14.pdf")
	w.b.await(w.id, "in review again", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	ruling := predate.Ruling{Key: predate.KeySupplierDebt, Value: predate.Money(4321_09)}
	if err := w.b.Desk.Rule(w.b.ctx, w.id, by, []predate.Ruling{ruling}); err != nil {
		w.t.Fatal(err)
	}
	w.b.await(w.id, "read with the ruling", func(o desk.Opened) bool { return o.Run.Read })
	w.Go(draft)
	w.says(".drafts", "Ce qui change depuis la dernière déclaration", "5 190,43", "4 321,09")
	w.Wait(`document.querySelector(".drafts img")?.naturalWidth > 800`)
	w.looks("draft-changed")
	if rows := browsertest.Eval[[]string](w.Tab, `[...document.querySelectorAll(".drafts tbody th")].map((r) => r.innerText)`); !slices.Contains(rows, "Dette envers les fournisseurs") {
		w.t.Errorf("what changes is %v", rows)
	}
}
