-- +goose Up

-- Since when the page is kept, by which it is forgotten; 0 where none is.
ALTER TABLE recipe_outcomes ADD COLUMN page_at BIGINT NOT NULL DEFAULT 0;
UPDATE recipe_outcomes SET page_at = last WHERE page <> '';
