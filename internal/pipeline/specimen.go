package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/typeset"
)

// SpecimenStatement gives the statement that a rehearsed done carries. Typesetting it
// again gives the same bytes, so it is stored once however often it is asked
// for.
func (p *Pipeline) SpecimenStatement(ctx context.Context) (predate.Statement, predate.Hash, error) {
	statement, err := p.Specimen()
	if err != nil {
		return predate.Statement{}, "", fmt.Errorf("open the specimen: %w", err)
	}
	pdf, err := typeset.PDF(statement, typeset.Options{Specimen: true, Issued: statement.ReferenceDate})
	if err != nil {
		return predate.Statement{}, "", fmt.Errorf("typeset the specimen: %w", err)
	}
	hash, _, err := p.Blobs.Put(ctx, bytes.NewReader(pdf))
	if err != nil {
		return predate.Statement{}, "", fmt.Errorf("store the specimen: %w", err)
	}
	return statement, hash, nil
}

// Sweep erases what has outlived its retention, and lets the runs go that a
// recipe holds no longer.
func (p *Pipeline) Sweep(ctx context.Context) error {
	var errs []error
	for _, recipe := range p.Recipes {
		released, err := p.Desk.Release(ctx, recipe)
		if released > 0 {
			p.Log.InfoContext(ctx, "held runs released", "recipe", recipe.String(), "runs", released)
		}
		errs = append(errs, err)
	}
	if p.Warden != nil {
		errs = append(errs, p.Warden.Sweep(ctx))
	}
	return errors.Join(append(errs, p.Desk.Sweep(ctx))...)
}
