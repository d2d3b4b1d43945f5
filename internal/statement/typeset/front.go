package typeset

import (
	"slices"
	"strings"

	"predate"
)

// front is the first page: what, where, who, and the four figures that the law
// asks for (CCH art. L.721-2, II, 2°), to be seen at once.
func (c *composer) front() {
	c.sheet.open()
	c.sheet.begin()
	c.sheet.y = 54
	c.reach("L’essentiel", 0)
	c.masthead(mast{
		name:  "Pré-état daté",
		about: "Vente d’un lot de copropriété — information des parties avant la signature de l’avant-contrat",
	})
	c.identityCard()
	s := c.sheet
	seal := c.layVerification()
	legend := c.legend(contentWidth - seal.room())
	foot := max(height(legend), seal.height())
	laid, pad, open := c.layFront(bodyBottom - s.y - foot - legendGap)
	for i, l := range laid {
		if i == 0 {
			s.rule(marginLeft, rightEdge, s.y, 0.8, ink)
		} else {
			s.rule(marginLeft, rightEdge, s.y, 0.5, ink)
		}
		c.drawItem(l, pad)
	}
	s.rule(marginLeft, rightEdge, s.y, 0.8, ink)
	c.drawOpen(open)
	s.draw(legend, marginLeft, bodyBottom-foot, contentWidth, alignLeft)
	c.drawVerification(seal, bodyBottom-foot)
}

// legendGap is the least white above the legend.
const legendGap = 12.0

// mast is the head of a file: what it is called and what it is about.
type mast struct {
	name, about string
	narrow      bool // the name is set smaller
}

func (c *composer) masthead(m mast) {
	s := c.sheet
	top := s.y
	s.fill(marginLeft, top-18, 26, 2, accent)
	s.draw(s.lines(say("ARTICLE L.721-2 DU CODE DE LA CONSTRUCTION ET DE L’HABITATION", kicker), 320), marginLeft, top-8, 320, alignLeft)
	s.y = top + 4
	as := title
	if m.narrow {
		as = titleNarrow
	}
	s.place(say(m.name, as), marginLeft-1.5, 330)
	s.y += 2
	s.place(say(m.about, subtitle), marginLeft, 300)
	const w, gap = 130.0, 4.0
	side := cell{paras: []para{
		{text: "Référence", style: small},
		{text: c.reference(), style: c.referenceStyle(w)},
		{text: c.options.made("Établi"), style: small, above: gap},
		{text: spoken(c.options.Issued), style: body},
		{text: "Situation arrêtée au", style: small, above: gap},
		{text: spoken(c.ReferenceDate), style: bodyBold},
	}}
	if c.options.AsOf {
		side = side.with("Ce n’est pas le jour de l’établissement", small)
	}
	if !c.ReferenceDate.IsZero() {
		side = side.with("À actualiser après le "+spoken(c.freshUntil()), small)
	}
	lines := s.lines(side, w)
	s.draw(lines, rightEdge-w, top-8, w, alignLeft)
	down := max(top+72, top-8+height(lines))
	s.stroke(0.4, hairline, "round", [2]float64{rightEdge - w - 14, top - 6}, [2]float64{rightEdge - w - 14, down})
	s.y = max(s.y+14, down+8)
}

// referenceStyle sets a reference that a client made long in small type.
func (c *composer) referenceStyle(w float64) style {
	if len(c.sheet.wrap(printable(c.reference()), bodyBold, w)) > 2 {
		return smallBold
	}
	return bodyBold
}

