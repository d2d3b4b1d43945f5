package main

import (
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/orders/auth"
)

// focus is where the keyboard's focus is.
type focus struct {
	At   int    `json:"at"` // in the order of the page; -1 for nowhere
	Name string `json:"name"`
	Ring bool   `json:"ring"` // the focus is seen
	Seen bool   `json:"seen"` // the element is
}

func (w *walker) focused() focus {
	w.t.Helper()
	return browsertest.Eval[focus](w.Tab, `(() => { const e = document.activeElement;
		if (!e || e === document.body) return {at: -1, name: "", ring: true, seen: true};
		const s = getComputedStyle(e), r = e.getBoundingClientRect();
		return {at: [...document.querySelectorAll("*")].indexOf(e), name: e.tagName + " " + (e.id || e.getAttribute("href") || e.name || e.innerText || "").slice(0, 50),
			ring: s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 || s.boxShadow !== "none",
			seen: r.width > 0 && r.height > 0 && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth}; })()`)
}

// tabs goes through a page by Tab, until the focus leaves it: each stop is seen, they
// follow the page, and the keyboard is caught nowhere. Shift-Tab goes back the same way.
func (w *walker) tabs(what string) {
	w.t.Helper()
	const most = 400
	w.rewind()
	var all []focus
	for len(all) < most {
		w.Press("\t")
		at := w.focused()
		if at.At < 0 || len(all) > 0 && at.At < all[len(all)-1].At {
			break
		}
		if !at.Ring || !at.Seen {
			w.t.Errorf("%s: the focus on %s is seen: %v, and it: %v", what, at.Name, at.Ring, at.Seen)
		}
		all = append(all, at)
	}
	if len(all) < 3 || len(all) == most {
		w.t.Fatalf("%s: the keyboard stops %d times", what, len(all))
	}
	if !strings.Contains(all[0].Name, "#main") {
		w.t.Errorf("%s: the first stop is %s, want the way to the content", what, all[0].Name)
	}
	w.rewind()
	w.Press("\t")
	w.Press("\t")
	second := w.focused()
	w.Press("\t")
	w.BackTab()
	if back := w.focused(); back.At != second.At {
		w.t.Errorf("%s: Shift-Tab goes from the third stop to %s, want %s", what, back.Name, second.Name)
	}
}

// rewind takes the focus to the start of the page.
func (w *walker) rewind() {
	w.t.Helper()
	browsertest.Eval[bool](w.Tab, `(document.activeElement?.blur(), getSelection().removeAllRanges(), document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute("tabindex"), true)`)
}

// to moves the focus by Tab to an element.
func (w *walker) to(selector string) {
	w.t.Helper()
	w.rewind()
	for range 400 {
		w.Press("\t")
		if browsertest.Eval[bool](w.Tab, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return
		}
	}
	w.t.Fatalf("the keyboard never comes to %s\n%s", selector, w.Text("main"))
}

// byKeys signs in and goes from the queue to an order, its papers and its project by the
// keyboard alone; then without the shortcuts of one key, which can be switched off.
func (w *walker) byKeys(order string) {
	w.t.Helper()
	k := w.b.stranger()
	email, secret := w.b.hire("D. Ferrand", predate.RoleOperator)
	k.Go(w.b.console.String() + "/?q=Kermadiou")
	k.Wait(`document.readyState === "complete" && location.pathname === "/signin"`)
	k.tabs("/signin")
	k.to("#email")
	k.Press(email + "\t")
	k.Press("un mot de passe assez long\t")
	k.Press(codeAhead(w.t, secret, 1) + "\r")
	k.Wait(`document.readyState === "complete" && location.pathname === "/"`)
	k.tabs("the queue")
	k.to(fmt.Sprintf(`a[href=%q]`, order))
	k.Press("\r")
	k.Wait(`document.querySelector(".doubt[aria-current]") && document.querySelector("svg.page image")`)
	k.tabs("the order")
	open := browsertest.Eval[int](k.Tab, `document.querySelectorAll('.doubt[data-state="open"]').length`)
	k.Press("a")
	k.Wait(fmt.Sprintf(`document.querySelectorAll('.doubt[data-state="open"]').length === %d`, open-1))
	k.to(fmt.Sprintf(`a[href=%q]`, order+"/papers"))
	k.Press("\r")
	k.Wait(`document.readyState === "complete" && document.querySelector(".papers-page")`)
	k.tabs("the papers")
	k.to(".amend > summary")
	k.Press("\r")
	k.Wait(`document.querySelector(".amend[open]")`)
	k.to(fmt.Sprintf(`a[href=%q]`, order+"/draft"))
	k.Press("\r")
	k.Wait(`document.readyState === "complete" && document.querySelector(".drafts img")`)
	k.tabs("the project")
	k.to(`a[href="/me"]`)
	k.Press("\r")
	k.Wait(`document.readyState === "complete" && document.querySelector("input[name=on]")`)
	k.to("input[name=on]")
	k.Press(" \t\r")
	k.Wait(`document.readyState === "complete" && document.body.dataset.noShortcuts !== undefined`)
	k.Go(w.b.console.String() + order)
	k.Wait(`document.querySelector(".doubt[aria-current]") && document.querySelector("svg.page image")`)
	k.Press("an?/z1")
	time.Sleep(300 * time.Millisecond)
	type held struct {
		Open   int    `json:"open"`
		Dialog bool   `json:"dialog"`
		At     string `json:"at"`
	}
	left := browsertest.Eval[held](k.Tab, `({open: document.querySelectorAll('.doubt[data-state="open"]').length, dialog: document.querySelector("dialog[open]") !== null, at: location.pathname})`)
	if (left != held{open - 1, false, order}) {
		k.t.Errorf("shortcuts that are switched off act: %+v, want %d open", left, open-1)
	}
}

// hire makes an operator with a password, and gives the secret of his codes.
func (b *bureau) hire(name string, role predate.Role) (email string, secret predate.Secret) {
	b.t.Helper()
	email = strings.ToLower(strings.ReplaceAll(name, " ", "")) + "@example.fr"
	invited, err := b.people.Invite(b.ctx, auth.Actor{Name: "the test"}, auth.NewOperator{Email: email, Name: name, Role: role})
	if err != nil {
		b.t.Fatal(err)
	}
	codes, err := b.people.Enrol(invited.Operator)
	if err != nil {
		b.t.Fatal(err)
	}
	_, err = b.people.JoinByPassword(b.ctx, invited.Token, auth.NewPassword{Password: "un mot de passe assez long", Slip: codes.Slip, Code: codeNow(b.t, codes.Secret)}, auth.Browser{Agent: "test"})
	if err != nil {
		b.t.Fatal(err)
	}
	return email, codes.Secret
}
