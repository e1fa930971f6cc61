CREATE TABLE `freed_times` (
	`tutor_id` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	PRIMARY KEY(`tutor_id`, `start`, `end`),
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `time_offers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`student_id` integer NOT NULL,
	`tutor_id` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`until` integer NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "time_offers_outcome" CHECK("time_offers"."outcome" IS NULL OR "time_offers"."outcome" IN ('booked', 'lapsed', 'left'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `time_offers_running` ON `time_offers` (`student_id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `time_offers_once` ON `time_offers` (`student_id`,`tutor_id`,`start`);--> statement-breakpoint
CREATE INDEX `time_offers_due` ON `time_offers` (`until`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE TABLE `waits` (
	`student_id` integer NOT NULL,
	`tutor_id` integer NOT NULL,
	`is_evening` integer DEFAULT false NOT NULL,
	`lapsed` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`student_id`, `tutor_id`),
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waits_lapsed" CHECK("waits"."lapsed" BETWEEN 0 AND 3)
);
--> statement-breakpoint
CREATE INDEX `waits_tutor` ON `waits` (`tutor_id`,`created_at`);--> statement-breakpoint
-- What frees or opens a time of a tutor for whom somebody waits notes it, whichever act does it (docs/rules/lessons.md 14.2).
CREATE TRIGGER freed_by_session AFTER DELETE ON busy_quarters
WHEN EXISTS (SELECT 1 FROM waits w WHERE w.tutor_id = OLD.user_id)
BEGIN INSERT OR IGNORE INTO freed_times (tutor_id, start, "end") VALUES (OLD.user_id, OLD.quarter * 900000, (OLD.quarter + 1) * 900000); END;
--> statement-breakpoint
CREATE TRIGGER freed_by_new_slot AFTER INSERT ON availability_slots
WHEN NEW.deleted = 0 AND NEW.purpose IN (1, 2) AND EXISTS (SELECT 1 FROM waits w WHERE w.tutor_id = NEW.user_id)
BEGIN INSERT OR IGNORE INTO freed_times (tutor_id, start, "end") VALUES (NEW.user_id, NEW.start, NEW."end"); END;
--> statement-breakpoint
CREATE TRIGGER freed_by_changed_slot AFTER UPDATE OF start, "end", purpose, deleted ON availability_slots
WHEN NEW.deleted = 0 AND NEW.purpose IN (1, 2)
  AND (OLD.deleted = 1 OR OLD.purpose NOT IN (1, 2) OR NEW.start < OLD.start OR NEW."end" > OLD."end")
  AND EXISTS (SELECT 1 FROM waits w WHERE w.tutor_id = NEW.user_id)
BEGIN INSERT OR IGNORE INTO freed_times (tutor_id, start, "end") VALUES (NEW.user_id, NEW.start, NEW."end"); END;
--> statement-breakpoint
-- Who leaves the list, or is taken off it, passes on what is offered to them.
CREATE TRIGGER waits_left AFTER DELETE ON waits
WHEN EXISTS (SELECT 1 FROM time_offers o WHERE o.student_id = OLD.student_id AND o.outcome IS NULL AND o.tutor_id = OLD.tutor_id)
BEGIN
  INSERT OR IGNORE INTO freed_times (tutor_id, start, "end")
    SELECT o.tutor_id, o.start, o."end" FROM time_offers o
    WHERE o.student_id = OLD.student_id AND o.outcome IS NULL AND o.tutor_id = OLD.tutor_id;
  UPDATE time_offers SET outcome = 'left' WHERE student_id = OLD.student_id AND outcome IS NULL AND tutor_id = OLD.tutor_id;
  DELETE FROM held_times WHERE student_id = OLD.student_id AND kind = 'offer';
END;
--> statement-breakpoint
-- An offer that ran out is passed on; the third one ends the waiting (14.6).
CREATE TRIGGER time_offers_lapsed AFTER UPDATE OF outcome ON time_offers
WHEN NEW.outcome = 'lapsed' AND OLD.outcome IS NULL
BEGIN
  INSERT OR IGNORE INTO freed_times (tutor_id, start, "end") VALUES (NEW.tutor_id, NEW.start, NEW."end");
  UPDATE waits SET lapsed = lapsed + 1 WHERE student_id = NEW.student_id AND tutor_id = NEW.tutor_id;
  DELETE FROM waits WHERE student_id = NEW.student_id AND tutor_id = NEW.tutor_id AND lapsed >= 3;
END;
--> statement-breakpoint
CREATE TRIGGER time_offers_end_once BEFORE UPDATE OF outcome ON time_offers
WHEN OLD.outcome IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- A lesson with the tutor ends the waiting for them; an offer of another time is passed on.
CREATE TRIGGER waits_end_with_lesson AFTER INSERT ON upcoming_lessons
WHEN EXISTS (SELECT 1 FROM waits w WHERE w.student_id = NEW.student_id)
BEGIN
  INSERT OR IGNORE INTO freed_times (tutor_id, start, "end")
    SELECT o.tutor_id, o.start, o."end" FROM time_offers o
    WHERE o.student_id = NEW.student_id AND o.outcome IS NULL
      AND o.tutor_id = (SELECT s.user_id FROM lessons l JOIN availability_slots s ON s.id = l.slot_id WHERE l.id = NEW.lesson_id);
  UPDATE time_offers SET outcome = 'booked'
    WHERE student_id = NEW.student_id AND outcome IS NULL
      AND tutor_id = (SELECT s.user_id FROM lessons l JOIN availability_slots s ON s.id = l.slot_id WHERE l.id = NEW.lesson_id);
  DELETE FROM held_times
    WHERE student_id = NEW.student_id AND kind = 'offer'
      AND tutor_id = (SELECT s.user_id FROM lessons l JOIN availability_slots s ON s.id = l.slot_id WHERE l.id = NEW.lesson_id);
  DELETE FROM waits
    WHERE student_id = NEW.student_id
      AND tutor_id = (SELECT s.user_id FROM lessons l JOIN availability_slots s ON s.id = l.slot_id WHERE l.id = NEW.lesson_id);
END;
