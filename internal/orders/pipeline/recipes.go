package pipeline

import (
	"context"

	"predate/internal/collecting/recipe"
	"predate/internal/collecting/warden"
	"predate/internal/orders/desk"
)

// Recipes is the operations of operators on recipes.
type Recipes struct {
	Desk   *desk.Desk
	Warden *warden.Warden
	AtWork func() []recipe.Family // those of this program and of its folder, by now
}

// Resume ends the pause of every version of a recipe, enqueues the collection of the
// orders that waited for it, and returns their number.
func (r Recipes) Resume(ctx context.Context, recipe string, act warden.Act) (released int, err error) {
	if err := r.Warden.Resume(ctx, recipe, act); err != nil {
		return 0, err
	}
	for _, one := range r.AtWork() {
		if one.ID != recipe {
			continue
		}
		n, err := r.Desk.Release(ctx, one.Of())
		released += n
		if err != nil {
			return released, err
		}
	}
	return released, nil
}
