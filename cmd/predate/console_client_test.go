package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/delivering/link"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/desk"
)

// hostile is a name and a comment that would be markup where they are not escaped.
const hostile = `<img src=x onerror="document.title='gotcha'">`

// TestConsoleAsksAClient: an operator asks for two things by keys alone and
// reads beforehand what will be sent; the client gives one on a telephone and says of
// the other that it does not exist; the order goes on by itself, and the operator reads
// it in the thread.
func TestConsoleAsksAClient(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	id := b.place("d05")
	b.await(id, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	if _, _, err := b.Desk.CreateEndpoint(b.ctx, predate.Endpoint{Account: b.account.ID, URL: "http://127.0.0.1:9/hook", Details: true}); err != nil {
		t.Fatal(err)
	}
	office := b.signedIn("C. Aubrac", predate.RoleOperator)
	b.asks(office, id)
	address := browsertest.Eval[string](office, `document.getElementById("corner-link").value`)
	phone := browsertest.Open(t)
	b.showsCorner(phone)
	b.gives(phone, address)
	half := b.await(id, "in review with one answer", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	if reasons := strings.Join(half.Run.Reasons, "\n"); !strings.Contains(reasons, "n’a pas encore répondu") || !strings.Contains(reasons, "carnet") {
		t.Errorf("the operator is not told what is not answered: %s", reasons)
	}
	b.answers(phone)
	again := b.await(id, "in review again", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read && len(o.Thread) == 3 })
	if reasons := strings.Join(again.Run.Reasons, "\n"); strings.Contains(reasons, "n’a pas encore répondu") {
		t.Errorf("all is answered, and the operator is told otherwise: %s", reasons)
	}
	b.reads(office, id)
	phone.Wait(`!document.querySelector("[data-reading]")`)
	b.refusesAddresses(phone, id, address)
}

// asks has an operator ask two things by keys alone, and holds what is sent to what
// he was shown.
func (b *bureau) asks(office *browsertest.Tab, id predate.OrderID) {
	b.t.Helper()
	office.Go(b.console.String() + "/order/" + string(id) + "/client")
	office.CheckAxe("client")
	for _, question := range []string{"copie", "carnet"} {
		office.Wait(`!document.querySelector(".usual").hidden`)
		browsertest.Eval[bool](office, `document.getElementById("usual").focus(); true`)
		office.Press(question)
		office.Press("\t\r")
		office.Wait(`document.activeElement.name === "words" && document.activeElement.value.includes("` + question + `")`)
	}
	office.Wait(`document.querySelector("#preview pre")?.textContent.includes("carnet")`)
	keep(office, "client")
	office.Press(" " + hostile)
	office.Wait(`document.querySelector("#preview pre")?.textContent.includes("gotcha")`)
	shown := office.Text("#preview pre")
	office.CheckAxe("client, written")
	browsertest.Eval[bool](office, `document.querySelector("#ask .first").focus(); true`)
	office.Press("\r")
	office.Wait(`document.querySelectorAll(".thread .ours").length === 2`)
	if sent := b.sentBody(id); sent != shown {
		b.t.Errorf("the preview said\n%s\nand sent was\n%s", shown, sent)
	}
}

// sentBody is what the last event of an order says to an endpoint that wants details.
func (b *bureau) sentBody(id predate.OrderID) string {
	b.t.Helper()
	events, err := b.Desk.Events(b.ctx, b.account.ID, id)
	if err != nil {
		b.t.Fatal(err)
	}
	made, err := webhook.NewBody(webhook.Notice{Event: events[len(events)-1], SendMissing: true})
	if err != nil {
		b.t.Fatal(err)
	}
	body, err := made.Open(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		b.t.Fatal(err)
	}
	return string(text)
}

// showsCorner keeps a picture of the client's page of an order whose questions are
// ordinary.
func (b *bureau) showsCorner(phone *browsertest.Tab) {
	b.t.Helper()
	id := b.place("d05")
	b.await(id, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	err := b.Desk.AskAll(b.ctx, id, desk.Decision{By: "C. Aubrac"},
		desk.Question{Kind: predate.GapDocument, Words: "La copie reçue n’est pas lisible. Merci de nous transmettre le fichier d’origine ou, à défaut, une copie nette et complète de cette pièce."},
		desk.Question{Kind: predate.GapDocument, Code: "maintenance_log", Words: "Merci de nous transmettre le carnet d’entretien de l’immeuble, dans sa dernière mise à jour."})
	if err != nil {
		b.t.Fatal(err)
	}
	phone.Size(390, 844)
	phone.Go(b.Front.Links.Corner(id, 0, time.Now().Add(link.Life)))
	phone.Wait(`document.documentElement.classList.contains("scripted")`)
	if says := phone.Text("main"); !strings.Contains(says, "carnet d’entretien de l’immeuble") {
		b.t.Errorf("the page of an ordinary order says %q", says)
	}
	keepOnly(phone, "corner-narrow")
}

// gives uploads a paper on the client's page, and a text file that must be refused.
func (b *bureau) gives(phone *browsertest.Tab, address string) {
	b.t.Helper()
	phone.Size(390, 844)
	phone.Go(address)
	phone.Wait(`document.documentElement.classList.contains("scripted")`)
	phone.CheckAxe("corner")
	if wide := browsertest.Eval[bool](phone, `document.documentElement.scrollWidth > innerWidth`); wide {
		b.t.Error("the corner is wider than a telephone")
	}
	content, err := os.ReadFile(filepath.Join("..", "..", "testdata", "corpus", "d04", "files", "MRI_29.pdf"))
	if err != nil {
		b.t.Fatal(err)
	}
	folder := b.t.TempDir()
	paper, text := filepath.Join(folder, "<b>annexe<b>.pdf"), filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(paper, content, 0o600); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(text, []byte("bonjour"), 0o600); err != nil {
		b.t.Fatal(err)
	}
	const copy = `article[data-part^="operator"]`
	held, err := filepath.Abs(filepath.Join("..", "..", "testdata", "corpus", "d05", "files", "Appel_de_fonds_2026_2_04.pdf"))
	if err != nil {
		b.t.Fatal(err)
	}
	phone.Give(copy+` input[multiple]`, text, held, paper)
	phone.Wait(`document.querySelector('.sending .bad')?.textContent.includes("n’est pas un PDF")`)
	phone.Wait(`[...document.querySelectorAll('.sending .done')].map((line) => line.textContent).join().includes("<b>annexe<b>.pdf")`)
	if says := phone.Text(".sending .done"); !strings.Contains(says, "nous l’avons déjà") {
		b.t.Errorf("a file that the order holds: %q", says)
	}
	keep(phone, "corner-refused")
	browsertest.Eval[bool](phone, `[...document.querySelectorAll(".sending button")].at(-1).click(); true`)
	phone.Wait(`document.querySelector(".given")?.textContent.includes("<b>annexe<b>.pdf")`)
	for _, host := range phone.Hosts() {
		if !strings.HasPrefix(address, "http://"+host+"/") {
			b.t.Errorf("the corner asked another host: %s", host)
		}
	}
	if cookies := browsertest.Eval[string](phone, "document.cookie"); cookies != "" {
		b.t.Errorf("the corner keeps a cookie: %s", cookies)
	}
}

// answers has a client say of a paper that it does not exist.
func (b *bureau) answers(phone *browsertest.Tab) {
	b.t.Helper()
	const log = `article[data-part^="maintenance_log"]`
	phone.Wait(`!document.querySelector("[data-reading]") && document.querySelector('` + log + ` details')`)
	browsertest.Eval[bool](phone, `document.querySelector('`+log+` details').open = true`)
	phone.Click(log + ` input[value="does_not_exist"]`)
	phone.Type(log+` textarea`, hostile)
	phone.Type(log+` input[name=by]`, "Mme Vassorelle")
	browsertest.Eval[bool](phone, `document.querySelector('`+log+` form.answer button').click(); true`)
	phone.Wait(`document.getElementById("status").textContent.includes("Votre réponse est enregistrée")`)
	phone.Size(1200, 900)
	keep(phone, "corner")
	phone.CheckAxe("corner, answered")
	if title := browsertest.Eval[string](phone, "document.title"); strings.Contains(title, "gotcha") {
		b.t.Error("a name or a comment ran as a script in the corner")
	}
}

// reads has the operator read what came of it.
func (b *bureau) reads(office *browsertest.Tab, id predate.OrderID) {
	b.t.Helper()
	office.Go(b.console.String() + "/order/" + string(id) + "/client")
	said := office.Text(".thread")
	for _, want := range []string{"<b>annexe<b>.pdf", hostile, "Mme Vassorelle", "n’existe pas"} {
		if !strings.Contains(said, want) {
			b.t.Errorf("the thread does not say %q:\n%s", want, said)
		}
	}
	if title := browsertest.Eval[string](office, "document.title"); strings.Contains(title, "gotcha") {
		b.t.Error("a name or a comment ran as a script in the console")
	}
	keep(office, "client-answered")
	office.CheckAxe("client, answered")
}

// refusesAddresses holds forged, expired and closed addresses to one clear page.
func (b *bureau) refusesAddresses(phone *browsertest.Tab, id predate.OrderID, address string) {
	b.t.Helper()
	status := func(address string) int {
		b.t.Helper()
		answer, err := http.Get(address)
		if err != nil {
			b.t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	expired := b.Front.Links.Corner(id, 0, time.Now().Add(-time.Minute))
	for forged, want := range map[string]int{
		strings.Replace(address, "/0?", "/1?", 1): 404, address + "A": 404, strings.Split(address, "?")[0]: 404, expired: 410,
		strings.Replace(address, "/corner/", "/files/statements/", 1): 404, b.Front.Links.Corner("ABC234", 0, time.Now().Add(link.Life)): 404, address: 200,
	} {
		if got := status(forged); got != want {
			b.t.Errorf("%s answers %d, want %d", forged, got, want)
		}
	}
	if err := b.Desk.CloseCorner(b.ctx, id, desk.Decision{By: "C. Aubrac", Why: "envoyé par erreur"}); err != nil {
		b.t.Fatal(err)
	}
	if got := status(address); got != 410 {
		b.t.Errorf("a closed corner answers %d", got)
	}
	phone.Go(address)
	phone.CheckAxe("a corner that is closed")
	if says := phone.Text("main"); !strings.Contains(says, "Ce lien n’est plus valable") {
		b.t.Errorf("a closed corner says %q", says)
	}
}
