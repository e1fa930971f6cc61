CREATE TABLE `favourite_tutors` (
	`student_id` integer NOT NULL,
	`tutor_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`student_id`, `tutor_id`),
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `favourite_tutors_tutor` ON `favourite_tutors` (`tutor_id`);--> statement-breakpoint
ALTER TABLE `tutors` ADD `speaks_slowly` integer DEFAULT false NOT NULL;