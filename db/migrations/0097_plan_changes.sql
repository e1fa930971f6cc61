CREATE TABLE `plan_changes` (
	`tx_id` integer PRIMARY KEY NOT NULL,
	`subscription_id` integer NOT NULL,
	`from_plan_id` integer NOT NULL,
	`from_minutes` integer NOT NULL,
	`from_price` integer NOT NULL,
	`to_plan_id` integer NOT NULL,
	`to_minutes` integer NOT NULL,
	`to_price` integer NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`undone_at` integer,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_changes_upwards" CHECK("to_minutes" > "from_minutes" AND "from_minutes" > 0),
	CONSTRAINT "plan_changes_prices" CHECK("from_price" >= 0 AND "to_price" >= "from_price"),
	CONSTRAINT "plan_changes_undone" CHECK("undone_at" IS NULL OR "done_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `plan_changes_subscription` ON `plan_changes` (`subscription_id`);
--> statement-breakpoint
CREATE INDEX `plan_changes_done` ON `plan_changes` (`done_at`);
--> statement-breakpoint
ALTER TABLE `transactions` ADD `changes_plan` integer DEFAULT false NOT NULL CONSTRAINT "transactions_plan_change" CHECK("changes_plan" = 0 OR ("changes_plan" = 1 AND "top_up_minutes" IS NULL));
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `period_price` integer CONSTRAINT "subscriptions_price" CHECK("period_price" >= 0);
--> statement-breakpoint
UPDATE subscriptions SET period_price = (SELECT t.amount FROM transactions t WHERE t.id = tx_id) WHERE tx_id IS NOT NULL;
--> statement-breakpoint
-- The whole period costs what its order does, whoever writes the row.
CREATE TRIGGER subscriptions_priced AFTER INSERT ON subscriptions
WHEN NEW.period_price IS NULL AND NEW.tx_id IS NOT NULL
BEGIN UPDATE subscriptions SET period_price = (SELECT t.amount FROM transactions t WHERE t.id = NEW.tx_id) WHERE id = NEW.id; END;
--> statement-breakpoint
-- An order for more minutes, or for a change of plan, starts no subscription.
DROP TRIGGER subscriptions_of_plan_orders;
--> statement-breakpoint
CREATE TRIGGER subscriptions_of_plan_orders BEFORE INSERT ON subscriptions
WHEN EXISTS (SELECT 1 FROM transactions t WHERE t.id = NEW.tx_id AND (t.top_up_minutes IS NOT NULL OR t.changes_plan = 1))
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- A change is of a plan that runs, of the order's own student, from what it is then: another change may have come since the act read it
-- (docs/rules/minutes.md 9.4).
CREATE TRIGGER plan_changes_of_running_plans BEFORE INSERT ON plan_changes
WHEN NEW.done_at IS NOT NULL OR NEW.undone_at IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM subscriptions s CROSS JOIN transactions t ON t.id = NEW.tx_id
  WHERE s.id = NEW.subscription_id AND t.user_id = s.user_id AND t.changes_plan = 1 AND t.plan_id = NEW.to_plan_id
    AND s.plan_id = NEW.from_plan_id AND s.weekly_minutes = NEW.from_minutes
    AND s.period <> 3 AND s.terminated_at IS NULL AND s.start <= NEW.created_at AND s."end" >= NEW.created_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- It takes effect once, when it is paid and nothing has changed the plan meanwhile, and ends once.
CREATE TRIGGER plan_changes_made_once BEFORE UPDATE ON plan_changes
WHEN NEW.tx_id <> OLD.tx_id OR NEW.subscription_id <> OLD.subscription_id OR NEW.created_at <> OLD.created_at
  OR NEW.from_plan_id <> OLD.from_plan_id OR NEW.from_minutes <> OLD.from_minutes OR NEW.from_price <> OLD.from_price
  OR NEW.to_plan_id <> OLD.to_plan_id OR NEW.to_minutes <> OLD.to_minutes OR NEW.to_price <> OLD.to_price
  OR (OLD.done_at IS NOT NULL AND NEW.done_at IS NOT OLD.done_at)
  OR (OLD.undone_at IS NOT NULL AND NEW.undone_at IS NOT OLD.undone_at)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER plan_changes_made_as_paid BEFORE UPDATE OF done_at ON plan_changes
WHEN OLD.done_at IS NULL AND NEW.done_at IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM subscriptions s CROSS JOIN transactions t ON t.id = NEW.tx_id
  WHERE s.id = NEW.subscription_id AND t.paid_at IS NOT NULL
    AND s.plan_id = NEW.from_plan_id AND s.weekly_minutes = NEW.from_minutes
    AND s.terminated_at IS NULL AND s.start <= NEW.done_at AND s."end" >= NEW.done_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
CREATE TRIGGER plan_changes_are_kept BEFORE DELETE ON plan_changes
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- What a subscription grants changes only with a change of plan, made or undone at that moment.
CREATE TRIGGER subscriptions_keep_their_minutes BEFORE UPDATE OF weekly_minutes ON subscriptions
WHEN NEW.weekly_minutes <> OLD.weekly_minutes AND NOT EXISTS (
  SELECT 1 FROM plan_changes p
  WHERE p.subscription_id = NEW.id AND (
    (NEW.weekly_minutes = p.to_minutes AND OLD.weekly_minutes = p.from_minutes AND p.done_at = NEW.updated_at)
    OR (NEW.weekly_minutes - OLD.weekly_minutes = p.from_minutes - p.to_minutes AND p.undone_at = NEW.updated_at)
  )
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Coming weeks that are smaller still pay for their lessons: those beyond are cancelled first (docs/rules/minutes.md 9.7).
CREATE TRIGGER subscriptions_pay_for_their_lessons BEFORE UPDATE OF weekly_minutes ON subscriptions
WHEN NEW.weekly_minutes < OLD.weekly_minutes AND EXISTS (
  SELECT 1 FROM minute_entries e
  WHERE e.subscription_id = NEW.id AND e.week > NEW.updated_at
  GROUP BY e.week HAVING MAX(e.kind = 'grant') = 0 AND SUM(e.minutes) + NEW.weekly_minutes < 0
)
BEGIN SELECT RAISE(ABORT, 'no-enough-minutes'); END;
--> statement-breakpoint
-- The running week rises by the difference, with the change and once for its order.
CREATE TRIGGER minutes_of_plan_changes BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'plan-change' AND NEW.minutes > 0 AND NOT EXISTS (
  SELECT 1 FROM plan_changes p
  WHERE p.tx_id = NEW.tx_id AND p.subscription_id = NEW.subscription_id AND p.done_at = NEW.created_at
    AND p.to_minutes - p.from_minutes = NEW.minutes
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_of_undone_plan_changes BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'plan-change' AND NEW.minutes < 0 AND NOT EXISTS (
  SELECT 1 FROM plan_changes p JOIN minute_entries b ON b.tx_id = p.tx_id AND b.kind = 'plan-change' AND b.minutes > 0
  WHERE p.tx_id = NEW.tx_id AND p.undone_at = NEW.created_at AND b.minutes >= -NEW.minutes
    AND b.subscription_id = NEW.subscription_id AND b.week = NEW.week
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
