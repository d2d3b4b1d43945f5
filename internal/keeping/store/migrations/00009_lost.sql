-- +goose Up

-- What sleeps has no job to lose: only what is awake is looked at for that.
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (next) WHERE status = 'pending' AND NOT asleep;