// identityCard says which property and whose, in few lines; the section that
// follows gives everything.
func (c *composer) identityCard() {
	s := c.sheet
	place := c.attributed(c.propertyLine(), predate.KeyBuildingAddress)
	if name := c.Figure(predate.KeyCondominiumName); name.Known() && words(name.Value) != "" {
		place = c.attributed(words(name.Value), name.Key) + ", " + place
	}
	cells := []cell{
		c.short("Copropriété", place, c.attributed(c.Order.Property.Line(), predate.KeyBuildingAddress), c.Order.Property.Zipcode+" "+c.Order.Property.City),
		c.short("Vendeur", c.sellers(), c.attributed(counted(len(c.sellersNamed()), "vendeur", "vendeurs"), predate.KeyOwners)),
		c.short("Lots vendus", c.lotsInShort(true), c.lotsInShort(false)),
		c.short("Syndic", c.agentInShort(), sayFigure(c.Figure(predate.KeyManagingAgent)).value, "syndic désigné"),
		c.short("Émetteur", c.issuerInShort(), c.options.Issuer.Name),
	}
	const gap, pad, between = 18.0, 9.0, 4.0
	w := (contentWidth - gap - 2*pad) / 2
	var rows []cardRow
	high := 2*pad - between
	for pair := range slices.Chunk(cells, 2) {
		r := cardRow{}
		wide := (contentWidth - 2*pad - gap*float64(len(pair)-1)) / float64(len(pair))
		for _, one := range pair {
			r.lines = append(r.lines, s.lines(one, wide))
			r.height = max(r.height, height(r.lines[len(r.lines)-1]))
		}
		rows, high = append(rows, r), high+r.height+between
	}
	c.ground(high)
	y := s.y + pad
	for _, r := range rows {
		for i, lines := range r.lines {
			s.draw(lines, marginLeft+pad+float64(i)*(w+gap), y, contentWidth, alignLeft)
		}
		y += r.height + between
	}
	s.y += high + 12
}

// short is a place of the identity card: a text in full where it takes few lines, else
// the first shorter one that does, with the page that has all.
func (c *composer) short(label, text string, shorter ...string) cell {
	const most, narrow = 4, 225.0
	said := text
	for _, next := range shorter {
		if len(c.sheet.wrap(printable(said), body, narrow)) <= most {
			break
		}
		if next != "" {
			said = next + c.onPageOf("Identification")
		}
	}
	return cell{paras: []para{{text: label, style: small}, {text: said, style: body}}}
}

// cardRow is a row of the identity card: two cells, or one of the whole width.
type cardRow struct {
	lines  [][]line
	height float64
}

// ground is the tinted ground of the card; a marked page has only its outline,
// so that the mark is seen through.
func (c *composer) ground(h float64) {
	s := c.sheet
	if c.markWord() == "" {
		s.fill(marginLeft, s.y, contentWidth, h, wash)
		return
	}
	left, right, top, bottom := marginLeft, rightEdge, s.y, s.y+h
	s.stroke(0.4, hairline, "round", [2]float64{left, top}, [2]float64{right, top}, [2]float64{right, bottom}, [2]float64{left, bottom}, [2]float64{left, top})
}

// sellers names the sellers on one line.
func (c *composer) sellers() string {
	return c.attributed(strings.Join(c.sellersNamed(), ", "), predate.KeyOwners)
}

// lotsInShort gives the lots, by their names or how many there are, and their part of
// the whole.
func (c *composer) lotsInShort(named bool) string {
	f := c.Figure(predate.KeyLots)
	lots, ok := f.Value.(predate.LotList)
	if !ok || len(lots) == 0 {
		if c.Order.Lots != "" {
			return c.Order.Lots + " (selon la commande)"
		}
		return sayFigure(f).value
	}
	var names []string
	var shares int64
	for _, l := range lots {
		name := "n°" + nbsp + l.Number
		if l.Type != "" && len(lots) <= 4 {
			name += " (" + strings.ToLower(l.Type) + ")"
		}
		names = append(names, name)
		shares += l.Shares
	}
	text := strings.Join(names, ", ")
	if !named {
		text = counted(len(lots), "lot", "lots")
	}
	if total := lots[0].SharesTotal; total > 0 && shares > 0 {
		text = sharesOf(shares, total) + nbsp + "tantièmes généraux — " + text
	}
	return c.attributed(text, f.Key)
}

