-- +goose Up

-- Test keys see and touch tests alone: endpoints that hear of nothing else, and
-- orders of which live endpoints do not hear. What there was stays live.
ALTER TABLE endpoints ADD COLUMN test BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE orders ADD COLUMN by_test_key BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX events_tests ON events (account, position) WHERE test_mode;
