-- A period that is paid before the running one ends begins where that ends, and one at most waits: whatever is paid twice, in two tabs,
-- at two providers or late, the second finds the first (docs/rules/minutes.md 6.2, 6.3).
CREATE TRIGGER subscriptions_one_waiting BEFORE INSERT ON subscriptions
WHEN NEW.period <> 3 AND NEW.terminated_at IS NULL AND NEW.start > NEW.created_at AND (
  EXISTS (
    SELECT 1 FROM subscriptions s
    WHERE s.user_id = NEW.user_id AND s.period <> 3 AND s.terminated_at IS NULL AND s."end" > NEW.created_at AND s.start > NEW.created_at
  ) OR NOT EXISTS (
    SELECT 1 FROM subscriptions s
    WHERE s.user_id = NEW.user_id AND s.period <> 3 AND s.terminated_at IS NULL AND s.start <= NEW.created_at AND s."end" = NEW.start
  )
)
BEGIN SELECT RAISE(ABORT, 'subscription-exists'); END;
--> statement-breakpoint
-- A subscription that was made before it begins gives no minutes until then.
CREATE TRIGGER minutes_given_once_begun BEFORE INSERT ON minute_entries
WHEN NEW.kind IN ('grant', 'adjustment') AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.id = NEW.subscription_id AND s.start > s.created_at AND s.start > NEW.created_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- The first week of a subscription that has not begun may have begun at 05:00 of the same day: it counts as granted, too.
DROP TRIGGER minutes_never_negative;
--> statement-breakpoint
CREATE TRIGGER minutes_never_negative BEFORE INSERT ON minute_entries
WHEN NEW.minutes < 0 AND NEW.minutes + (
  SELECT COALESCE(SUM(e.minutes), 0) FROM minute_entries e
  WHERE e.subscription_id = NEW.subscription_id AND e.week = NEW.week
) + (
  SELECT COALESCE(SUM(s.weekly_minutes), 0) FROM subscriptions s
  WHERE s.id = NEW.subscription_id AND MAX(NEW.week, s.start) > NEW.created_at AND NOT EXISTS (
    SELECT 1 FROM minute_entries g WHERE g.subscription_id = s.id AND g.week = NEW.week AND g.kind = 'grant'
  )
) < 0
BEGIN SELECT RAISE(ABORT, 'no-enough-minutes'); END;
--> statement-breakpoint
-- A lesson is paid by a subscription that has not begun only where it ends after that has.
DROP TRIGGER minutes_booked_within_term;
--> statement-breakpoint
CREATE TRIGGER minutes_booked_within_term BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'booking' AND EXISTS (
  SELECT 1 FROM lessons l JOIN subscriptions s ON s.id = NEW.subscription_id
  WHERE l.id = NEW.lesson_id AND (l.start + l.duration * 60000 > s."end" OR l.start + l.duration * 60000 < NEW.week
    OR (s.start > NEW.created_at AND l.start + l.duration * 60000 <= s.start))
)
BEGIN SELECT RAISE(ABORT, 'week-boundaries-violation'); END;
