CREATE TABLE `held_times` (
	`student_id` integer NOT NULL,
	`kind` text NOT NULL,
	`tutor_id` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`held_at` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`student_id`, `kind`),
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "held_times_kind" CHECK("held_times"."kind" IN ('confirmation', 'offer')),
	CONSTRAINT "held_times_grid" CHECK("held_times"."start" % 900000 = 0 AND "held_times"."end" % 900000 = 0),
	CONSTRAINT "held_times_length" CHECK("held_times"."end" - "held_times"."start" IN (900000, 1800000)),
	CONSTRAINT "held_times_until" CHECK("held_times"."until" > "held_times"."held_at" AND "held_times"."until" - "held_times"."held_at" <= 900000)
);
--> statement-breakpoint
CREATE INDEX `held_times_tutor` ON `held_times` (`tutor_id`,`until`);--> statement-breakpoint
CREATE INDEX `held_times_until` ON `held_times` (`until`);--> statement-breakpoint
-- A time is held for one student at a time, and not where its tutor is busy, unless by the lesson of this student that is moved. The row's
-- own `held_at` is the time: holds that ended before it count for nothing (docs/rules/lessons.md 13.1, 13.2).
CREATE TRIGGER held_times_free BEFORE INSERT ON held_times
WHEN EXISTS (
  SELECT 1 FROM held_times h
  WHERE h.tutor_id = NEW.tutor_id AND h.until > NEW.held_at AND h.student_id <> NEW.student_id
    AND h.start < NEW."end" AND h."end" > NEW.start
)
BEGIN SELECT RAISE(ABORT, 'time-held'); END;
--> statement-breakpoint
CREATE TRIGGER held_times_free_of_lessons BEFORE INSERT ON held_times
WHEN EXISTS (
  SELECT 1 FROM busy_quarters b
  WHERE b.user_id = NEW.tutor_id AND b.quarter >= NEW.start / 900000 AND b.quarter < NEW."end" / 900000
    AND NOT EXISTS (
      SELECT 1 FROM busy_quarters o WHERE o.user_id = NEW.student_id AND o.quarter = b.quarter AND o.session_id = b.session_id
    )
)
BEGIN SELECT RAISE(ABORT, 'busy-tutor'); END;
--> statement-breakpoint
-- Nobody books or moves into a time that is held for another student; what admins do for a student ends such holds first (13.4).
CREATE TRIGGER upcoming_lessons_not_held BEFORE INSERT ON upcoming_lessons
WHEN EXISTS (
  SELECT 1 FROM lessons l JOIN availability_slots s ON s.id = l.slot_id JOIN held_times h ON h.tutor_id = s.user_id
  WHERE l.id = NEW.lesson_id AND h.until > l.updated_at AND h.student_id <> NEW.student_id
    AND h.start < l.start + l.duration * 60000 AND h."end" > l.start
)
BEGIN SELECT RAISE(ABORT, 'time-held'); END;
--> statement-breakpoint
CREATE TRIGGER upcoming_lessons_not_moved_to_held BEFORE UPDATE OF ends_at ON upcoming_lessons
WHEN EXISTS (
  SELECT 1 FROM lessons l JOIN availability_slots s ON s.id = l.slot_id JOIN held_times h ON h.tutor_id = s.user_id
  WHERE l.id = NEW.lesson_id AND h.until > l.updated_at AND h.student_id <> NEW.student_id
    AND h.start < l.start + l.duration * 60000 AND h."end" > l.start
)
BEGIN SELECT RAISE(ABORT, 'time-held'); END;
