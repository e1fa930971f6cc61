CREATE TABLE `shared_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`owner_id` integer NOT NULL,
	`role` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shared_views_role" CHECK("shared_views"."role" IN (1, 2, 5, 6)),
	CONSTRAINT "shared_views_list" CHECK(length("shared_views"."list") BETWEEN 1 AND 60),
	CONSTRAINT "shared_views_name" CHECK(length("shared_views"."name") BETWEEN 1 AND 40),
	CONSTRAINT "shared_views_search" CHECK(length("shared_views"."search") BETWEEN 0 AND 2000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shared_views_own` ON `shared_views` (`owner_id`,`list`,`name`);--> statement-breakpoint
CREATE INDEX `shared_views_role_list` ON `shared_views` (`role`,`list`,`name`);