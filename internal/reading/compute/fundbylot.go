package compute

import "predate"

// byLot says what of an amount of the works fund belongs to each lot that is sold: the law
// wants the share of the principal lot (CCH L.721-2 II 2° d). It is the amount divided by
// the lots' tantièmes of the one key on which the fund is called; nothing where one lot is
// sold, or where papers do not give the tantièmes of each.
func (r *fundStage) byLot(amount predate.Cents) predate.Reason {
	k, single := r.fundKey()
	if !single || len(r.sold.numbers) < 2 || !r.keysDoubt().IsZero() || amount <= 0 {
		return predate.Reason{}
	}
	return byLot(amount, k, r.sold.numbers)
}

// byLot divides an amount by the tantièmes of lots in a key. What is rounded away falls to
// the next lot, so that the parts are the amount.
func byLot(amount predate.Cents, k predate.AllocationKey, lots []string) predate.Reason {
	var whole, upTo int64
	for _, number := range lots {
		if k.Shares[number] <= 0 {
			return predate.Reason{}
		}
		whole += k.Shares[number]
	}
	if whole != k.LotShare {
		return predate.Reason{}
	}
	var parts predate.Reasons
	var given predate.Cents
	for _, number := range lots {
		upTo += k.Shares[number]
		until := predate.Cents((int64(amount)*upTo + whole/2) / whole)
		parts = append(parts, predate.Because(predate.ReasonFundOfLot, predate.Text(number), until-given, predate.Count(k.Shares[number])))
		given = until
	}
	return predate.Because(predate.ReasonFundByLot, parts)
}
