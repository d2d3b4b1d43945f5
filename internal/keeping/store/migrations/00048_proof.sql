-- +goose Up

-- The proof of a statement: its second file. '' for statements of before, which hold it
-- themselves.
ALTER TABLE runs ADD COLUMN proof_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX runs_proof ON runs (proof_hash) WHERE proof_hash <> '';
