-- +goose Up

-- When a key was last used, to the hour; 0 for never.
ALTER TABLE api_keys ADD COLUMN used BIGINT NOT NULL DEFAULT 0;

-- The signature that an attempt bore; '' for those of before.
ALTER TABLE attempts ADD COLUMN signature TEXT NOT NULL DEFAULT '';
CREATE INDEX deliveries_failed ON deliveries (created, id) WHERE status = 'given_up';

-- Who paused a version of a recipe, and why; '' where predate itself did.
ALTER TABLE recipes ADD COLUMN paused_by TEXT NOT NULL DEFAULT '';
ALTER TABLE recipes ADD COLUMN paused_why TEXT NOT NULL DEFAULT '';

-- The last page on which each version of a recipe failed, without the secrets of
-- its session and what names a person.
CREATE TABLE recipe_pages (
	recipe  TEXT NOT NULL,
	version BIGINT NOT NULL,
	at      BIGINT NOT NULL,
	code    TEXT NOT NULL,  -- of the failure
	stage   TEXT NOT NULL,
	url     TEXT NOT NULL,  -- values of the query masked
	status  BIGINT NOT NULL,
	media   TEXT NOT NULL,
	body    TEXT NOT NULL,
	PRIMARY KEY (recipe, version)
);
CREATE INDEX recipe_pages_at ON recipe_pages (at);

-- When what names persons was erased of an order or an account; 0 when it was not.
ALTER TABLE orders ADD COLUMN erased BIGINT NOT NULL DEFAULT 0;
CREATE INDEX orders_erased ON orders (erased) WHERE erased > 0;
ALTER TABLE accounts ADD COLUMN erased BIGINT NOT NULL DEFAULT 0;

-- The order that an answer tells of; '' for those of before.
ALTER TABLE replays ADD COLUMN order_id TEXT NOT NULL DEFAULT '';

-- The files of what was erased, until their bytes are gone too.
CREATE TABLE erased_files (
	hash TEXT PRIMARY KEY,
	at   BIGINT NOT NULL
);
