CREATE TABLE `daily_plan_figures` (
	`day` text NOT NULL,
	`plan_id` integer,
	`source` text NOT NULL,
	`sold` integer NOT NULL,
	`revenue` integer NOT NULL,
	`refunded` integer NOT NULL,
	`minutes_used` integer NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "daily_plan_figures_day" CHECK("daily_plan_figures"."day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "daily_plan_figures_source" CHECK("daily_plan_figures"."source" IN ('direct', 'coupon', 'invite', 'trial')),
	CONSTRAINT "daily_plan_figures_trial" CHECK(("daily_plan_figures"."source" = 'trial') = ("daily_plan_figures"."plan_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `daily_plan_figures_day_idx` ON `daily_plan_figures` (`day`);