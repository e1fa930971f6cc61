CREATE TABLE `person_files` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`owner_id` integer,
	`tags` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "person_files_tags" CHECK(json_valid("person_files"."tags") AND json_array_length("person_files"."tags") <= 10)
);
--> statement-breakpoint
CREATE TABLE `person_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`text` text NOT NULL,
	`pinned` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "person_notes_text" CHECK(length("person_notes"."text") BETWEEN 1 AND 4000)
);
--> statement-breakpoint
CREATE INDEX `person_notes_person` ON `person_notes` (`user_id`,`pinned`);