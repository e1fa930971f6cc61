CREATE TABLE `standing_times` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`student_id` integer NOT NULL,
	`tutor_id` integer NOT NULL,
	`weekday` integer NOT NULL,
	`minute` integer NOT NULL,
	`duration` integer NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`asked_until` integer NOT NULL,
	`accepted_at` integer,
	`ends_at` integer,
	`ended_by` integer,
	`reserved_to` text DEFAULT '0000-01-01' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standing_times_state" CHECK("standing_times"."state" IN ('asked', 'accepted', 'declined', 'lapsed', 'ended')),
	CONSTRAINT "standing_times_weekday" CHECK("standing_times"."weekday" BETWEEN 0 AND 6),
	CONSTRAINT "standing_times_minute" CHECK("standing_times"."minute" BETWEEN 0 AND 1425 AND "standing_times"."minute" % 15 = 0),
	CONSTRAINT "standing_times_duration" CHECK("standing_times"."duration" IN (15, 30)),
	CONSTRAINT "standing_times_accepted" CHECK("standing_times"."state" <> 'accepted' OR "standing_times"."accepted_at" IS NOT NULL),
	CONSTRAINT "standing_times_ended" CHECK(("standing_times"."state" = 'ended') = ("standing_times"."ends_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `standing_times_taken` ON `standing_times` (`tutor_id`,`weekday`,`minute`) WHERE state = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX `standing_times_open` ON `standing_times` (`student_id`,`weekday`,`minute`) WHERE state IN ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX `standing_times_student` ON `standing_times` (`student_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `standing_times_tutor` ON `standing_times` (`tutor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `standing_times_asked` ON `standing_times` (`asked_until`) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX `standing_times_due` ON `standing_times` (`reserved_to`) WHERE state = 'accepted';--> statement-breakpoint
CREATE TABLE `standing_weeks` (
	`standing_time_id` integer NOT NULL,
	`day` text NOT NULL,
	`student_id` integer NOT NULL,
	`tutor_id` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`session_id` text NOT NULL,
	`state` text NOT NULL,
	`why` text,
	`is_told` integer DEFAULT false NOT NULL,
	`lesson_id` integer,
	PRIMARY KEY(`standing_time_id`, `day`),
	FOREIGN KEY (`standing_time_id`) REFERENCES `standing_times`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standing_weeks_state" CHECK("standing_weeks"."state" IN ('reserved', 'booked', 'off')),
	CONSTRAINT "standing_weeks_why" CHECK(("standing_weeks"."state" = 'off') = ("standing_weeks"."why" IS NOT NULL)),
	CONSTRAINT "standing_weeks_whys" CHECK("standing_weeks"."why" IS NULL OR "standing_weeks"."why" IN ('no-slot', 'taken', 'no-hour', 'no-plan', 'no-minutes', 'limit', 'conflict', 'paused', 'ended', 'missed')),
	CONSTRAINT "standing_weeks_lesson" CHECK(("standing_weeks"."state" = 'booked') = ("standing_weeks"."lesson_id" IS NOT NULL)),
	CONSTRAINT "standing_weeks_grid" CHECK("standing_weeks"."start" % 900000 = 0 AND "standing_weeks"."end" - "standing_weeks"."start" IN (900000, 1800000)),
	CONSTRAINT "standing_weeks_session" CHECK("standing_weeks"."session_id" GLOB 'lesson:*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `standing_weeks_session_id_unique` ON `standing_weeks` (`session_id`);--> statement-breakpoint
CREATE INDEX `standing_weeks_student` ON `standing_weeks` (`student_id`,`start`);--> statement-breakpoint
CREATE INDEX `standing_weeks_tutor` ON `standing_weeks` (`tutor_id`,`start`);--> statement-breakpoint
CREATE INDEX `standing_weeks_start` ON `standing_weeks` (`start`);--> statement-breakpoint
CREATE INDEX `standing_weeks_lesson` ON `standing_weeks` (`lesson_id`) WHERE lesson_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `standing_times` integer DEFAULT false NOT NULL CONSTRAINT "plans_standing" CHECK("standing_times" BETWEEN 0 AND 1);
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `standing_times` integer DEFAULT false NOT NULL CONSTRAINT "subscriptions_standing" CHECK("standing_times" = 0 OR ("standing_times" = 1 AND "period" <> 3));
--> statement-breakpoint
-- A student has three standing times at most, those included that wait for an answer (docs/rules/lessons.md 15.2).
CREATE TRIGGER standing_times_limited BEFORE INSERT ON standing_times
WHEN (SELECT COUNT(*) FROM standing_times s WHERE s.student_id = NEW.student_id AND s.state IN ('asked', 'accepted')) >= 3
BEGIN SELECT RAISE(ABORT, 'standing-limit-reached'); END;
--> statement-breakpoint
-- Two accepted ones of a tutor never overlap, also across the end of the week.
CREATE TRIGGER standing_times_apart BEFORE UPDATE OF state ON standing_times
WHEN NEW.state = 'accepted' AND EXISTS (
  SELECT 1 FROM standing_times s
  WHERE s.tutor_id = NEW.tutor_id AND s.state = 'accepted' AND s.id <> NEW.id AND (
    (s.weekday * 1440 + s.minute - NEW.weekday * 1440 - NEW.minute + 10080) % 10080 < NEW.duration
    OR (NEW.weekday * 1440 + NEW.minute - s.weekday * 1440 - s.minute + 10080) % 10080 < s.duration
  )
)
BEGIN SELECT RAISE(ABORT, 'standing-time-taken'); END;
--> statement-breakpoint
-- A request is accepted once; what is over stays over.
CREATE TRIGGER standing_times_in_order BEFORE UPDATE OF state ON standing_times
WHEN (NEW.state = 'accepted' AND OLD.state <> 'asked') OR OLD.state IN ('declined', 'lapsed', 'ended')
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- A week is reserved for the people of an accepted standing time, and a lesson that was made of it stays the one.
CREATE TRIGGER standing_weeks_of_accepted BEFORE INSERT ON standing_weeks
WHEN NOT EXISTS (
  SELECT 1 FROM standing_times s
  WHERE s.id = NEW.standing_time_id AND s.state = 'accepted' AND s.student_id = NEW.student_id AND s.tutor_id = NEW.tutor_id
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER standing_weeks_in_order BEFORE UPDATE OF state ON standing_weeks
WHEN OLD.state = 'booked' OR (NEW.state = 'booked' AND OLD.state <> 'reserved')
  OR (NEW.state = 'reserved' AND NOT EXISTS (SELECT 1 FROM standing_times s WHERE s.id = NEW.standing_time_id AND s.state = 'accepted'))
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- The quarter hours of a week are kept while it is reserved, in the statement that reserves it or gives it up.
CREATE TRIGGER standing_weeks_keep_time AFTER INSERT ON standing_weeks
WHEN NEW.state = 'reserved'
BEGIN
  INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (NEW.tutor_id, NEW.start / 900000, NEW.session_id);
  INSERT INTO busy_quarters (user_id, quarter, session_id)
    SELECT NEW.tutor_id, NEW.start / 900000 + 1, NEW.session_id WHERE NEW."end" - NEW.start = 1800000;
END;
--> statement-breakpoint
CREATE TRIGGER standing_weeks_keep_time_again AFTER UPDATE OF state ON standing_weeks
WHEN NEW.state = 'reserved' AND OLD.state = 'off'
BEGIN
  INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (NEW.tutor_id, NEW.start / 900000, NEW.session_id);
  INSERT INTO busy_quarters (user_id, quarter, session_id)
    SELECT NEW.tutor_id, NEW.start / 900000 + 1, NEW.session_id WHERE NEW."end" - NEW.start = 1800000;
END;
--> statement-breakpoint
CREATE TRIGGER standing_weeks_free_time AFTER UPDATE OF state ON standing_weeks
WHEN OLD.state = 'reserved' AND NEW.state <> 'reserved'
BEGIN DELETE FROM busy_quarters WHERE session_id = NEW.session_id; END;
--> statement-breakpoint
-- A student also holds what is reserved for them, while they confirm it.
DROP TRIGGER held_times_free_of_lessons;
--> statement-breakpoint
CREATE TRIGGER held_times_free_of_lessons BEFORE INSERT ON held_times
WHEN EXISTS (
  SELECT 1 FROM busy_quarters b
  WHERE b.user_id = NEW.tutor_id AND b.quarter >= NEW.start / 900000 AND b.quarter < NEW."end" / 900000
    AND NOT EXISTS (
      SELECT 1 FROM busy_quarters o WHERE o.user_id = NEW.student_id AND o.quarter = b.quarter AND o.session_id = b.session_id
    )
    AND NOT EXISTS (SELECT 1 FROM standing_weeks w WHERE w.session_id = b.session_id AND w.student_id = NEW.student_id)
)
BEGIN SELECT RAISE(ABORT, 'busy-tutor'); END;
