-- What no code path may do, whoever writes. Each guard that an act can meet speaks the catalogue's own code.

CREATE TRIGGER slots_apart_on_insert BEFORE INSERT ON availability_slots
WHEN NEW.deleted = 0 AND EXISTS (
  SELECT 1 FROM availability_slots o
  WHERE o.user_id = NEW.user_id AND o.deleted = 0 AND o.start < NEW.end AND o.end > NEW.start
)
BEGIN SELECT RAISE(ABORT, 'conflicting-schedule'); END;
--> statement-breakpoint
CREATE TRIGGER slots_apart_on_update BEFORE UPDATE OF start, end, deleted ON availability_slots
WHEN NEW.deleted = 0 AND EXISTS (
  SELECT 1 FROM availability_slots o
  WHERE o.user_id = NEW.user_id AND o.id <> NEW.id AND o.deleted = 0 AND o.start < NEW.end AND o.end > NEW.start
)
BEGIN SELECT RAISE(ABORT, 'conflicting-schedule'); END;
--> statement-breakpoint
-- A lesson lies inside a living slot of its purpose, as the slot is at the moment of writing.
CREATE TRIGGER lessons_in_slot_on_insert BEFORE INSERT ON lessons
WHEN NEW.canceled_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM availability_slots s
  WHERE s.id = NEW.slot_id AND s.deleted = 0 AND s.purpose IN (1, 2)
    AND s.start <= NEW.start AND s.end >= NEW.start + NEW.duration * 60000
)
BEGIN SELECT RAISE(ABORT, 'slot-not-found'); END;
--> statement-breakpoint
CREATE TRIGGER lessons_in_slot_on_update BEFORE UPDATE OF start, duration, slot_id ON lessons
WHEN NEW.canceled_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM availability_slots s
  WHERE s.id = NEW.slot_id AND s.deleted = 0 AND s.purpose IN (1, 2)
    AND s.start <= NEW.start AND s.end >= NEW.start + NEW.duration * 60000
)
BEGIN SELECT RAISE(ABORT, 'slot-not-found'); END;
--> statement-breakpoint
CREATE TRIGGER lessons_stay_canceled BEFORE UPDATE ON lessons
WHEN OLD.canceled_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'lesson-time-passed'); END;
--> statement-breakpoint
CREATE TRIGGER lessons_are_kept BEFORE DELETE ON lessons
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_never_negative BEFORE INSERT ON minute_entries
WHEN NEW.minutes < 0 AND NEW.minutes + (
  SELECT COALESCE(SUM(e.minutes), 0) FROM minute_entries e
  WHERE e.subscription_id = NEW.subscription_id AND e.week = NEW.week
) < 0
BEGIN SELECT RAISE(ABORT, 'no-enough-minutes'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_spent_on_living_subscription BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'booking' AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.id = NEW.subscription_id AND s.terminated_at IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
-- Minutes come back for a booking only, of the same lesson, week and size.
CREATE TRIGGER minutes_return_what_was_booked BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'return' AND NOT EXISTS (
  SELECT 1 FROM minute_entries b
  WHERE b.kind = 'booking' AND b.lesson_id = NEW.lesson_id AND b.revision = NEW.revision
    AND b.subscription_id = NEW.subscription_id AND b.week = NEW.week AND b.minutes = -NEW.minutes
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_are_not_changed BEFORE UPDATE ON minute_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_are_kept BEFORE DELETE ON minute_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- One living paid subscription a student: a second payment at the same moment finds the first.
CREATE TRIGGER subscriptions_one_living BEFORE INSERT ON subscriptions
WHEN NEW.period <> 3 AND NEW.terminated_at IS NULL AND EXISTS (
  SELECT 1 FROM subscriptions s
  WHERE s.user_id = NEW.user_id AND s.period <> 3 AND s.terminated_at IS NULL AND s.start < NEW.end AND s.end > NEW.start
)
BEGIN SELECT RAISE(ABORT, 'subscription-exists'); END;
--> statement-breakpoint
CREATE TRIGGER journal_seals_balanced BEFORE UPDATE OF sealed ON journal_entries
WHEN NEW.sealed = 1 AND (
  (SELECT COUNT(*) FROM postings p WHERE p.entry_id = NEW.id) < 2
  OR (SELECT SUM(p.amount) FROM postings p WHERE p.entry_id = NEW.id) <> 0
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER journal_begins_open BEFORE INSERT ON journal_entries
WHEN NEW.sealed <> 0
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER journal_stays_sealed BEFORE UPDATE ON journal_entries
WHEN OLD.sealed = 1
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER postings_into_open_entries BEFORE INSERT ON postings
WHEN (SELECT e.sealed FROM journal_entries e WHERE e.id = NEW.entry_id) = 1
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Two withdrawals at once cannot both take the same earnings.
CREATE TRIGGER postings_never_overdraw BEFORE INSERT ON postings
WHEN NEW.amount < 0 AND (SELECT a.must_not_go_negative FROM accounts a WHERE a.id = NEW.account_id) = 1
  AND NEW.amount + (SELECT COALESCE(SUM(p.amount), 0) FROM postings p WHERE p.account_id = NEW.account_id) < 0
BEGIN SELECT RAISE(ABORT, 'invoice-max-amount-exceeded'); END;
--> statement-breakpoint
CREATE TRIGGER postings_are_not_changed BEFORE UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER postings_are_kept BEFORE DELETE ON postings
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
