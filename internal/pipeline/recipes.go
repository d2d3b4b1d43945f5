package pipeline

import (
	"context"

	"predate"
	"predate/internal/desk"
	"predate/internal/warden"
)

// Recipes is what operators do of recipes.
type Recipes struct {
	Desk   *desk.Desk
	Warden *warden.Warden
	AtWork []predate.RecipeVersion // those of this program
}

// Resume lets every paused version of a recipe work again, has the orders that it
// held collected at once, and returns how many.
func (r Recipes) Resume(ctx context.Context, recipe string, act warden.Act) (released int, err error) {
	if err := r.Warden.Resume(ctx, recipe, act); err != nil {
		return 0, err
	}
	for _, one := range r.AtWork {
		if one.ID != recipe {
			continue
		}
		n, err := r.Desk.Release(ctx, one)
		released += n
		if err != nil {
			return released, err
		}
	}
	return released, nil
}
