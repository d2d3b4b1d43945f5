package fold_test

import (
	"testing"

	"predate/internal/base/fold"
)

func TestName(t *testing.T) {
	for _, c := range []struct {
		printed, first, family string
		want                   fold.NameMatch
	}{
		{"SOURDEVAL Agathe", "Agathe", "Sourdeval", fold.WholeName},
		{"Mme Agathe Sourdeval", "Agathe", "Sourdeval", fold.WholeName},
		{"M. et Mme SOURDEVAL", "Agathe", "Sourdeval", fold.FamilyName},
		{"SOURDEVAL Paul", "Agathe", "Sourdeval", fold.OtherName},
		{"Paul et Agathe Sourdeval", "Agathe", "Sourdeval", fold.WholeName},
		{"Hélène Ducrocq-Vasseur", "Hélène", "Ducrocq Vasseur", fold.WholeName},
		{"Hélène Vasseur", "Hélène", "Ducrocq-Vasseur", fold.OtherName},
		{"Anne Martinez", "Anne", "Martin", fold.OtherName},
		{"SCI Les Mirabelliers", "", "Les Mirabelliers", fold.WholeName},
		{"SCI Les Mirabelliers", "", "SCI Les Mirabelliers", fold.WholeName},
		{"Julie Les Mirabelliers", "", "Les Mirabelliers", fold.OtherName},
		{"", "Agathe", "Sourdeval", fold.OtherName},
	} {
		if got := fold.Name(c.printed, c.first, c.family); got != c.want {
			t.Errorf("Name(%q, %q, %q) = %d, want %d", c.printed, c.first, c.family, got, c.want)
		}
	}
}
