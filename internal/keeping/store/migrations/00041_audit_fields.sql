-- +goose Up

-- What an operator's act was about, what he made of it and why, apart; '' where the
-- act's detail alone says it.
ALTER TABLE audit ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN value TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN why TEXT NOT NULL DEFAULT '';
