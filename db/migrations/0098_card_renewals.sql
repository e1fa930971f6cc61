CREATE TABLE `card_renewals` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`subscription_id` integer NOT NULL,
	`card_hash` text NOT NULL,
	`card_brand` text NOT NULL,
	`card_digits` text NOT NULL,
	`announced_at` integer,
	`announced_plan_id` integer,
	`announced_period` integer,
	`announced_amount` integer,
	`next_step_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`announced_plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "card_renewals_announced" CHECK(("card_renewals"."announced_at" IS NULL) = ("card_renewals"."announced_plan_id" IS NULL) AND ("card_renewals"."announced_at" IS NULL) = ("card_renewals"."announced_period" IS NULL) AND ("card_renewals"."announced_at" IS NULL) = ("card_renewals"."announced_amount" IS NULL)),
	CONSTRAINT "card_renewals_period" CHECK("card_renewals"."announced_period" IN (0, 1, 2)),
	CONSTRAINT "card_renewals_amount" CHECK("card_renewals"."announced_amount" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `card_renewals_subscription_id_unique` ON `card_renewals` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `card_renewals_due` ON `card_renewals` (`next_step_at`);--> statement-breakpoint
CREATE TABLE `renewal_charges` (
	`tx_id` integer PRIMARY KEY NOT NULL,
	`subscription_id` integer NOT NULL,
	`told` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "renewal_charges_told" CHECK("renewal_charges"."told" IN ('paid', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `renewal_charges_subscription` ON `renewal_charges` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `renewal_charges_created` ON `renewal_charges` (`created_at`);
--> statement-breakpoint
-- Renewed is the last plan of the student that runs or waits: it may have ended, or been followed, since the act read it.
CREATE TRIGGER card_renewals_of_last_plan BEFORE INSERT ON card_renewals
WHEN NOT EXISTS (
  SELECT 1 FROM subscriptions s
  WHERE s.id = NEW.subscription_id AND s.user_id = NEW.user_id AND s.period <> 3 AND s.terminated_at IS NULL
    AND s.extended_by IS NULL AND s."end" > NEW.created_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- However the next period was paid, the renewal goes on with it, from its beginning (docs/rules/minutes.md 11.5).
CREATE TRIGGER card_renewals_pass_on AFTER UPDATE OF extended_by ON subscriptions
WHEN NEW.extended_by IS NOT NULL
BEGIN
  UPDATE card_renewals
  SET subscription_id = NEW.extended_by, announced_at = NULL, announced_plan_id = NULL, announced_period = NULL,
    announced_amount = NULL, next_step_at = 0
  WHERE subscription_id = NEW.id;
END;
--> statement-breakpoint
-- Whatever ends a plan early ends its renewal.
CREATE TRIGGER card_renewals_end_with_plan AFTER UPDATE OF terminated_at ON subscriptions
WHEN NEW.terminated_at IS NOT NULL
BEGIN DELETE FROM card_renewals WHERE subscription_id = NEW.id; END;
--> statement-breakpoint
-- A renewal is charged while it is on, for at most what was announced, and once: not while another order of it is open or was paid.
CREATE TRIGGER renewal_charges_once BEFORE INSERT ON renewal_charges
WHEN NOT EXISTS (
  SELECT 1 FROM card_renewals r CROSS JOIN transactions t ON t.id = NEW.tx_id
  WHERE r.subscription_id = NEW.subscription_id AND t.user_id = r.user_id AND t.amount <= r.announced_amount
) OR EXISTS (
  SELECT 1 FROM renewal_charges c CROSS JOIN transactions t ON t.id = c.tx_id
  WHERE c.subscription_id = NEW.subscription_id AND t.status NOT IN (2, 4, 6)
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
