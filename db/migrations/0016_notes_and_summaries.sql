CREATE TABLE `lesson_summaries` (
	`lesson_id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lesson_summaries_text" CHECK(length("lesson_summaries"."text") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE TABLE `student_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tutor_id` integer NOT NULL,
	`student_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "student_notes_text" CHECK(length("student_notes"."text") BETWEEN 1 AND 4000),
	CONSTRAINT "student_notes_pair" CHECK("student_notes"."tutor_id" <> "student_notes"."student_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `student_notes_once` ON `student_notes` (`tutor_id`,`student_id`);--> statement-breakpoint
CREATE INDEX `student_notes_student` ON `student_notes` (`student_id`,`updated_at`);