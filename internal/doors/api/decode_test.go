package api_test

import (
	"testing"

	"predate/internal/doors/api"
)

func TestDecodeOrderNeedsNoExtranet(t *testing.T) {
	got, err := api.DecodeOrder([]byte(`{"address":"12 rue des Lilas","city":"Nantes","zipcode":"44000","owners":[{"lastname":"Moreau"}],
		"invoice":{"address":"a","city":"b","zipcode":"44000","lastname":"x"},"method":"extranet"}`))
	if err != nil || got.Property.Line() != "12 rue des Lilas, 44000 Nantes" || len(got.Owners) != 1 {
		t.Errorf("order %+v, %v", got, err)
	}
	for _, body := range []string{"{", `{"method":"extranet"}`} {
		if _, err := api.DecodeOrder([]byte(body)); err == nil {
			t.Errorf("%s was taken", body)
		}
	}
}
