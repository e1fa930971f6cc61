ALTER TABLE `transactions` ADD `top_up_minutes` integer CONSTRAINT "transactions_top_up" CHECK("top_up_minutes" IN (30, 60));--> statement-breakpoint
-- Bought minutes are those of an order of the same student that is paid, for a plan that runs: it may have ended since the act read it.
CREATE TRIGGER minutes_topped_up_as_paid BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'top-up' AND NEW.minutes > 0 AND NOT EXISTS (
  SELECT 1 FROM subscriptions s CROSS JOIN transactions t ON t.id = NEW.tx_id
  WHERE s.id = NEW.subscription_id AND t.user_id = s.user_id AND t.top_up_minutes = NEW.minutes AND t.paid_at IS NOT NULL
    AND s.period <> 3 AND s.terminated_at IS NULL AND s.start <= NEW.created_at AND s."end" >= NEW.created_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- Taken back is at most what was bought, in its own week.
CREATE TRIGGER minutes_top_up_taken_back BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'top-up' AND NEW.minutes < 0 AND NOT EXISTS (
  SELECT 1 FROM minute_entries b
  WHERE b.tx_id = NEW.tx_id AND b.kind = 'top-up' AND b.minutes > 0 AND b.minutes >= -NEW.minutes
    AND b.subscription_id = NEW.subscription_id AND b.week = NEW.week
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- A top-up starts no subscription.
CREATE TRIGGER subscriptions_of_plan_orders BEFORE INSERT ON subscriptions
WHEN EXISTS (SELECT 1 FROM transactions t WHERE t.id = NEW.tx_id AND t.top_up_minutes IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
