package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"predate"
	"predate/internal/collecting/recipe"
	"predate/internal/statement/typeset"
)

// specimen is the statement in a simulated done event, made once per process.
type specimen struct {
	mu        sync.Mutex
	statement predate.Statement
	pdf       predate.Hash // "" until it is stored
}

// SpecimenStatement returns the statement in a simulated done event and the hash of its
// PDF. It stores the PDF at the first call, and again if the PDF was deleted since.
func (p *Pipeline) SpecimenStatement(ctx context.Context) (predate.Statement, predate.Hash, error) {
	p.specimen.mu.Lock()
	defer p.specimen.mu.Unlock()
	if p.specimen.pdf != "" {
		_, err := p.Blobs.Size(ctx, p.specimen.pdf)
		if !errors.Is(err, predate.ErrNotFound) {
			return p.specimen.statement, p.specimen.pdf, err
		}
	}
	statement, err := p.Specimen()
	if err != nil {
		return predate.Statement{}, "", fmt.Errorf("open the specimen: %w", err)
	}
	pdf, err := typeset.PDF(statement, typeset.Options{Specimen: true, Issued: statement.ReferenceDate, AsOf: true, Issuer: p.Issuer})
	if err != nil {
		return predate.Statement{}, "", fmt.Errorf("typeset the specimen: %w", err)
	}
	hash, _, err := p.Blobs.Put(ctx, bytes.NewReader(pdf))
	if err != nil {
		return predate.Statement{}, "", fmt.Errorf("store the specimen: %w", err)
	}
	p.specimen.statement, p.specimen.pdf = statement, hash
	return statement, hash, nil
}

// Sweep deletes data whose retention has ended, and releases the runs that no longer wait
// for a paused recipe.
func (p *Pipeline) Sweep(ctx context.Context) error {
	var errs []error
	var atWork []recipe.Family
	if p.Recipes != nil {
		atWork = p.Recipes()
	}
	for _, recipe := range atWork {
		released, err := p.Desk.Release(ctx, recipe.Of())
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
