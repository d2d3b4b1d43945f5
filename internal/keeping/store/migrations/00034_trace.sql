-- +goose Up

-- Of which trace a run is part, which is that of the request that asked for it; an event, which
-- is that of what made it happen; and an attempt, as its receiver was told. Empty for none.
ALTER TABLE runs ADD COLUMN trace TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN trace TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN trace TEXT NOT NULL DEFAULT '';
