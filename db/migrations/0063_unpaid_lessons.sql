DROP INDEX `lesson_outcomes_due`;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_due` ON `lesson_outcomes` (`due`,`created_at`) WHERE pay = 'waiting';
--> statement-breakpoint
-- A lesson to which only its tutor came earns where its plan was paid for (docs/rules/lessons.md 10.6).
DROP TRIGGER lesson_outcomes_of_evidence;
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
DROP TRIGGER lesson_outcomes_released;
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
