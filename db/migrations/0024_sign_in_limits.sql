CREATE TABLE `sign_in_networks` (
	`user_id` integer NOT NULL,
	`network` text NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `network`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sign_in_networks_last_used` ON `sign_in_networks` (`last_used_at`);--> statement-breakpoint
CREATE TABLE `password_reset_codes` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_reset_codes_code_hash_unique` ON `password_reset_codes` (`code_hash`);--> statement-breakpoint
CREATE INDEX `password_reset_codes_expiry` ON `password_reset_codes` (`expires_at`);
--> statement-breakpoint
-- Codes for a new password are kept in a table of their own from now on; a short one that was mailed before is not accepted.
DELETE FROM confirmation_codes WHERE purpose = 4;
