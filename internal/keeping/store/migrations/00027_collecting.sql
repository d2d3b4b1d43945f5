-- +goose Up

-- Where a collection stopped last, and when, for who goes on by hand.
ALTER TABLE runs ADD COLUMN stage TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN failed_at BIGINT NOT NULL DEFAULT 0;
