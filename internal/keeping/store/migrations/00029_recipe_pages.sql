-- +goose Up

-- How the page was built at which a collection last ended so, without what it said
-- of anybody; empty where none is kept.
ALTER TABLE recipe_outcomes ADD COLUMN page TEXT NOT NULL DEFAULT '';

