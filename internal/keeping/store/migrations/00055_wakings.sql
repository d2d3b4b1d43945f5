-- +goose Up

-- A delivery that goes to sleep behind another locks it: its waking cannot be missed, and no
-- sweep looks for it any more. Those whose waking an older version missed are found as
-- deliveries whose job was lost.
DROP INDEX deliveries_held;
UPDATE deliveries SET asleep = FALSE, held = FALSE WHERE asleep AND held AND status = 'pending';
