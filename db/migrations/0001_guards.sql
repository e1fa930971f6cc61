-- What no code path may do, whoever writes. Each guard that an act can meet speaks the catalogue's own code.

CREATE TRIGGER slots_apart_on_insert BEFORE INSERT ON availability_slots
WHEN NEW.deleted = 0 AND EXISTS (
  SELECT 1 FROM availability_slots o
  WHERE o.user_id = NEW.user_id AND o.deleted = 0 AND o.start < NEW."end" AND o."end" > NEW.start
)
BEGIN SELECT RAISE(ABORT, 'conflicting-schedule'); END;
--> statement-breakpoint
CREATE TRIGGER slots_apart_on_update BEFORE UPDATE OF start, "end", deleted, user_id ON availability_slots
WHEN NEW.deleted = 0 AND EXISTS (
  SELECT 1 FROM availability_slots o
  WHERE o.user_id = NEW.user_id AND o.id <> NEW.id AND o.deleted = 0 AND o.start < NEW."end" AND o."end" > NEW.start
)
BEGIN SELECT RAISE(ABORT, 'conflicting-schedule'); END;
--> statement-breakpoint
-- A slot is not taken away from under a lesson that somebody has just booked: cancel it first. `updated_at` is now.
CREATE TRIGGER slots_hold_their_lessons BEFORE UPDATE OF start, "end", deleted ON availability_slots
WHEN EXISTS (
  SELECT 1 FROM lessons l
  WHERE l.slot_id = NEW.id AND l.canceled_at IS NULL AND l.start + l.duration * 60000 > NEW.updated_at
    AND (NEW.deleted = 1 OR l.start < NEW.start OR l.start + l.duration * 60000 > NEW."end")
)
BEGIN SELECT RAISE(ABORT, 'conflicting-lessons'); END;
--> statement-breakpoint
-- A lesson lies inside a living slot of its purpose, as the slot is at the moment of writing.
CREATE TRIGGER lessons_in_slot_on_insert BEFORE INSERT ON lessons
WHEN NEW.canceled_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM availability_slots s
  WHERE s.id = NEW.slot_id AND s.deleted = 0 AND s.purpose IN (1, 2)
    AND s.start <= NEW.start AND s."end" >= NEW.start + NEW.duration * 60000
)
BEGIN SELECT RAISE(ABORT, 'slot-not-found'); END;
--> statement-breakpoint
CREATE TRIGGER lessons_in_slot_on_update BEFORE UPDATE OF start, duration, slot_id ON lessons
WHEN NEW.canceled_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM availability_slots s
  WHERE s.id = NEW.slot_id AND s.deleted = 0 AND s.purpose IN (1, 2)
    AND s.start <= NEW.start AND s."end" >= NEW.start + NEW.duration * 60000
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
-- A lesson has one living booking: the next needs the return of the one before.
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
-- One living paid subscription a student: a second payment at the same moment finds the first.
CREATE TRIGGER subscriptions_one_living BEFORE INSERT ON subscriptions
WHEN NEW.period <> 3 AND NEW.terminated_at IS NULL AND EXISTS (
  SELECT 1 FROM subscriptions s
  WHERE s.user_id = NEW.user_id AND s.period <> 3 AND s.terminated_at IS NULL AND s.start < NEW."end" AND s."end" > NEW.start
)
BEGIN SELECT RAISE(ABORT, 'subscription-exists'); END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_stay_terminated BEFORE UPDATE OF terminated_at ON subscriptions
WHEN OLD.terminated_at IS NOT NULL AND NEW.terminated_at IS NOT OLD.terminated_at
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER coupons_used_no_more BEFORE INSERT ON coupon_redemptions
WHEN EXISTS (SELECT 1 FROM coupons c WHERE c.id = NEW.coupon_id AND c.used_count >= c.max_uses)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER coupons_count_a_use AFTER INSERT ON coupon_redemptions
BEGIN UPDATE coupons SET used_count = used_count + 1 WHERE id = NEW.coupon_id; END;
--> statement-breakpoint
CREATE TRIGGER coupons_count_a_use_given_back AFTER DELETE ON coupon_redemptions
BEGIN UPDATE coupons SET used_count = used_count - 1 WHERE id = OLD.coupon_id; END;
--> statement-breakpoint
-- Never more is given back than was paid; a refund that failed counts for nothing.
CREATE TRIGGER refunds_within_payment BEFORE INSERT ON refunds
WHEN NEW.status <> 'failed' AND NEW.amount + (
  SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.tx_id = NEW.tx_id AND r.status <> 'failed'
) > (SELECT t.amount FROM transactions t WHERE t.id = NEW.tx_id)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER refunds_stay_decided BEFORE UPDATE ON refunds
WHEN OLD.status <> 'pending' OR NEW.amount <> OLD.amount OR NEW.tx_id <> OLD.tx_id
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER journal_balances BEFORE INSERT ON journal_entries
WHEN json_array_length(NEW.lines) < 2 OR (SELECT SUM(l.value ->> 'amount') FROM json_each(NEW.lines) l) <> 0
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Two withdrawals at once cannot both take the same earnings.
CREATE TRIGGER journal_posts AFTER INSERT ON journal_entries
BEGIN
  INSERT INTO postings (entry_id, line, account_id, amount)
  SELECT NEW.id, l.key, (SELECT a.id FROM accounts a WHERE a.code = l.value ->> 'account'), l.value ->> 'amount'
  FROM json_each(NEW.lines) l;
  SELECT RAISE(ABORT, 'invoice-max-amount-exceeded') FROM postings p JOIN accounts a ON a.id = p.account_id
  WHERE p.entry_id = NEW.id AND p.amount < 0 AND a.must_not_go_negative = 1
    AND (SELECT SUM(o.amount) FROM postings o WHERE o.account_id = a.id) < 0;
END;
--> statement-breakpoint
CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER postings_are_lines_of_entries BEFORE INSERT ON postings
WHEN NOT EXISTS (
  SELECT 1 FROM journal_entries e, json_each(e.lines) l JOIN accounts a ON a.code = l.value ->> 'account'
  WHERE e.id = NEW.entry_id AND l.key = NEW.line AND a.id = NEW.account_id AND l.value ->> 'amount' = NEW.amount
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
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
