CREATE TABLE `schedule_notices` (
	`session_id` text NOT NULL,
	`recipient_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`known_start` integer,
	`known_duration` integer,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `recipient_id`),
	FOREIGN KEY (`recipient_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `schedule_notices_due` ON `schedule_notices` (`due_at`);