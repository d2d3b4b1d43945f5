-- +goose Up

-- Bytes that are stored and that no row names yet: whoever stored them names them before
-- an instant, or they are deleted.
CREATE TABLE kept_files (
	id    TEXT NOT NULL,    -- of the storing
	hash  TEXT NOT NULL,
	until BIGINT NOT NULL,
	PRIMARY KEY (id, hash)
);
CREATE INDEX kept_files_hash ON kept_files (hash);

-- Since when the bytes are being deleted; 0 when they are not.
ALTER TABLE erased_files ADD COLUMN going BIGINT NOT NULL DEFAULT 0;

-- What a page was like is with the outcome of its recipe.
DROP TABLE recipe_pages;
