CREATE TABLE `availability_patterns` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`ranges` text NOT NULL,
	`season` text,
	`days_off` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `availability_pattern_days` (
	`user_id` integer NOT NULL,
	`day` text NOT NULL,
	`changed_by_hand` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `pattern_days_day` ON `availability_pattern_days` (`day`);--> statement-breakpoint
ALTER TABLE `availability_slots` ADD `from_pattern` integer DEFAULT false NOT NULL;