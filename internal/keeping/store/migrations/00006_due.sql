-- +goose Up

-- What is still to be sent: by when it is due, and by where it goes.
CREATE INDEX deliveries_due ON deliveries (next) WHERE status = 'pending';
CREATE INDEX deliveries_waiting ON deliveries (endpoint, created, id) WHERE status = 'pending';
