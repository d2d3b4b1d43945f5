package typeset

import (
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// identification says in full which property, whose, run by whom.
func (c *composer) identification() {
	c.sheet.open()
	c.part("", "Identification")
	c.section("Copropriété, vendeur et syndic", "", 60)
	rows := []row{
		c.fact("Adresse", predate.KeyBuildingAddress),
		c.fact("Nom de la copropriété", predate.KeyCondominiumName),
		c.fact("Immatriculation au registre", predate.KeyRegistrationNumber),
		c.withDetails("Vendeur", predate.KeyOwners, detail{"propriétaire depuis :", predate.KeySellerTitle}),
	}
	rows = append(rows, c.agentRows()...)
	rows = append(
		rows,
		c.fact("Exercice en cours (N)", predate.KeyFiscalYearN),
		c.fact("Dernier exercice approuvé (N-1)", predate.KeyFiscalYearN1),
		c.fact("Exercice précédent (N-2)", predate.KeyFiscalYearN2),
		c.fact("Approbation des derniers comptes", predate.KeyAccountsApprovalDate),
	)
	if c.told(predate.KeyUnapprovedClosedYear) {
		rows = append(rows, c.fact("Exercice clos, comptes non approuvés", predate.KeyUnapprovedClosedYear))
	}
	c.sheet.table(table{columns: facts(), rows: rows})
	c.lots()
	c.allocationKeys()
}

// facts is the columns of what is not an amount.
func facts() []column {
	return []column{{width: 158}, {}, {width: 58}}
}

// fact is the row of a figure that is said rather than counted.
func (c *composer) fact(label string, k predate.Key) row {
	return c.factOf(label, c.Figure(k))
}

func (c *composer) factOf(label string, f predate.Figure) row {
	said := sayFigure(f)
	value := said.cell(body)
	if names, ok := f.Value.(predate.Texts); ok && said.known && (len(names) > 1 || f.Key == predate.KeyOwners) {
		value = cell{}
		for _, name := range names {
			if f.Key == predate.KeyOwners {
				name = writtenName(name, c.Order.Owners)
			}
			value = value.with(name, body)
		}
		value = value.with(said.mention, small)
	}
	if !said.known || f.Status != predate.StatusConfirmed {
		value = value.with(said.note, small)
	}
	return row{cells: []cell{say(label, bodyGrey), value, c.refs(f)}}
}

func (c *composer) agentRow() row {
	f := c.Figure(predate.KeyManagingAgentType)
	if kind := agentKind(f); kind != "" {
		f.Value = predate.Text(kind)
	}
	return c.factOf("Qualité du syndic", f)
}

// agentRows are the managing agent with what is known of him; of his quality and mandate
// more is said where no paper prints it.
func (c *composer) agentRows() []row {
	var rows []row
	var details []detail
	if f := c.Figure(predate.KeyManagingAgentType); f.Status == predate.StatusConfirmed && agentKind(f) != "" {
		details = append(details, detail{"", predate.KeyManagingAgentType})
	} else {
		rows = append(rows, c.agentRow())
	}
	if c.Figure(predate.KeyMandateEnd).Status == predate.StatusConfirmed {
		details = append(details, detail{"mandat jusqu’au", predate.KeyMandateEnd})
	} else {
		rows = append(rows, c.fact("Fin du mandat du syndic", predate.KeyMandateEnd))
	}
	details = append(details, detail{"adresse", predate.KeyAgentAddress}, detail{"téléphone", predate.KeyAgentPhone}, detail{"carte professionnelle", predate.KeyAgentCard})
	return append([]row{c.withDetails("Syndic", predate.KeyManagingAgent, details...)}, rows...)
}

// detail is a figure that is told below the one that it belongs to.
type detail struct {
	name string
	key  predate.Key
}

// withDetails is the row of a figure with details below it: together where papers print
// them or say nothing, each in a line of its own where more is to be told of it.
func (c *composer) withDetails(label string, k predate.Key, details ...detail) row {
	out := c.fact(label, k)
	all := c.Figure(k)
	var together []string
	var apart []para
	silent := sayFigure(predate.Figure{Status: predate.StatusMissing, Derivation: predate.Because(predate.ReasonNoPaperTells)}).note
	for _, d := range details {
		f := c.Figure(d.key)
		all.Evidence = append(all.Evidence[:len(all.Evidence):len(all.Evidence)], f.Evidence...)
		if kind := agentKind(f); d.key == predate.KeyManagingAgentType && kind != "" {
			f.Value = predate.Text(kind)
		}
		said := sayFigure(f)
		if f.Status == predate.StatusConfirmed || f.Status == predate.StatusMissing && (said.note == "" || said.note == silent) {
			together = append(together, joined(" ", d.name, said.value))
			continue
		}
		apart = append(apart, say(joined(" · ", d.name+" "+said.value, said.mention), small).with(said.note, small).paras...)
	}
	out.cells[1] = out.cells[1].with(strings.Join(together, " · "), small)
	out.cells[1].paras = append(out.cells[1].paras, apart...)
	out.cells[2] = c.refs(all)
	return out
}

// agentKind says in French how the managing agent practises; "" when unknown.
func agentKind(f predate.Figure) string {
	kind, ok := f.Value.(predate.Text)
	if !ok || !f.Known() {
		return ""
	}
	switch strings.ToLower(string(kind)) {
	case "professional":
		return "syndic professionnel"
	case "volunteer", "bénévole", "benevole":
		return "syndic bénévole"
	case "cooperative", "coopératif":
		return "syndic coopératif"
	}
	return string(kind)
}

func (c *composer) lots() {
	c.section("Lots vendus", "", 50)
	f := c.Figure(predate.KeyLots)
	lots, ok := f.Value.(predate.LotList)
	if !ok || len(lots) == 0 {
		f.Value = nil
		c.sheet.table(table{columns: facts(), rows: []row{c.factOf("Lots", f)}})
		return
	}
	t := table{columns: []column{
		{title: "Lot", width: 46},
		{title: "Nature"},
		{title: "Bâtiment", width: 92},
		{title: "Étage", width: 92},
		{title: "Tantièmes généraux", width: 112, align: alignRight},
	}}
	var shares int64
	complete := true
	for _, l := range lots {
		kind := say(l.Type, body)
		if l.Ancillary {
			kind = kind.with("lot accessoire", small)
		}
		part := say("non communiqué", absent)
		if l.Shares > 0 {
			part = say(sharesOf(l.Shares, l.SharesTotal), body)
		}
		shares += l.Shares
		complete = complete && l.Shares > 0 && l.SharesTotal == lots[0].SharesTotal
		t.rows = append(t.rows, row{cells: []cell{
			say(l.Number, bodyBold), kind, say(l.Building, body), say(ordinals(l.Floor), body), part.right(),
		}})
	}
	if complete && len(lots) > 1 {
		t.rows = append(t.rows, row{strong: true, cells: []cell{
			say("Total", bodyBold), {}, {}, {}, say(sharesOf(shares, lots[0].SharesTotal), bodyBold).right(),
		}})
	}
	c.sheet.table(t)
	c.underTable(f)
}

func sharesOf(shares, total int64) string {
	if total <= 0 {
		return wording.Number(shares)
	}
	return wording.Number(shares) + nbsp + "/" + nbsp + wording.Number(total)
}

// underTable tells, below a table that shows a figure's list, how far it can be
// relied upon and where it was read.
func (c *composer) underTable(f predate.Figure) {
	said := sayFigure(f)
	var text string
	switch {
	case said.verify:
		text = "À vérifier. "
	case said.mention != "":
		text = capital(said.mention) + ". "
	}
	text += said.note
	s := c.sheet
	s.y += 3
	s.place(cell{paras: []para{c.namedSources(text, small, f)}}, marginLeft, contentWidth)
}

func (c *composer) allocationKeys() {
	c.section("Clés de répartition des lots vendus", "", 50)
	f := c.Figure(predate.KeyAllocationKeys)
	keys, ok := f.Value.(predate.KeyList)
	if !ok || len(keys) == 0 {
		f.Value = nil
		c.sheet.table(table{columns: facts(), rows: []row{c.factOf("Clés", f)}})
		return
	}
	t := table{columns: []column{
		{title: "Clé"},
		{title: "Unité", width: 84},
		{title: "Part des lots vendus", width: 104, align: alignRight},
		{title: "Total de la clé", width: 90, align: alignRight},
	}}
	for _, k := range keys {
		name := k.Label
		if name == "" {
			name = k.Code
		}
		label := say(name, body)
		if k.Code != "" && k.Code != name {
			label = label.with("clé "+k.Code, small)
		}
		part, whole := wording.Number(k.LotShare), wording.Number(k.Total)
		if k.Metered {
			part, whole = "au compteur", "au compteur"
		}
		t.rows = append(t.rows, row{cells: []cell{label, say(k.Unit, body), say(part, body).right(), say(whole, body).right()}})
	}
	c.sheet.table(t)
	c.underTable(f)
}
