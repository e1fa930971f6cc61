ALTER TABLE `subscriptions` ADD `next_plan_id` integer REFERENCES plans(id);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_period` integer CONSTRAINT "subscriptions_next" CHECK(("next_plan_id" IS NULL) = ("next_period" IS NULL) AND ("next_period" IS NULL OR ("next_period" BETWEEN 0 AND 2 AND "period" <> 3)));--> statement-breakpoint
CREATE INDEX `subscriptions_next_plan` ON `subscriptions` (`next_plan_id`) WHERE next_plan_id IS NOT NULL;
