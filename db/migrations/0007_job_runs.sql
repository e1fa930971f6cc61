CREATE TABLE `job_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer,
	`ok` integer,
	`error` text,
	`outcome` text,
	CONSTRAINT "job_runs_end" CHECK(("job_runs"."ok" IS NULL) = ("job_runs"."duration_ms" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `job_runs_name` ON `job_runs` (`name`,`started_at`);--> statement-breakpoint
CREATE INDEX `job_runs_failed` ON `job_runs` (`name`,`started_at`) WHERE ok = 0;--> statement-breakpoint
CREATE INDEX `job_runs_started` ON `job_runs` (`started_at`);--> statement-breakpoint
CREATE INDEX `users_online` ON `users` (`id`) WHERE online = 1;