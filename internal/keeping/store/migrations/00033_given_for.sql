-- +goose Up

-- The paper for which an operator gave a document; '' where nobody said one.
ALTER TABLE documents ADD COLUMN given_for TEXT NOT NULL DEFAULT '';
