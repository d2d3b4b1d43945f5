-- +goose Up

-- Whose passwords were refused, so that an operator can have them forgotten; ''
-- for those of before.
ALTER TABLE refused_passwords ADD COLUMN identity TEXT NOT NULL DEFAULT '';
CREATE INDEX refused_passwords_identity ON refused_passwords (identity);

-- A failure that is not tried again by itself, whatever its code allows.
ALTER TABLE runs ADD COLUMN final_failure BOOLEAN NOT NULL DEFAULT FALSE;
