CREATE TABLE `tutor_qualities` (
	`tutor_id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`lessons` integer NOT NULL,
	`settled` integer NOT NULL,
	`canceled` integer NOT NULL,
	`fulfilled_lessons` integer NOT NULL,
	`held` integer NOT NULL,
	`timed` integer NOT NULL,
	`late` integer NOT NULL,
	`cut_short_lessons` integer NOT NULL,
	`disputed_lessons` integer NOT NULL,
	`ratings` integer NOT NULL,
	`stars` integer NOT NULL,
	`fulfilled` integer,
	`punctual` integer,
	`rating` integer,
	`disputed` integer,
	`cut_short` integer,
	`computed_at` integer NOT NULL,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tutor_qualities_lessons" CHECK("tutor_qualities"."lessons" > 0)
);
--> statement-breakpoint
CREATE INDEX `tutor_qualities_since` ON `tutor_qualities` (`since`);--> statement-breakpoint
CREATE INDEX `tutor_qualities_lessons_idx` ON `tutor_qualities` (`lessons`);--> statement-breakpoint
CREATE INDEX `tutor_qualities_fulfilled` ON `tutor_qualities` (`fulfilled`);--> statement-breakpoint
CREATE INDEX `tutor_qualities_punctual` ON `tutor_qualities` (`punctual`);--> statement-breakpoint
CREATE INDEX `tutor_qualities_rating` ON `tutor_qualities` (`rating`);--> statement-breakpoint
CREATE INDEX `tutor_qualities_disputed` ON `tutor_qualities` (`disputed`);--> statement-breakpoint
CREATE INDEX `tutor_qualities_cut_short` ON `tutor_qualities` (`cut_short`);--> statement-breakpoint
CREATE TABLE `tutor_weeks` (
	`tutor_id` integer NOT NULL,
	`week` integer NOT NULL,
	`settled` integer NOT NULL,
	`canceled` integer NOT NULL,
	`fulfilled` integer NOT NULL,
	`held` integer NOT NULL,
	`timed` integer NOT NULL,
	`late` integer NOT NULL,
	`cut_short` integer NOT NULL,
	`disputed` integer NOT NULL,
	PRIMARY KEY(`tutor_id`, `week`),
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `lesson_outcomes` ADD `late` integer;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_late` ON `lesson_outcomes` (`start`) WHERE late = 1;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_tutor` ON `lesson_outcomes` (`tutor_id`,`start`);--> statement-breakpoint
CREATE INDEX `lesson_outcomes_updated` ON `lesson_outcomes` (`updated_at`);--> statement-breakpoint
CREATE INDEX `lessons_canceled_by` ON `lessons` (`canceled_by`,`start`) WHERE canceled_at IS NOT NULL;