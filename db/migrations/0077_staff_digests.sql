CREATE TABLE `staff_digests` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`is_wanted` integer DEFAULT true NOT NULL,
	`last_day` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
