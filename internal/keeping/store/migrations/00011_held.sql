-- +goose Up

-- What sleeps behind an earlier event of its order is woken when that ends: the
-- return of a receiver need not look through it.
ALTER TABLE deliveries ADD COLUMN held BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX deliveries_asleep;
CREATE INDEX deliveries_asleep ON deliveries (endpoint, created, id) WHERE asleep AND NOT held;
CREATE INDEX deliveries_held ON deliveries (endpoint) WHERE asleep AND held;
