-- +goose Up

-- Which installation these rows are of: drawn once, kept through everything, and the
-- same in each copy. Backups are tied to it.
CREATE TABLE installation (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL
);
