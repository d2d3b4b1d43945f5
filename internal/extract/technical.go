package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// technicalRules date the technical papers and the deeds, and read the
// insurance and the agent's contract.
func technicalRules() []Rule {
	contract, insurance, log := predate.KindAgentContract, predate.KindInsurance, predate.KindMaintenanceLog
	return []Rule{
		{"maintenance_log.date", log, predate.KeyMaintenanceLog, renewedOn},
		{"maintenance_log.insurance", log, predate.KeyInsurance, logInsurance},
		{"maintenance_log.address", log, predate.KeyBuildingAddress, buildingAddress},
		{"maintenance_log.agent", log, predate.KeyManagingAgent, nameAfter("agent")},
		{"insurance.policy", insurance, predate.KeyInsurance, insurancePolicy},
		{"agent_contract.end", contract, predate.KeyMandateEnd, dayAfter("mandate_end")},
		{"agent_contract.agent", contract, predate.KeyManagingAgent, nameAfter("agent")},
		{"agent_contract.type", contract, predate.KeyManagingAgentType, agentType},
		{"agent_contract.fees", contract, predate.KeySyndicFees, datedStatePrice},
		{"dtg.date", predate.KindDTG, predate.KeyDTG, reportedOn(false)},
		{"ppt.date", predate.KindPPT, predate.KeyPPT, reportedOn(true)},
		{"ppt_draft.date", predate.KindPPTDraft, predate.KeyPPT, reportedOn(false)},
		{"collective_epc.date", predate.KindCollectiveEPC, predate.KeyCollectiveEPC, reportedOn(false)},
		{"asbestos_report.date", predate.KindAsbestos, predate.KeyAsbestosReport, reportedOn(false)},
		{"lead_report.date", predate.KindLead, predate.KeyLeadReport, reportedOn(false)},
		{"coownership_rules.lots", predate.KindRules, predate.KeyLots, rulesLots},
		{"coownership_rules.date", predate.KindRules, predate.KeyCoownershipRules, deedDated},
		{"division_amendment.date", predate.KindAmendment, predate.KeyDivisionAmendment, deedDated},
	}
}

var deedYear = regexp.MustCompile(`\bl'an (\d{4}),? (?:et )?le (\d{1,2}(?: ?er)? [a-z]+)`)

// deedForms tell when a deed was received, the surest form first.
func deedForms() []*regexp.Regexp {
	return []*regexp.Regexp{
		deedYear,
		regexp.MustCompile(`\b(?:suivant acte|acte recu|acte authentique)[^.]{0,60}? (?:le|du|en date du) ` + dayForm),
		regexp.MustCompile(`\bacte du ` + dayForm),
		regexp.MustCompile(`\b(?:le|date :) ` + dayForm + `$`),
	}
}

