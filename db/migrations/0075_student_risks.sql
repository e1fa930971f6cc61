CREATE TABLE `figure_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `student_risks` (
	`student_id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`idle_since` integer,
	`missed_at` integer,
	`low_rated_at` integer,
	`latest_at` integer,
	`owner_id` integer,
	`done` text,
	`done_by` integer,
	`done_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`done_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "student_risks_state" CHECK("student_risks"."state" IN ('open', 'watched', 'over')),
	CONSTRAINT "student_risks_open" CHECK(("student_risks"."state" = 'open') = ("student_risks"."latest_at" IS NOT NULL)),
	CONSTRAINT "student_risks_done" CHECK(("student_risks"."done" IS NULL) = ("student_risks"."done_at" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `student_risks_open_latest` ON `student_risks` (`latest_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `student_risks_owner` ON `student_risks` (`owner_id`,`latest_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `student_risks_not_over` ON `student_risks` (`student_id`) WHERE state <> 'over';--> statement-breakpoint
CREATE INDEX `lesson_outcomes_missed` ON `lesson_outcomes` (`updated_at`) WHERE outcome IN (2, 4);--> statement-breakpoint
CREATE INDEX `lessons_canceled_at` ON `lessons` (`canceled_at`) WHERE canceled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ratings_low` ON `ratings` (`updated_at`) WHERE value <= 2;