-- +goose Up

-- What a rehearsed event does wrong on purpose.
ALTER TABLE events ADD COLUMN faults TEXT NOT NULL DEFAULT '[]';  -- JSON
ALTER TABLE events ADD COLUMN delay BIGINT NOT NULL DEFAULT 0;    -- before the first attempt, in nanoseconds
ALTER TABLE events ADD COLUMN passed BIGINT NOT NULL DEFAULT 0;   -- a sequence number that its order has passed, which it bears