// deedDated dates a deed: "L'an 1982, le 30 mars, par-devant…", "suivant acte
// reçu le…".
func deedDated(doc source) []predate.Figure {
	p := paperOf(doc)
	for k, form := range deedForms() {
		for i, r := range p.rows {
			text := r.text
			m := form.FindStringSubmatch(text)
			if m == nil && k < 2 && i+1 < len(p.rows) && form.FindStringSubmatch(p.rows[i+1].text) == nil {
				text += " " + p.rows[i+1].text
				m = form.FindStringSubmatch(text)
			}
			if m == nil {
				continue
			}
			printed := m[1]
			if form == deedYear {
				printed = m[2] + " " + m[1]
			}
			if day, ok := layout.ParseDate(printed); ok {
				return []predate.Figure{{Value: predate.Paper{Date: day}, Evidence: proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}

var (
	policyForm = regexp.MustCompile(`(?i)(?:police|contrat[^.]{0,40}?)\s*(?:n°|nº|no|num[eé]ro|r[eé]f[^ ]*)\s*:?\s*([A-Z]{0,5}[- ]{0,2}[A-Z0-9]*\d[A-Z0-9/-]*(?: [A-Z0-9/-]*\d[A-Z0-9/-]*)*)`)
	certifies  = regexp.MustCompile(`(?i)(?:nous soussign[eé]s?|je soussign[eé]e?),?\s+(.{3,60}?),?\s+(?:attest|certifi|d[eé]clar)`)
	untilForm  = regexp.MustCompile(`(?:jusqu'au|expire le|prend fin le|\d{4} au) ` + dayForm)
)

// insurancePolicy reads the certificate of the building's insurance: who
// insures, under which number, until when. Nothing without insurer and end.
func insurancePolicy(doc source) []predate.Figure {
	p := paperOf(doc)
	var lines []string
	for _, r := range p.rows {
		lines = append(lines, r.Text())
	}
	text := strings.Join(lines, " ")
	var policy predate.Policy
	var evidence []predate.Evidence
	if name, ok := p.insurer(); ok {
		policy.Insurer = name.Text
		evidence = append(evidence, proofOf(name)...)
	} else if m := certifies.FindStringSubmatch(text); m != nil {
		policy.Insurer = strings.TrimSpace(m[1])
	}
	if value, ok := p.field("policy_number"); ok && holdsNumber(value.Text) {
		policy.Number = value.Text
	} else if m := policyForm.FindStringSubmatch(text); m != nil && holdsNumber(m[1]) {
		policy.Number = strings.TrimSpace(strings.ReplaceAll(m[1], "- ", "-"))
	}
	if day, value, ok := p.dateField("cover_end"); ok {
		policy.Until = day
		evidence = append(evidence, proofOf(value)...)
	} else if span, value, ok := p.spanField("cover_period"); ok {
		policy.Until = span.To
		evidence = append(evidence, proofOf(value)...)
	} else if m := untilForm.FindStringSubmatch(p.text()); m != nil {
		policy.Until, _ = layout.ParseDate(m[1])
	}
	if policy.Insurer == "" || policy.Until.IsZero() {
		return nil
	}
	if len(evidence) == 0 {
		evidence = proof(p.rows[0].Page, p.rows[0].Box, p.rows[0].Text())
	}
	return []predate.Figure{{Value: policy, AsOf: policy.Until, Evidence: evidence}}
}

// insurer finds who insures beside the word that says so.
func (p paper) insurer() (layout.Cell, bool) {
	for i := range p.rows {
		if name, ok := p.nameAt(i, "insurer"); ok && !p.isInsured(name.Text) {
			return name, true
		}
	}
	return layout.Cell{}, false
}

// isInsured says that words are the syndicat's, or a place: nobody who insures.
func (p paper) isInsured(text string) bool {
	insured, ok := p.field("insured", "building_name", "building")
	return p.isPlace(text) || strings.Contains(fold.Text(text), "coproprietaires") || ok && fold.Has(fold.Text(insured.Text), fold.Text(text))
}

// holdsNumber says that some words may be the number of a contract: short, with
// digits, and no day.
func holdsNumber(s string) bool {
	return len(s) <= 30 && strings.ContainsAny(s, "0123456789") && len(layout.DatesIn(s)) == 0
}

// logInsurance reads the row of the maintenance log on the building's policy.
func logInsurance(doc source) []predate.Figure {
	p := paperOf(doc)
	for i, r := range p.rows {
		if !strings.HasPrefix(r.text, "multirisque") {
			continue
		}
		cells := r.Segments(0)
		heads := headingOf(p, i, []string{"assureur", "compagnie"}, []string{"police", "contrat"}, []string{"echeance", "fin"})
		if len(cells) != 4 || heads != 3 {
			continue
		}
		until, ok := layout.ParseDate(cells[3].Text)
		if !ok {
			continue
		}
		policy := predate.Policy{Insurer: cells[1].Text, Number: cells[2].Text, Until: until}
		return []predate.Figure{{Value: policy, AsOf: until, Evidence: proof(r.Page, r.Box, r.Text())}}
	}
	if insurer, ok := p.insurer(); ok {
		return policyFields(p, insurer)
	}
	return nil
}

// policyFields reads a policy written as labels with their values.
func policyFields(p paper, insurer layout.Cell) []predate.Figure {
	until, end, ok := p.dateField("cover_end")
	if !ok {
		return nil
	}
	policy := predate.Policy{Insurer: insurer.Text, Until: until}
	evidence := append(proofOf(insurer), proofOf(end)...)
	if number, ok := p.field("policy_number"); ok {
		policy.Number = number.Text
		evidence = append(evidence, proofOf(number)...)
	}
	return []predate.Figure{{Value: policy, AsOf: until, Evidence: evidence}}
}

// headingOf counts, in the lines right above row i, the groups of words that
// stand in this order.
func headingOf(p paper, i int, groups ...[]string) int {
	best := 0
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		n, from := 0, 0.0
		for _, segment := range p.rows[j].Segments(0) {
			if n < len(groups) && hasAny(fold.Text(segment.Text), groups[n]) && segment.Box.X0 > from {
				n, from = n+1, segment.Box.X0
			}
		}
		best = max(best, n)
	}
	return best
}

// datedStatePrice reads what the agent asks for the état daté; the law caps it
// at 380 € (décret 2020-153), so more is not believed.
func datedStatePrice(doc source) []predate.Figure {
	p := paperOf(doc)
	if amount, ok := p.amountField("dated_state_price"); ok && amount.Cents > 0 && amount.Cents <= 380_00 {
		return []predate.Figure{{Value: predate.Money(amount.Cents), Evidence: proofOfAmount(amount)}}
	}
	var out []predate.Figure
	for _, r := range p.rows {
		if !fold.Has(r.text, "etat date") || fold.Has(r.text, "pre-etat date") || len(r.amounts) == 0 {
			continue
		}
		last := r.amounts[len(r.amounts)-1]
		if last.Cents > 0 && last.Cents <= 380_00 {
			out = append(out, predate.Figure{Value: predate.Money(last.Cents), Evidence: proofOfAmount(last)})
		}
	}
	return single(out)
}
