CREATE TABLE `pauses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscription_id` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`created_by` integer NOT NULL,
	`reason` text,
	`ended_at` integer,
	`ended_by` integer,
	`end_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pauses_length" CHECK("end" - "start" BETWEEN 0 AND 1818000000),
	CONSTRAINT "pauses_later" CHECK("start" > "created_at"),
	CONSTRAINT "pauses_ended" CHECK(("ended_at" IS NULL) = ("ended_by" IS NULL)),
	CONSTRAINT "pauses_end_reason" CHECK("end_reason" IS NULL OR "ended_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `pauses_subscription` ON `pauses` (`subscription_id`,`start`);
--> statement-breakpoint
ALTER TABLE `plans` ADD `pausable` integer DEFAULT false NOT NULL CONSTRAINT "plans_pausable" CHECK("pausable" BETWEEN 0 AND 1);
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pausable` integer DEFAULT false NOT NULL CONSTRAINT "subscriptions_pausable" CHECK("pausable" = 0 OR ("pausable" = 1 AND "period" <> 3));
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paused_from` integer CONSTRAINT "subscriptions_paused" CHECK("paused_from" IS NULL OR "period" <> 3);
--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paused_until` integer CONSTRAINT "subscriptions_pause" CHECK(("paused_from" IS NULL) = ("paused_until" IS NULL) AND ("paused_from" IS NULL OR "paused_until" > "paused_from"));
--> statement-breakpoint
-- A pause is one of a plan that runs and goes on after it, and that includes pauses unless staff give a reason.
CREATE TRIGGER pauses_of_running_plan BEFORE INSERT ON pauses
WHEN NOT EXISTS (
  SELECT 1 FROM subscriptions s
  WHERE s.id = NEW.subscription_id AND s.period <> 3 AND s.terminated_at IS NULL AND s.start <= NEW.created_at AND s."end" > NEW.start
    AND NEW."end" > NEW.start AND (s.pausable = 1 OR NEW.reason IS NOT NULL)
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- At least a week lies between two pauses, so that what is left of a week comes into one other week only.
CREATE TRIGGER pauses_one_after_another BEFORE INSERT ON pauses
WHEN EXISTS (
  SELECT 1 FROM pauses p WHERE p.subscription_id = NEW.subscription_id AND p."end" > p.start AND p."end" >= NEW.start
)
BEGIN SELECT RAISE(ABORT, 'subscription-paused'); END;
--> statement-breakpoint
-- Of a student's pauses those that begin within thirteen weeks are two at most, of three weeks in all; clocks change by an hour.
CREATE TRIGGER pauses_within_allowance BEFORE INSERT ON pauses
WHEN NEW.reason IS NULL AND (
  SELECT COUNT(*) >= 2 OR TOTAL(p."end" - p.start) + NEW."end" - NEW.start > 1825200000
  FROM subscriptions own CROSS JOIN subscriptions s ON s.user_id = own.user_id CROSS JOIN pauses p ON p.subscription_id = s.id
  WHERE own.id = NEW.subscription_id AND p."end" > p.start AND p.start > NEW.start - 7858800000
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Its weeks hold neither a grant nor a lesson.
CREATE TRIGGER pauses_of_empty_weeks BEFORE INSERT ON pauses
WHEN EXISTS (
  SELECT 1 FROM minute_entries e
  WHERE e.subscription_id = NEW.subscription_id AND e.week >= NEW.start AND e.week < NEW."end" GROUP BY e.week HAVING SUM(e.minutes) <> 0
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER pauses_on_subscription AFTER INSERT ON pauses
BEGIN UPDATE subscriptions SET paused_from = NEW.start, paused_until = NEW."end" WHERE id = NEW.subscription_id; END;
--> statement-breakpoint
-- A pause changes once: it ends earlier, with a week that has not begun, or is undone before it begins.
CREATE TRIGGER pauses_end_early BEFORE UPDATE ON pauses
WHEN OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL OR NEW.id <> OLD.id OR NEW.subscription_id <> OLD.subscription_id OR NEW.start <> OLD.start
  OR NEW."end" >= OLD."end" OR NEW."end" <= NEW.ended_at
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER pauses_ended_on_subscription AFTER UPDATE OF "end" ON pauses
BEGIN UPDATE subscriptions
  SET paused_from = CASE WHEN NEW."end" > NEW.start THEN NEW.start END, paused_until = CASE WHEN NEW."end" > NEW.start THEN NEW."end" END
  WHERE id = NEW.subscription_id;
END;
--> statement-breakpoint
CREATE TRIGGER pauses_are_kept BEFORE DELETE ON pauses
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_not_in_pause BEFORE INSERT ON minute_entries
WHEN NEW.kind <> 'return' AND EXISTS (
  SELECT 1 FROM pauses p WHERE p.subscription_id = NEW.subscription_id AND p.start <= NEW.week AND p."end" > NEW.week
)
BEGIN SELECT RAISE(ABORT, 'subscription-paused'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_booked_in_week_of_plan BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'booking' AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.id = NEW.subscription_id AND s.period <> 3 AND NEW.week > MAX(s.start, s."end" - 594000000)
)
BEGIN SELECT RAISE(ABORT, 'week-boundaries-violation'); END;
--> statement-breakpoint
-- A subscription becomes longer by its pauses only; clocks change by an hour.
CREATE TRIGGER subscriptions_longer_by_pauses BEFORE UPDATE OF "end" ON subscriptions
WHEN NEW."end" > OLD."end" AND NEW.period <> 3
  AND NEW."end" - NEW.start > CASE NEW.period WHEN 0 THEN 4 WHEN 1 THEN 12 ELSE 52 END * 604800000 + 7200000
    + (SELECT TOTAL(p."end" - p.start) FROM pauses p WHERE p.subscription_id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- No coming lesson remains outside of the subscription that pays for it, or paid from a week that is none of its weeks any more: the last one
-- begins a week before the end, an hour or some more.
CREATE TRIGGER subscriptions_moved_around_lessons BEFORE UPDATE OF start, "end" ON subscriptions
WHEN EXISTS (
  SELECT 1 FROM upcoming_lessons u CROSS JOIN lessons l ON l.id = u.lesson_id CROSS JOIN minute_entries e ON e.lesson_id = l.id AND e.kind = 'booking'
  WHERE u.student_id = NEW.user_id AND e.subscription_id = NEW.id
    AND ((NEW."end" < OLD."end" AND (l.start + l.duration * 60000 > NEW."end" OR e.week > MAX(NEW.start, NEW."end" - 594000000))) OR (NEW.start > OLD.start AND l.start + l.duration * 60000 <= NEW.start))
    AND NOT EXISTS (SELECT 1 FROM minute_entries r WHERE r.lesson_id = e.lesson_id AND r.kind = 'return' AND r.revision = e.revision)
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- What is carried over comes from the week before, and into the first week after a pause from the last one before it
-- (docs/rules/minutes.md 7.1, 7.3, 10.6). Weeks begin seven days apart, an hour more or less where clocks change. Whatever is bought for a
-- week comes into the next one, too. Its own grant is what it was granted, and what a change of plan added.
DROP TRIGGER minutes_carried_are_left;
--> statement-breakpoint
CREATE TRIGGER minutes_carried_are_left BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'carry-over' AND (
  NEW.week > NEW.created_at
  OR EXISTS (
    SELECT 1 FROM minute_entries g WHERE g.subscription_id = NEW.subscription_id AND g.week = NEW.week AND g.kind = 'grant'
  )
  OR NEW.minutes > COALESCE((
    SELECT MIN(
      s.carries_over * (TOTAL(e.minutes) FILTER (WHERE e.kind IN ('grant', 'plan-change')) + CASE WHEN MAX(e.kind = 'grant') = 1 THEN 0 ELSE s.weekly_minutes END)
        + TOTAL(e.minutes) FILTER (WHERE e.kind IN ('top-up', 'referral')),
      TOTAL(e.minutes) + CASE WHEN MAX(e.kind = 'grant') = 1 THEN 0 ELSE s.weekly_minutes END
    )
    FROM (
      SELECT COALESCE((
        SELECT p.start FROM pauses p WHERE p.subscription_id = NEW.subscription_id AND p."end" = NEW.week AND p.start < p."end"
      ), NEW.week) AS follows
    ) w CROSS JOIN subscriptions s LEFT JOIN minute_entries e
      ON e.subscription_id = s.id AND e.week BETWEEN w.follows - 608400000 AND w.follows - 601200000
    WHERE s.id = NEW.subscription_id AND s.period <> 3 AND s.terminated_at IS NULL AND s.start < NEW.week AND s."end" > NEW.week
  ), 0)
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
DROP TRIGGER minutes_never_negative;
--> statement-breakpoint
-- A week holds what came into it less what was spent, and less what was carried out of it: those minutes are of the next week, or of the
-- first one after a pause.
CREATE TRIGGER minutes_never_negative BEFORE INSERT ON minute_entries
WHEN NEW.minutes < 0 AND NEW.minutes + (
  SELECT COALESCE(SUM(e.minutes), 0) FROM minute_entries e
  WHERE e.subscription_id = NEW.subscription_id AND e.week = NEW.week
) + (
  SELECT COALESCE(SUM(s.weekly_minutes), 0) FROM subscriptions s
  WHERE s.id = NEW.subscription_id AND MAX(NEW.week, s.start) > NEW.created_at AND NOT EXISTS (
    SELECT 1 FROM minute_entries g WHERE g.subscription_id = s.id AND g.week = NEW.week AND g.kind = 'grant'
  )
) - (
  SELECT COALESCE(SUM(c.minutes), 0) FROM minute_entries c
  WHERE c.subscription_id = NEW.subscription_id AND c.kind = 'carry-over' AND c.week BETWEEN NEW.week + 601200000 AND NEW.week + 608400000
) - (
  SELECT COALESCE(SUM(c.minutes), 0) FROM pauses p CROSS JOIN minute_entries c
    ON c.subscription_id = p.subscription_id AND c.week = p."end" AND c.kind = 'carry-over'
  WHERE p.subscription_id = NEW.subscription_id AND p.start < p."end" AND p.start BETWEEN NEW.week + 601200000 AND NEW.week + 608400000
) < 0
BEGIN SELECT RAISE(ABORT, 'no-enough-minutes'); END;
