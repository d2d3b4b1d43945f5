package console

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/statement/typeset"
)

// correct records what an operator says of a paper. Members that are empty say
// nothing.
func (c *Console) correct(v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	if err := v.form(); err != nil {
		return nil, err
	}
	said, err := v.corrections(p)
	if err != nil {
		return nil, err
	}
	if len(said) == 0 {
		return nil, predate.Refuse(predate.CodeInvalid, "Rien n’est dit de la pièce.")
	}
	if err := c.Desk.Correct(v.Context(), p.Order.ID, v.decision(v.PostFormValue("why")), said...); err != nil {
		return nil, err
	}
	return redirect(papersAddress(p, said[0].Hash)), nil
}

// uncorrect takes back what an operator said.
func (c *Console) uncorrect(v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	if err := v.form(); err != nil {
		return nil, err
	}
	first, err := strconv.Atoi(v.PostFormValue("first"))
	if err != nil {
		return nil, predate.Refuse(predate.CodeInvalid, "La page n’est pas un nombre.")
	}
	said := predate.Correction{
		About: predate.Remark(v.PostFormValue("about")), Hash: predate.Hash(v.PostFormValue("hash")), First: first,
		Code: v.PostFormValue("code"), FiscalYear: v.PostFormValue("fiscal_year"),
	}
	if err := c.Desk.Uncorrect(v.Context(), p.Order.ID, v.decision(v.PostFormValue("why")), said); err != nil {
		return nil, err
	}
	return redirect(papersAddress(p, said.Hash)), nil
}

// papersAddress is the page of papers, at the one that was spoken of.
func papersAddress(p desk.Papers, hash predate.Hash) string {
	address := fmt.Sprintf("/order/%s/papers", p.Order.ID)
	for _, d := range p.Documents {
		if d.Hash == hash {
			return fmt.Sprintf("%s#paper-%d", address, d.ID)
		}
	}
	return address
}

// corrections are what a form says of a paper, each member by itself.
func (v *visit) corrections(p desk.Papers) ([]predate.Correction, error) {
	value := func(name string) string { return strings.TrimSpace(v.PostFormValue(name)) }
	if code := value("code"); code != "" {
		return []predate.Correction{{About: predate.RemarkAbsent, Code: code, FiscalYear: value("fiscal_year"), Value: value("said_by")}}, nil
	}
	hash := predate.Hash(value("hash"))
	if act := value("act"); act != "" {
		return pageAct(hash, act)
	}
	first, err := strconv.Atoi(value("first"))
	last, lastErr := strconv.Atoi(value("last"))
	if err != nil || lastErr != nil {
		return nil, predate.Refuse(predate.CodeInvalid, "Les pages ne sont pas des nombres.")
	}
	var said []predate.Correction
	of := func(about predate.Remark, value string) {
		said = append(said, predate.Correction{About: about, Hash: hash, First: first, Last: last, Value: value})
	}
	if name := value("kind"); name != "" {
		kind, ok := kindNamed(name)
		if !ok {
			return nil, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas un type de pièce.", name)
		}
		of(predate.RemarkKind, string(kind))
	}
	if value("from")+value("to") != "" {
		of(predate.RemarkExercise, value("from")+"/"+value("to"))
	}
	if day := value("day"); day != "" {
		of(predate.RemarkDay, day)
	}
	if building := value("building"); building != "" {
		of(predate.RemarkBuilding, building)
	}
	relations, err := relations(p, hash, value)
	return append(said, relations...), err
}

// pageAct reads the button of a page: "split 3", "merge 3", "turn 3 90".
func pageAct(hash predate.Hash, act string) ([]predate.Correction, error) {
	words := strings.Fields(act)
	const ofPage, ofTurn = 2, 3
	if len(words) == ofPage || len(words) == ofTurn {
		if n, err := strconv.Atoi(words[1]); err == nil {
			c := predate.Correction{About: predate.RemarkCut, Hash: hash, First: n, Last: n, Value: words[0]}
			if words[0] == "turn" && len(words) == ofTurn {
				c.About, c.Value = predate.RemarkTurn, words[2]
			}
			return []predate.Correction{c}, nil
		}
	}
	return nil, predate.Refuse(predate.CodeInvalid, "Ce geste sur une page n’est pas connu.")
}

// none is what an operator types where a file repeats none, or is replaced by none.
const none = "aucune"

// relations read which file a file repeats, and which replaces it, by their names.
func relations(p desk.Papers, hash predate.Hash, value func(string) string) ([]predate.Correction, error) {
	var said []predate.Correction
	for name, about := range map[string]predate.Remark{"duplicate": predate.RemarkDuplicate, "replaced": predate.RemarkReplaced} {
		other := value(name)
		if other == "" {
			continue
		}
		c := predate.Correction{About: about, Hash: hash}
		if other != none {
			i := slices.IndexFunc(p.Documents, func(d predate.Document) bool { return d.Filename == other })
			if i < 0 {
				return nil, predate.Refuse(predate.CodeNotFound, "La commande n’a pas de pièce « %s ».", other)
			}
			c.Value = string(p.Documents[i].Hash)
		}
		said = append(said, c)
	}
	return said, nil
}

func kindNamed(name string) (predate.Kind, bool) {
	for _, kind := range predate.Kinds() {
		if lettersOf(typeset.KindName(kind)) == lettersOf(name) {
			return kind, true
		}
	}
	return "", false
}

// The bounds of what is given at once: as for a client's own.
const (
	mostGiven = 512 << 20
	heldInRAM = 8 << 20
)

// giveDocuments adds papers that an operator was given.
func (c *Console) giveDocuments(v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	forget, err := v.files()
	defer forget()
	if err != nil {
		return nil, err
	}
	uploads, shut, err := desk.OpenFiles(v.MultipartForm.File["files"])
	defer shut()
	if err != nil {
		return nil, err
	}
	given := desk.Given{By: v.who.Name, Operator: string(v.who.ID), From: strings.TrimSpace(v.PostFormValue("from")), How: strings.TrimSpace(v.PostFormValue("how"))}
	if err := c.Desk.GiveDocuments(v.Context(), p.Order.ID, given, uploads); err != nil {
		return nil, err
	}
	return redirect(papersAddress(p, "")), nil
}

// files reads a form with files; forget drops what it left on disk.
func (v *visit) files() (forget func(), err error) {
	v.Body = http.MaxBytesReader(nil, v.Body, mostGiven)
	err = v.ParseMultipartForm(heldInRAM)
	forget = func() {
		if v.MultipartForm != nil {
			_ = v.MultipartForm.RemoveAll() // the folder of temporary files is swept
		}
	}
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return forget, predate.Refuse(predate.CodeTooLarge, "Les fichiers font plus de %d Mo ensemble.", mostGiven>>20)
	}
	if err != nil {
		return forget, predate.Refuse(predate.CodeInvalid, "Le formulaire n’est pas lisible : rechargez la page.")
	}
	return forget, nil
}
