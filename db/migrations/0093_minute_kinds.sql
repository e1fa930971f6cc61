-- Two kinds of entries are new, and a CHECK names the kinds: the table is built anew. Triggers of other tables that name it go with it.
DROP TRIGGER lesson_outcomes_of_evidence;
--> statement-breakpoint
DROP TRIGGER lesson_outcomes_released;
--> statement-breakpoint
CREATE TABLE `__new_minute_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscription_id` integer NOT NULL,
	`week` integer NOT NULL,
	`kind` text NOT NULL,
	`minutes` integer NOT NULL,
	`lesson_id` integer,
	`revision` integer DEFAULT 0 NOT NULL,
	`given_by` integer,
	`reason` text,
	`reverses` integer,
	`tx_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`given_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses`) REFERENCES `__new_minute_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "minutes_kind" CHECK("kind" IN ('grant', 'booking', 'return', 'adjustment', 'carry-over', 'top-up', 'plan-change', 'referral')),
	CONSTRAINT "minutes_sign" CHECK(CASE WHEN "kind" = 'booking' THEN "minutes" < 0 WHEN "kind" IN ('adjustment', 'top-up', 'plan-change') THEN "minutes" <> 0 ELSE "minutes" > 0 END),
	CONSTRAINT "minutes_revision" CHECK("revision" >= 0),
	CONSTRAINT "minutes_lesson" CHECK(("kind" IN ('booking', 'return')) = ("lesson_id" IS NOT NULL)),
	CONSTRAINT "minutes_order" CHECK(("kind" IN ('top-up', 'plan-change')) = ("tx_id" IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `__new_minute_entries`("id", "subscription_id", "week", "kind", "minutes", "lesson_id", "revision", "given_by", "reason", "reverses", "tx_id", "created_at") SELECT "id", "subscription_id", "week", "kind", "minutes", "lesson_id", "revision", "given_by", "reason", "reverses", "tx_id", "created_at" FROM `minute_entries` ORDER BY "id";
--> statement-breakpoint
DROP TABLE `minute_entries`;
--> statement-breakpoint
ALTER TABLE `__new_minute_entries` RENAME TO `minute_entries`;
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_one_grant` ON `minute_entries` (`subscription_id`,`week`) WHERE kind = 'grant';
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_carried_once` ON `minute_entries` (`subscription_id`,`week`) WHERE kind = 'carry-over';
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_topped_up_once` ON `minute_entries` (`tx_id`) WHERE kind = 'top-up' AND minutes > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_top_up_taken_back_once` ON `minute_entries` (`tx_id`) WHERE kind = 'top-up' AND minutes < 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_plan_changed_once` ON `minute_entries` (`tx_id`) WHERE kind = 'plan-change' AND minutes > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_plan_change_taken_back_once` ON `minute_entries` (`tx_id`) WHERE kind = 'plan-change' AND minutes < 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_once` ON `minute_entries` (`lesson_id`,`kind`,`revision`) WHERE lesson_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_reversed_once` ON `minute_entries` (`reverses`) WHERE reverses IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `minutes_week` ON `minute_entries` (`subscription_id`,`week`);
--> statement-breakpoint
CREATE INDEX `minutes_granted` ON `minute_entries` (`created_at`) WHERE kind = 'grant';
--> statement-breakpoint
CREATE TRIGGER minutes_spent_on_living_subscription BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'booking' AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.id = NEW.subscription_id AND s.terminated_at IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_return_what_was_booked BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'return' AND NOT EXISTS (
  SELECT 1 FROM minute_entries b
  WHERE b.kind = 'booking' AND b.lesson_id = NEW.lesson_id AND b.revision = NEW.revision
    AND b.subscription_id = NEW.subscription_id AND b.week = NEW.week AND b.minutes = -NEW.minutes
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_booked_by_turns BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'booking' AND NEW.revision > 0 AND NOT EXISTS (
  SELECT 1 FROM minute_entries r
  WHERE r.kind = 'return' AND r.lesson_id = NEW.lesson_id AND r.revision = NEW.revision - 1
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_are_not_changed BEFORE UPDATE ON minute_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_are_kept BEFORE DELETE ON minute_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_given_to_living_subscription BEFORE INSERT ON minute_entries
WHEN NEW.kind IN ('adjustment', 'referral') AND NEW.minutes > 0 AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.id = NEW.subscription_id AND s.terminated_at IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_reverse_what_was_given BEFORE INSERT ON minute_entries
WHEN NEW.reverses IS NOT NULL AND (NEW.kind <> 'adjustment' OR NOT EXISTS (
  SELECT 1 FROM minute_entries g
  WHERE g.id = NEW.reverses AND g.kind = 'adjustment' AND g.minutes > 0 AND g.minutes = -NEW.minutes
    AND g.subscription_id = NEW.subscription_id AND g.week = NEW.week
))
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER lesson_outcomes_of_evidence BEFORE INSERT ON lesson_outcomes
WHEN NEW.pay = 'earned' AND NOT COALESCE((
  SELECT l.canceled_at IS NULL AND l.start + l.duration * 60000 <= NEW.earned_at
    AND CASE (SELECT d.outcome FROM lesson_decisions d WHERE d.lesson_id = l.id ORDER BY d.revision DESC LIMIT 1)
      WHEN 1 THEN 1 WHEN 4 THEN 1 WHEN 2 THEN 0 WHEN 3 THEN 0
      ELSE CASE NEW.outcome
        WHEN 1 THEN NEW.trial_number IS NOT NULL OR b.period IS NOT 3
        WHEN 4 THEN b.period IS NOT 3 AND b.amount > 0 AND b.status IN (1, 5)
        WHEN 2 THEN NEW.due >= l.start + l.duration * 60000 + 604800000 AND NEW.due <= NEW.earned_at
          AND b.amount > 0 AND b.status IN (1, 5)
          AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = l.id)
        ELSE 0 END
      END
  FROM lessons l LEFT JOIN (
    SELECT e.lesson_id, s.period, t.amount, t.status
    FROM minute_entries e JOIN subscriptions s ON s.id = e.subscription_id LEFT JOIN transactions t ON t.id = s.tx_id
    WHERE e.lesson_id = NEW.lesson_id AND e.kind = 'booking' ORDER BY e.revision DESC LIMIT 1
  ) b ON b.lesson_id = l.id
  WHERE l.id = NEW.lesson_id), 0)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER lesson_outcomes_released BEFORE UPDATE OF pay ON lesson_outcomes
WHEN OLD.pay <> 'earned' AND NEW.pay = 'earned' AND NOT COALESCE((
  SELECT l.canceled_at IS NULL AND l.start + l.duration * 60000 <= NEW.earned_at
    AND CASE (SELECT d.outcome FROM lesson_decisions d WHERE d.lesson_id = l.id ORDER BY d.revision DESC LIMIT 1)
      WHEN 1 THEN 1 WHEN 4 THEN 1 WHEN 2 THEN 0 WHEN 3 THEN 0
      ELSE CASE NEW.outcome
        WHEN 1 THEN NEW.trial_number IS NOT NULL OR b.period IS NOT 3
        WHEN 4 THEN b.period IS NOT 3 AND b.amount > 0 AND b.status IN (1, 5)
        WHEN 2 THEN NEW.due >= l.start + l.duration * 60000 + 604800000 AND NEW.due <= NEW.earned_at
          AND b.amount > 0 AND b.status IN (1, 5)
          AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = l.id)
        ELSE 0 END
      END
  FROM lessons l LEFT JOIN (
    SELECT e.lesson_id, s.period, t.amount, t.status
    FROM minute_entries e JOIN subscriptions s ON s.id = e.subscription_id LEFT JOIN transactions t ON t.id = s.tx_id
    WHERE e.lesson_id = NEW.lesson_id AND e.kind = 'booking' ORDER BY e.revision DESC LIMIT 1
  ) b ON b.lesson_id = l.id
  WHERE l.id = NEW.lesson_id), 0)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_given_once_begun BEFORE INSERT ON minute_entries
WHEN NEW.kind IN ('grant', 'adjustment', 'carry-over', 'top-up', 'plan-change', 'referral') AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.id = NEW.subscription_id AND s.start > s.created_at AND s.start > NEW.created_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- A week holds what came into it less what was spent, and less what was carried out of it: those minutes are of the next week.
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
) < 0
BEGIN SELECT RAISE(ABORT, 'no-enough-minutes'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_booked_within_term BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'booking' AND EXISTS (
  SELECT 1 FROM lessons l JOIN subscriptions s ON s.id = NEW.subscription_id
  WHERE l.id = NEW.lesson_id AND (l.start + l.duration * 60000 > s."end" OR l.start + l.duration * 60000 < NEW.week
    OR (s.start > NEW.created_at AND l.start + l.duration * 60000 <= s.start))
)
BEGIN SELECT RAISE(ABORT, 'week-boundaries-violation'); END;
--> statement-breakpoint
-- Carried over is at most what the week before has left of its own grant, once, when the week has begun and before its grant
-- (docs/rules/minutes.md 7.1, 7.3). Weeks begin seven days apart, an hour more or less where clocks change. Whatever is bought for a week
-- comes into the next one, too. Its own grant is what it was granted, and what a change of plan added.
CREATE TRIGGER minutes_carried_are_left BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'carry-over' AND (
  NEW.week > NEW.created_at
  OR EXISTS (
    SELECT 1 FROM minute_entries g WHERE g.subscription_id = NEW.subscription_id AND g.week = NEW.week AND g.kind = 'grant'
  )
  OR NEW.minutes > COALESCE((
    SELECT MIN(
      s.carries_over * (TOTAL(e.minutes) FILTER (WHERE e.kind IN ('grant', 'plan-change')) + CASE WHEN MAX(e.kind = 'grant') = 1 THEN 0 ELSE s.weekly_minutes END)
        + TOTAL(e.minutes) FILTER (WHERE e.kind = 'top-up'),
      TOTAL(e.minutes) + CASE WHEN MAX(e.kind = 'grant') = 1 THEN 0 ELSE s.weekly_minutes END
    )
    FROM subscriptions s LEFT JOIN minute_entries e
      ON e.subscription_id = s.id AND e.week BETWEEN NEW.week - 608400000 AND NEW.week - 601200000
    WHERE s.id = NEW.subscription_id AND s.period <> 3 AND s.terminated_at IS NULL AND s.start < NEW.week AND s."end" > NEW.week
  ), 0)
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Bought minutes are those of an order of the same student that is paid, for a plan that runs: it may have ended since the act read it.
CREATE TRIGGER minutes_topped_up_as_paid BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'top-up' AND NEW.minutes > 0 AND NOT EXISTS (
  SELECT 1 FROM subscriptions s CROSS JOIN transactions t ON t.id = NEW.tx_id
  WHERE s.id = NEW.subscription_id AND t.user_id = s.user_id AND t.top_up_minutes = NEW.minutes AND t.paid_at IS NOT NULL
    AND s.period <> 3 AND s.terminated_at IS NULL AND s.start <= NEW.created_at AND s."end" >= NEW.created_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- Taken back is at most what was bought, in its own week.
CREATE TRIGGER minutes_top_up_taken_back BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'top-up' AND NEW.minutes < 0 AND NOT EXISTS (
  SELECT 1 FROM minute_entries b
  WHERE b.tx_id = NEW.tx_id AND b.kind = 'top-up' AND b.minutes > 0 AND b.minutes >= -NEW.minutes
    AND b.subscription_id = NEW.subscription_id AND b.week = NEW.week
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