func (c *composer) agentInShort() string {
	f := c.Figure(predate.KeyManagingAgent)
	said := sayFigure(f)
	if !said.known && c.Order.Syndic.Name != "" {
		return c.Order.Syndic.Name + " (selon la commande)"
	}
	text := c.attributed(said.value, f.Key)
	if kind := agentKind(c.Figure(predate.KeyManagingAgentType)); kind != "" {
		text += ", " + c.attributed(kind, predate.KeyManagingAgentType)
	}
	if end, ok := c.Figure(predate.KeyMandateEnd).Value.(predate.Day); ok {
		text += ", mandat jusqu’au " + c.attributed(spoken(predate.Date(end)), predate.KeyMandateEnd)
	}
	return text
}

// legend tells how to read the document, how much of it is known, and where its
// parts begin.
func (c *composer) legend(w float64) []line {
	text := "Un montant sans mention est imprimé tel quel dans une pièce du dossier. " +
		"Les numéros en couleur renvoient à la preuve, un second fichier, qui donne la pièce, la page et les mots lus. " +
		"Sommes données sous réserve de l’apurement des comptes."
	const gap = 3.0
	return c.sheet.lines(cell{paras: []para{
		{text: typographic(text), style: small},
		{text: c.tally(), style: smallInk, above: gap},
		{text: c.contents(), style: small, above: gap},
		{text: c.verification(), style: smallInk, above: gap},
	}}, w)
}

// tally counts the figures by what they rest on: how much of the statement is
// known, and how much of that is no paper's but a person's word.
func (c *composer) tally() string {
	counts := map[string]int{}
	for _, k := range printedKeys() {
		counts[c.rests(k)]++
	}
	var said []string
	for _, t := range []struct{ rests, one, many string }{
		{string(predate.StatusConfirmed), "information lue dans les pièces", "informations lues dans les pièces"},
		{string(predate.StatusComputed), "calculée", "calculées"},
		{string(predate.StatusNone), "absence établie", "absences établies"},
		{restsOnSilence, "non mentionnée dans les pièces fournies", "non mentionnées dans les pièces fournies"},
		{string(predate.DeclaredByOperator), "saisie par l’opérateur", "saisies par l’opérateur"},
		{string(predate.StatusDeclared), "déclarée, non vérifiée", "déclarées, non vérifiées"},
		{string(predate.StatusNotRequired), "non exigée", "non exigées"},
		{string(predate.StatusNotApplicable), "sans" + nbsp + "objet", "sans" + nbsp + "objet"},
		{restsOnPaper, "pièce non fournie", "pièces non fournies"},
		{string(predate.StatusMissing), "non communiquée", "non communiquées"},
		{string(predate.StatusConflicting), "à vérifier", "à vérifier"},
	} {
		if n := counts[t.rests]; n > 0 {
			said = append(said, counted(n, t.one, t.many))
		}
	}
	return strings.Join(said, " · ") + "."
}

// What a figure rests on, beside the statuses and the declarants.
const (
	restsOnSilence = "silence"
	restsOnPaper   = "paper not supplied"
)

// rests says what a figure rests on: its status, but for what persons said, what
// nobody mentions and papers that were not handed over.
func (c *composer) rests(k predate.Key) string {
	f := c.Figure(k)
	switch {
	case f.Declared.By == predate.DeclaredByOperator && f.Known():
		return string(predate.DeclaredByOperator)
	case f.Declared.By == predate.DeclaredByOperator:
		return string(f.Status) // he entered nothing
	case f.Declared.By == predate.DeclaredByClient:
		return string(predate.StatusDeclared)
	case silent(f):
		return restsOnSilence
	case f.Status == predate.StatusMissing && isLegalPaper(k):
		if present(f) {
			return string(predate.StatusConfirmed)
		}
		return restsOnPaper
	}
	return string(f.Status)
}

func isLegalPaper(k predate.Key) bool {
	return slices.ContainsFunc(legalPapers(), func(p legalPaper) bool { return p.key == k })
}

// contents lists the parts and their pages, once they are known.
func (c *composer) contents() string {
	said := []string{"Dans ce document" + nbsp + ":"}
	for _, w := range c.known.waypoints {
		if w.page > 1 {
			said = append(said, strings.ReplaceAll(w.title, " ", nbsp)+","+nbsp+onPage(w.page)+nbsp+"·")
		}
	}
	return strings.TrimSuffix(strings.Join(said, " "), nbsp+"·") + "."
}
