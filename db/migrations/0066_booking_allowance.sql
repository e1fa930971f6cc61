CREATE TABLE `__new_upcoming_lessons` (
	`lesson_id` integer PRIMARY KEY NOT NULL,
	`student_id` integer NOT NULL,
	`subscription_id` integer,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_upcoming_lessons`("lesson_id", "student_id", "subscription_id", "ends_at") SELECT "lesson_id", "student_id", (SELECT e.subscription_id FROM minute_entries e WHERE e.lesson_id = u.lesson_id AND e.kind = 'booking' ORDER BY e.revision DESC LIMIT 1), "ends_at" FROM `upcoming_lessons` u;--> statement-breakpoint
DROP TABLE `upcoming_lessons`;--> statement-breakpoint
ALTER TABLE `__new_upcoming_lessons` RENAME TO `upcoming_lessons`;--> statement-breakpoint
CREATE INDEX `upcoming_lessons_student` ON `upcoming_lessons` (`student_id`,`ends_at`);--> statement-breakpoint
ALTER TABLE `plans` ADD `max_upcoming_lessons` integer DEFAULT 1 NOT NULL CONSTRAINT "plans_upcoming" CHECK("max_upcoming_lessons" BETWEEN 1 AND 8);--> statement-breakpoint
ALTER TABLE `plans` ADD `booking_weeks` integer DEFAULT 1 NOT NULL CONSTRAINT "plans_weeks" CHECK("booking_weeks" BETWEEN 1 AND 4);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `max_upcoming_lessons` integer DEFAULT 1 NOT NULL CONSTRAINT "subscriptions_upcoming" CHECK("max_upcoming_lessons" BETWEEN 1 AND 8);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `booking_weeks` integer DEFAULT 1 NOT NULL CONSTRAINT "subscriptions_weeks" CHECK("booking_weeks" BETWEEN 1 AND 4);--> statement-breakpoint
-- As many upcoming lessons as the subscription allows that pays for the new one. The batch of a booking deletes the ended ones first.
CREATE TRIGGER upcoming_lessons_allowed BEFORE INSERT ON upcoming_lessons
WHEN (SELECT COUNT(*) FROM upcoming_lessons u WHERE u.student_id = NEW.student_id)
  >= COALESCE((SELECT s.max_upcoming_lessons FROM subscriptions s WHERE s.id = NEW.subscription_id), 1)
BEGIN SELECT RAISE(ABORT, 'reached-booking-limit'); END;
--> statement-breakpoint
-- A coming week is granted when it comes; until then its bookings count against the grant that it will get.
DROP TRIGGER minutes_never_negative;
--> statement-breakpoint
CREATE TRIGGER minutes_never_negative BEFORE INSERT ON minute_entries
WHEN NEW.minutes < 0 AND NEW.minutes + (
  SELECT COALESCE(SUM(e.minutes), 0) FROM minute_entries e
  WHERE e.subscription_id = NEW.subscription_id AND e.week = NEW.week
) + CASE WHEN NEW.week > NEW.created_at THEN (
  SELECT COALESCE(SUM(s.weekly_minutes), 0) FROM subscriptions s
  WHERE s.id = NEW.subscription_id AND NOT EXISTS (
    SELECT 1 FROM minute_entries g WHERE g.subscription_id = s.id AND g.week = NEW.week AND g.kind = 'grant'
  )
) ELSE 0 END < 0
BEGIN SELECT RAISE(ABORT, 'no-enough-minutes'); END;
--> statement-breakpoint
-- A lesson is paid from its own week of a subscription that lasts until its end.
CREATE TRIGGER minutes_booked_within_term BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'booking' AND EXISTS (
  SELECT 1 FROM lessons l JOIN subscriptions s ON s.id = NEW.subscription_id
  WHERE l.id = NEW.lesson_id AND (l.start + l.duration * 60000 > s."end" OR l.start + l.duration * 60000 < NEW.week)
)
BEGIN SELECT RAISE(ABORT, 'week-boundaries-violation'); END;
