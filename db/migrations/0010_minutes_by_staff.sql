ALTER TABLE `minute_entries` ADD `given_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `minute_entries` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `minute_entries` ADD `reverses` integer REFERENCES minute_entries(id);--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_reversed_once` ON `minute_entries` (`reverses`) WHERE reverses IS NOT NULL;--> statement-breakpoint
-- Minutes are given to a subscription that lasts: it may have been terminated since the act read it.
CREATE TRIGGER minutes_given_to_living_subscription BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'adjustment' AND NEW.minutes > 0 AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.id = NEW.subscription_id AND s.terminated_at IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- Taken back is what was given, in whole, in its own week.
CREATE TRIGGER minutes_reverse_what_was_given BEFORE INSERT ON minute_entries
WHEN NEW.reverses IS NOT NULL AND (NEW.kind <> 'adjustment' OR NOT EXISTS (
  SELECT 1 FROM minute_entries g
  WHERE g.id = NEW.reverses AND g.kind = 'adjustment' AND g.minutes > 0 AND g.minutes = -NEW.minutes
    AND g.subscription_id = NEW.subscription_id AND g.week = NEW.week
))
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
