-- +goose Up

-- Which recipe the last collection of a run followed: its name, its version and the beginning
-- of its file's hash. Empty where none was, and for runs of before it was kept.
ALTER TABLE runs ADD COLUMN recipe TEXT NOT NULL DEFAULT '';
