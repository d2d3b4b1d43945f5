-- +goose Up

-- The list of an account's orders, by each thing that it may be asked for: what none
-- matches is found to be none without going through all. The empty name is no name.
CREATE INDEX orders_by_state ON orders (account, state, created, id);
DROP INDEX orders_external;
CREATE INDEX orders_external ON orders (account, external_id, created, id) WHERE external_id <> '';
CREATE INDEX orders_tests ON orders (account, created, id) WHERE test_mode;
