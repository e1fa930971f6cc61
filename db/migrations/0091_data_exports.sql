CREATE TABLE `data_exports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`key` text,
	`asked_at` integer NOT NULL,
	`claimed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`ready_at` integer,
	`bytes` integer,
	`large_files` text DEFAULT '[]' NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_key_unique` ON `data_exports` (`key`);--> statement-breakpoint
CREATE INDEX `data_exports_user` ON `data_exports` (`user_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `data_exports_waiting` ON `data_exports` (`asked_at`) WHERE ready_at IS NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `data_exports_asked` ON `data_exports` (`asked_at`);