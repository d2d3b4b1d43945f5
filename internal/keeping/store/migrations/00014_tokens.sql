-- +goose Up

-- The generation of an account's access tokens: a new password, or the closing
-- of the account, begins another.
ALTER TABLE accounts ADD COLUMN tokens BIGINT NOT NULL DEFAULT 0;
