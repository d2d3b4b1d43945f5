package api_test

import (
	"testing"

	"predate"
)

func TestPlaceAnswersTheContract(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	got := c.do("POST", "/order/", order()).is(200, "Transaction created").payload()
	t.Log(got)
	c.do("GET", "/order/"+got["orderid"].(string), nil).is(200, "Transaction")
	c.do("GET", "/order", nil).is(200, "Transactions")
}
