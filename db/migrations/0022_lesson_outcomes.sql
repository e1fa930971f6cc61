PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_lesson_decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lesson_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`outcome` integer NOT NULL,
	`reason` text NOT NULL,
	`returned_minutes` integer DEFAULT 0 NOT NULL,
	`subscription_id` integer,
	`week` integer,
	`earning` integer DEFAULT 0 NOT NULL,
	`decided_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lesson_decisions_outcome" CHECK("__new_lesson_decisions"."outcome" BETWEEN 1 AND 4),
	CONSTRAINT "lesson_decisions_revision" CHECK("__new_lesson_decisions"."revision" >= 0),
	CONSTRAINT "lesson_decisions_reason" CHECK(length("__new_lesson_decisions"."reason") BETWEEN 1 AND 1000),
	CONSTRAINT "lesson_decisions_minutes" CHECK(("__new_lesson_decisions"."returned_minutes" = 0) = ("__new_lesson_decisions"."subscription_id" IS NULL) AND ("__new_lesson_decisions"."returned_minutes" = 0) = ("__new_lesson_decisions"."week" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_lesson_decisions`("id", "lesson_id", "revision", "outcome", "reason", "returned_minutes", "subscription_id", "week", "earning", "decided_by", "created_at") SELECT "id", "lesson_id", "revision", "outcome", "reason", "returned_minutes", "subscription_id", "week", "earning", "decided_by", "created_at" FROM `lesson_decisions`;--> statement-breakpoint
DROP TABLE `lesson_decisions`;--> statement-breakpoint
ALTER TABLE `__new_lesson_decisions` RENAME TO `lesson_decisions`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `lesson_decisions_once` ON `lesson_decisions` (`lesson_id`,`revision`);--> statement-breakpoint
ALTER TABLE `reports` ADD `lesson_id` integer REFERENCES lessons(id);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_dispute_once` ON `reports` (`lesson_id`,`user_id`) WHERE lesson_id IS NOT NULL;
--> statement-breakpoint
-- The triggers of the table that was replaced.
CREATE TRIGGER lesson_decisions_of_uncanceled BEFORE INSERT ON lesson_decisions
WHEN EXISTS (SELECT 1 FROM lessons l WHERE l.id = NEW.lesson_id AND l.canceled_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'lesson-not-decidable'); END;
--> statement-breakpoint
CREATE TRIGGER lesson_decisions_are_not_changed BEFORE UPDATE ON lesson_decisions
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER lesson_decisions_are_kept BEFORE DELETE ON lesson_decisions
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
