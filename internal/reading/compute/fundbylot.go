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
	amounts, whole := k.Split(amount, r.sold.numbers)
	if !whole {
		return predate.Reason{}
	}
	var parts predate.Reasons
	for i, number := range r.sold.numbers {
		parts = append(parts, predate.Because(predate.ReasonFundOfLot, predate.Text(number), amounts[i], predate.Count(k.Shares[number])))
	}
	return predate.Because(predate.ReasonFundByLot, parts)
}
