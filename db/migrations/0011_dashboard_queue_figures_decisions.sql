CREATE TABLE `daily_figures` (
	`day` text PRIMARY KEY NOT NULL,
	`lessons_held` integer NOT NULL,
	`canceled_by_student` integer NOT NULL,
	`canceled_by_tutor` integer NOT NULL,
	`canceled_by_staff` integer NOT NULL,
	`minutes_sold` integer NOT NULL,
	`minutes_used` integer NOT NULL,
	`revenue` integer NOT NULL,
	`refunded` integer NOT NULL,
	`new_students` integer NOT NULL,
	`first_plans` integer NOT NULL,
	`returning_students` integer NOT NULL,
	`minutes_offered` integer NOT NULL,
	`minutes_booked` integer NOT NULL,
	`trials_started` integer NOT NULL,
	`trials_converted` integer NOT NULL,
	`computed_at` integer NOT NULL,
	CONSTRAINT "daily_figures_day" CHECK("daily_figures"."day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE TABLE `lesson_decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lesson_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`outcome` integer NOT NULL,
	`reason` text NOT NULL,
	`returned_minutes` integer DEFAULT 0 NOT NULL,
	`subscription_id` integer,
	`week` integer,
	`earning` integer DEFAULT 0 NOT NULL,
	`decided_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lesson_decisions_outcome" CHECK("lesson_decisions"."outcome" BETWEEN 1 AND 4),
	CONSTRAINT "lesson_decisions_revision" CHECK("lesson_decisions"."revision" >= 0),
	CONSTRAINT "lesson_decisions_reason" CHECK(length("lesson_decisions"."reason") BETWEEN 1 AND 1000),
	CONSTRAINT "lesson_decisions_minutes" CHECK(("lesson_decisions"."returned_minutes" = 0) = ("lesson_decisions"."subscription_id" IS NULL) AND ("lesson_decisions"."returned_minutes" = 0) = ("lesson_decisions"."week" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lesson_decisions_once` ON `lesson_decisions` (`lesson_id`,`revision`);--> statement-breakpoint
CREATE INDEX `demo_sessions_waiting` ON `demo_sessions` (`start`) WHERE status = 1;--> statement-breakpoint
CREATE INDEX `interviews_waiting` ON `interviews` (`start`) WHERE status = 1;--> statement-breakpoint
CREATE INDEX `interviews_waiting_for` ON `interviews` (`interviewer_id`,`start`) WHERE status = 1;--> statement-breakpoint
CREATE INDEX `minutes_granted` ON `minute_entries` (`created_at`) WHERE kind = 'grant';--> statement-breakpoint
CREATE INDEX `refunds_unsettled` ON `refunds` (`status`,`created_at`) WHERE status <> 'done';--> statement-breakpoint
CREATE INDEX `tutors_media_waiting` ON `tutors` (`created_at`) WHERE studio_id IS NOT NULL AND (video IS NULL OR thumbnail IS NULL);--> statement-breakpoint
CREATE INDEX `tutors_without_media` ON `tutors` (`studio_id`,`created_at`) WHERE studio_id IS NOT NULL AND (video IS NULL OR thumbnail IS NULL);--> statement-breakpoint
-- A cancelled lesson has returned its minutes and earns nothing: there is nothing to decide.
CREATE TRIGGER lesson_decisions_of_uncanceled BEFORE INSERT ON lesson_decisions
WHEN EXISTS (SELECT 1 FROM lessons l WHERE l.id = NEW.lesson_id AND l.canceled_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'lesson-not-decidable'); END;
--> statement-breakpoint
CREATE TRIGGER lesson_decisions_are_not_changed BEFORE UPDATE ON lesson_decisions
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER lesson_decisions_are_kept BEFORE DELETE ON lesson_decisions
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
