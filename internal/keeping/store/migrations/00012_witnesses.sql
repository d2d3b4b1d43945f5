-- +goose Up

-- Who met the changed site first, in a row: another account or another host must
-- agree before a recipe is paused for everybody.
ALTER TABLE recipes ADD COLUMN changed_account TEXT NOT NULL DEFAULT '';
ALTER TABLE recipes ADD COLUMN changed_host TEXT NOT NULL DEFAULT '';
