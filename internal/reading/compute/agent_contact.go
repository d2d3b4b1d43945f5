package compute

import "predate"

// ofTheAgent states what papers that name the managing agent say of him: where he is,
// his telephone, his card. What a paper that names another firm says is of that firm.
func (r *identityStage) ofTheAgent(key predate.Key) predate.Figure {
	name, known := r.figures[predate.KeyManagingAgent].Value.(predate.Text)
	said := keep(typed[predate.Text](r.find(key)), func(c valued[predate.Text]) bool {
		if sameAddress(string(c.value), r.order.Property) {
			return false // of the building, which stands beside him on some sheets
		}
		for _, agent := range typed[predate.Text](c.paper.find(predate.KeyManagingAgent)) {
			if known && plain(string(agent.value)) == plain(string(name)) {
				return true
			}
		}
		return false
	})
	if len(said) == 0 {
		return missing(key, predate.Because(predate.ReasonNoPaperTells))
	}
	newest := latest(said, func(c valued[predate.Text]) predate.Date { return c.when() })
	return agree(key, candidatesOf(newest))
}

// ownerSince states when the seller became owner, as papers of his account say. Several
// days in them may be of lots that were bought one after the other.
func (r *identityStage) ownerSince() predate.Figure {
	const key = predate.KeySellerTitle
	said, known := r.purchase()
	all := r.find(predate.FactPurchase)
	switch {
	case !known:
		return missing(key, predate.Because(predate.ReasonNoPaperTells))
	case len(said.from) != len(all):
		return missing(key, predate.Because(predate.ReasonSeveralPurchases, said.on), proofs(all...)...)
	}
	return confirmed(key, predate.Day(said.on), proofs(all...)...)
}

// landAssociation states that the building belongs to an association of owners of land
// (ordonnance 2004-632), where minutes say so. Silence proves nothing.
func (r *lifeStage) landAssociation() predate.Figure {
	return r.preferred(predate.KeyLandAssociation, predate.KindMinutes)
}
