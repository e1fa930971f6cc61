CREATE TABLE `google_proofs` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `google_proofs_user` ON `google_proofs` (`user_id`);--> statement-breakpoint
CREATE INDEX `google_proofs_expiry` ON `google_proofs` (`expires_at`);--> statement-breakpoint
CREATE TABLE `spent_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spent_tokens_expiry` ON `spent_tokens` (`expires_at`);--> statement-breakpoint
DROP INDEX `identities_user`;--> statement-breakpoint
ALTER TABLE `identities` ADD `email` text;--> statement-breakpoint
-- Of several accounts of one provider the one linked first stays.
DELETE FROM `identities` WHERE rowid NOT IN (SELECT min(rowid) FROM `identities` GROUP BY `user_id`, `provider`);--> statement-breakpoint
CREATE UNIQUE INDEX `identities_user_provider` ON `identities` (`user_id`,`provider`);