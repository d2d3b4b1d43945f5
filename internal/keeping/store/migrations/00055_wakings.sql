-- +goose Up

-- A delivery that goes to sleep behind another locks it, so that its waking cannot be
-- missed. The sweep still goes through those that sleep, some at a time, by their ids.
DROP INDEX deliveries_held;
CREATE INDEX deliveries_held ON deliveries (id) WHERE status = 'pending' AND asleep AND held;
