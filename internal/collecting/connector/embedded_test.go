package connector

import (
	"testing"

	"predate/connectors"
	"predate/internal/collecting/recipe"
)

func TestEmbeddedRecipes(t *testing.T) {
	recipes, err := recipe.Load(connectors.Files())
	if err != nil || len(recipes) == 0 {
		t.Fatalf("%d recipes, %v", len(recipes), err)
	}
	c := New(recipes, nil, Options{})
	for address, want := range map[string]string{
		"https://agence.crypto-extranet.com/connexion/": "xnet",
		"https://AGENCE.gercop-extranet.com":            "xnet",
		"https://agence.logique-extranet.com/xnet":      "xnet",
		"https://logique-extranet.com/":                 "",
		"https://extranet.example/":                     "",
	} {
		if family, ok := c.Recipe(address); family.ID != want || ok != (want != "") {
			t.Errorf("%s: %+v", address, family)
		}
	}
}
