CREATE TABLE `lesson_outcomes` (
	`lesson_id` integer PRIMARY KEY NOT NULL,
	`tutor_id` integer NOT NULL,
	`outcome` integer NOT NULL,
	`pay` text NOT NULL,
	`reason` text,
	`due` integer,
	`trial_week` integer,
	`trial_number` integer,
	`earned_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lesson_outcomes_outcome" CHECK("lesson_outcomes"."outcome" BETWEEN 1 AND 4),
	CONSTRAINT "lesson_outcomes_pay" CHECK("lesson_outcomes"."pay" IN ('earned', 'waiting', 'refused', 'none')),
	CONSTRAINT "lesson_outcomes_reason" CHECK("lesson_outcomes"."reason" IS NULL OR "lesson_outcomes"."reason" IN ('nobody-attended', 'tutor-absent', 'trial-not-held', 'trial-limit')),
	CONSTRAINT "lesson_outcomes_earned" CHECK(("lesson_outcomes"."pay" = 'earned') = ("lesson_outcomes"."earned_at" IS NOT NULL)),
	CONSTRAINT "lesson_outcomes_waiting" CHECK("lesson_outcomes"."pay" <> 'waiting' OR "lesson_outcomes"."reason" IS NOT NULL),
	CONSTRAINT "lesson_outcomes_due" CHECK("lesson_outcomes"."due" IS NULL OR "lesson_outcomes"."reason" = 'nobody-attended'),
	CONSTRAINT "lesson_outcomes_trial" CHECK(("lesson_outcomes"."trial_week" IS NULL) = ("lesson_outcomes"."trial_number" IS NULL) AND ("lesson_outcomes"."trial_number" IS NULL OR "lesson_outcomes"."trial_number" BETWEEN 1 AND 3))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lesson_outcomes_trials` ON `lesson_outcomes` (`tutor_id`,`trial_week`,`trial_number`) WHERE trial_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_waiting` ON `lesson_outcomes` (`tutor_id`) WHERE pay = 'waiting';--> statement-breakpoint
CREATE INDEX `lesson_outcomes_due` ON `lesson_outcomes` (`due`) WHERE pay = 'waiting';--> statement-breakpoint
CREATE INDEX `lesson_outcomes_earned` ON `lesson_outcomes` (`tutor_id`,`earned_at`) WHERE pay = 'earned';
--> statement-breakpoint
-- What has been earned stays earned; under the earlier rule a lesson without a decision counted as held.
INSERT INTO lesson_outcomes (lesson_id, tutor_id, outcome, pay, earned_at, created_at, updated_at)
SELECT l.id, a.owner_id, COALESCE((SELECT d.outcome FROM lesson_decisions d WHERE d.lesson_id = l.id ORDER BY d.revision DESC LIMIT 1), 1),
  'earned', e.created_at, e.created_at, e.created_at
FROM journal_entries e JOIN lessons l ON l.id = e.fact_id JOIN postings p ON p.entry_id = e.id
  JOIN accounts a ON a.id = p.account_id AND a.owner_id IS NOT NULL
WHERE e.fact_kind = 'earning';
--> statement-breakpoint
-- Lessons of tutor managers are not paid.
INSERT INTO lesson_outcomes (lesson_id, tutor_id, outcome, pay, created_at, updated_at)
SELECT l.id, u.id, COALESCE((SELECT d.outcome FROM lesson_decisions d WHERE d.lesson_id = l.id ORDER BY d.revision DESC LIMIT 1), 1),
  'none', l.start + l.duration * 60000, l.start + l.duration * 60000
FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id JOIN users u ON u.id = m.user_id AND u.role IN (3, 5)
WHERE l.canceled_at IS NULL AND (u.role = 5 OR l.price = 0) AND l.start + l.duration * 60000 < unixepoch() * 1000
  AND NOT EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = l.id);
--> statement-breakpoint
-- A lesson earns by a decision of staff, by its outcome, or after seven days without a word (docs/rules/lessons.md 10.6).
CREATE TRIGGER lesson_outcomes_of_evidence BEFORE INSERT ON lesson_outcomes
WHEN NEW.pay = 'earned' AND NOT COALESCE((
  SELECT l.canceled_at IS NULL AND l.start + l.duration * 60000 <= NEW.earned_at
    AND CASE (SELECT d.outcome FROM lesson_decisions d WHERE d.lesson_id = l.id ORDER BY d.revision DESC LIMIT 1)
      WHEN 1 THEN 1 WHEN 4 THEN 1 WHEN 2 THEN 0 WHEN 3 THEN 0
      ELSE CASE NEW.outcome
        WHEN 1 THEN NEW.trial_number IS NOT NULL OR b.period IS NOT 3
        WHEN 4 THEN b.period IS NOT 3
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
        WHEN 4 THEN b.period IS NOT 3
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
CREATE TRIGGER lesson_outcomes_stay_earned BEFORE UPDATE OF lesson_id, tutor_id, pay, earned_at ON lesson_outcomes
WHEN NEW.lesson_id IS NOT OLD.lesson_id OR NEW.tutor_id IS NOT OLD.tutor_id
  OR (OLD.pay = 'earned' AND (NEW.pay <> 'earned' OR NEW.earned_at IS NOT OLD.earned_at))
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER lesson_outcomes_are_kept BEFORE DELETE ON lesson_outcomes
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER earnings_are_released BEFORE INSERT ON journal_entries
WHEN NEW.fact_kind = 'earning'
  AND NOT EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = NEW.fact_id AND o.pay = 'earned')
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- After a word of either member the pay waits for staff.
CREATE TRIGGER reports_stop_pay AFTER INSERT ON reports
WHEN NEW.lesson_id IS NOT NULL
BEGIN UPDATE lesson_outcomes SET due = NULL WHERE lesson_id = NEW.lesson_id AND pay = 'waiting'; END;
--> statement-breakpoint
-- Pay that was released long after the lesson is proven by the next nightly proof.
CREATE TRIGGER lesson_pay_changed AFTER UPDATE OF pay ON lesson_outcomes
WHEN NEW.pay <> OLD.pay
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('lessons', OLD.lesson_id); END;
