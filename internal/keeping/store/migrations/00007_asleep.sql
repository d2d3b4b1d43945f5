-- +goose Up

-- A delivery that must wait for another, or for its endpoint, has no job: it
-- sleeps until the other has ended, the receiver is back, or a sweep wakes it.
ALTER TABLE deliveries ADD COLUMN asleep BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX deliveries_asleep ON deliveries (endpoint, created, id) WHERE asleep;
CREATE INDEX endpoint_health_parked ON endpoint_health (parked) WHERE parked > 0;
