CREATE TABLE `person_tags` (
	`tag` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`tag`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `person_tags_user` ON `person_tags` (`user_id`);--> statement-breakpoint
CREATE INDEX `person_files_owner` ON `person_files` (`owner_id`,`user_id`) WHERE owner_id IS NOT NULL;
--> statement-breakpoint
-- Folded when the tags of a person are written next; until then they are found as they are spelt.
INSERT OR IGNORE INTO `person_tags` (`tag`, `user_id`) SELECT lower(trim(value)), `user_id` FROM `person_files`, json_each(`tags`);
