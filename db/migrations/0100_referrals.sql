CREATE TABLE `referral_codes` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_codes_code" CHECK(length("referral_codes"."code") = 10)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_codes_code_unique` ON `referral_codes` (`code`);--> statement-breakpoint
CREATE TABLE `referral_rewards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`referral_id` integer NOT NULL,
	`side` text NOT NULL,
	`user_id` integer NOT NULL,
	`minutes` integer DEFAULT 30 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`year` integer,
	`number` integer,
	`expires_at` integer NOT NULL,
	`entry_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`referral_id`) REFERENCES `referrals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `minute_entries`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_rewards_side" CHECK("referral_rewards"."side" IN ('bringer', 'friend')),
	CONSTRAINT "referral_rewards_state" CHECK("referral_rewards"."state" IN ('waiting', 'given', 'lapsed', 'taken-back')),
	CONSTRAINT "referral_rewards_minutes" CHECK("referral_rewards"."minutes" = 30),
	CONSTRAINT "referral_rewards_entry" CHECK(CASE "referral_rewards"."state" WHEN 'given' THEN "referral_rewards"."entry_id" IS NOT NULL WHEN 'taken-back' THEN 1 ELSE "referral_rewards"."entry_id" IS NULL END),
	CONSTRAINT "referral_rewards_number" CHECK(("referral_rewards"."side" = 'bringer') = ("referral_rewards"."number" IS NOT NULL) AND ("referral_rewards"."year" IS NULL) = ("referral_rewards"."number" IS NULL) AND ("referral_rewards"."number" IS NULL OR "referral_rewards"."number" BETWEEN 1 AND 10))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_rewards_entry_id_unique` ON `referral_rewards` (`entry_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `referral_rewards_once` ON `referral_rewards` (`referral_id`,`side`);--> statement-breakpoint
CREATE UNIQUE INDEX `referral_rewards_year` ON `referral_rewards` (`user_id`,`year`,`number`) WHERE number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `referral_rewards_waiting` ON `referral_rewards` (`user_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `referral_rewards_expiring` ON `referral_rewards` (`expires_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `referral_rewards_user` ON `referral_rewards` (`user_id`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`friend_id` integer NOT NULL,
	`bringer_id` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`signals` text DEFAULT '[]' NOT NULL,
	`lesson_id` integer,
	`due_at` integer,
	`decided_by` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`friend_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bringer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referrals_state" CHECK("referrals"."state" IN ('open', 'held', 'review', 'given', 'refused', 'lapsed', 'undone')),
	CONSTRAINT "referrals_older" CHECK("referrals"."bringer_id" < "referrals"."friend_id"),
	CONSTRAINT "referrals_lesson" CHECK(("referrals"."state" = 'open') = ("referrals"."lesson_id" IS NULL) AND ("referrals"."lesson_id" IS NULL) = ("referrals"."due_at" IS NULL)),
	CONSTRAINT "referrals_reason" CHECK(("referrals"."decided_by" IS NULL) = ("referrals"."reason" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_friend_id_unique` ON `referrals` (`friend_id`);--> statement-breakpoint
CREATE INDEX `referrals_bringer` ON `referrals` (`bringer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `referrals_due` ON `referrals` (`due_at`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `referrals_review` ON `referrals` (`due_at`) WHERE state = 'review';--> statement-breakpoint
CREATE INDEX `referrals_state_idx` ON `referrals` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `referrals_created` ON `referrals` (`created_at`);--> statement-breakpoint
-- A referral begins open, keeps its two people, and its state only goes forward (docs/rules/minutes.md 12.11).
CREATE TRIGGER referrals_begin_open BEFORE INSERT ON referrals
WHEN NEW.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER referrals_go_forward BEFORE UPDATE OF state, friend_id, bringer_id ON referrals
WHEN NEW.friend_id <> OLD.friend_id OR NEW.bringer_id <> OLD.bringer_id OR NOT CASE OLD.state
  WHEN 'open' THEN NEW.state IN ('held', 'review')
  WHEN 'held' THEN NEW.state IN ('open', 'review', 'given', 'lapsed')
  WHEN 'review' THEN NEW.state IN ('given', 'refused') AND NEW.decided_by IS NOT NULL
  WHEN 'given' THEN NEW.state = 'undone' AND NEW.decided_by IS NOT NULL
  ELSE 0 END
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Minutes are granted to the two of a referral that is given.
CREATE TRIGGER referral_rewards_of_given BEFORE INSERT ON referral_rewards
WHEN NEW.state <> 'waiting' OR NOT EXISTS (
  SELECT 1 FROM referrals r WHERE r.id = NEW.referral_id AND r.state = 'given'
    AND NEW.user_id = CASE NEW.side WHEN 'friend' THEN r.friend_id ELSE r.bringer_id END
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER referral_rewards_go_forward BEFORE UPDATE ON referral_rewards
WHEN NEW.referral_id <> OLD.referral_id OR NEW.side <> OLD.side OR NEW.user_id <> OLD.user_id
  OR NEW.year IS NOT OLD.year OR NEW.number IS NOT OLD.number
  OR (OLD.entry_id IS NOT NULL AND NEW.entry_id IS NOT OLD.entry_id)
  OR NOT CASE OLD.state
    WHEN 'waiting' THEN NEW.state IN ('lapsed', 'taken-back') OR (NEW.state = 'given' AND EXISTS (
      SELECT 1 FROM minute_entries e JOIN subscriptions s ON s.id = e.subscription_id
      WHERE e.id = NEW.entry_id AND e.kind = 'referral' AND e.minutes = NEW.minutes AND s.user_id = NEW.user_id
    ))
    WHEN 'given' THEN NEW.state = 'taken-back'
    ELSE 0 END
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER referral_rewards_are_kept BEFORE DELETE ON referral_rewards
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Minutes of a referral come where some wait for a plan that runs; the entry uses those that wait the longest.
CREATE TRIGGER minutes_of_referrals_granted BEFORE INSERT ON minute_entries
WHEN NEW.kind = 'referral' AND NEW.minutes > 0 AND NOT EXISTS (
  SELECT 1 FROM subscriptions s CROSS JOIN referral_rewards w ON w.user_id = s.user_id AND w.state = 'waiting'
  WHERE s.id = NEW.subscription_id AND s.period <> 3 AND s.terminated_at IS NULL
    AND s.start <= NEW.created_at AND s."end" >= NEW.created_at
    AND w.minutes = NEW.minutes AND w.expires_at > NEW.created_at
)
BEGIN SELECT RAISE(ABORT, 'subscription-required'); END;
--> statement-breakpoint
CREATE TRIGGER minutes_of_referrals_used AFTER INSERT ON minute_entries
WHEN NEW.kind = 'referral' AND NEW.minutes > 0
BEGIN
  UPDATE referral_rewards SET state = 'given', entry_id = NEW.id, updated_at = MAX(NEW.created_at, updated_at + 1)
  WHERE id = (
    SELECT w.id FROM subscriptions s CROSS JOIN referral_rewards w ON w.user_id = s.user_id AND w.state = 'waiting'
    WHERE s.id = NEW.subscription_id AND w.expires_at > NEW.created_at ORDER BY w.id LIMIT 1
  );
END;
--> statement-breakpoint
-- What was given by staff is taken back as a whole, minutes of a referral as far as they are left.
DROP TRIGGER minutes_reverse_what_was_given;
--> statement-breakpoint
CREATE TRIGGER minutes_reverse_what_was_given BEFORE INSERT ON minute_entries
WHEN NEW.reverses IS NOT NULL AND (NEW.kind <> 'adjustment' OR NOT EXISTS (
  SELECT 1 FROM minute_entries g
  WHERE g.id = NEW.reverses AND g.minutes > 0
    AND CASE g.kind WHEN 'adjustment' THEN g.minutes = -NEW.minutes WHEN 'referral' THEN -NEW.minutes BETWEEN 1 AND g.minutes ELSE 0 END
    AND g.subscription_id = NEW.subscription_id AND g.week = NEW.week
))
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- As before, and minutes of a referral come into the next week as those that were bought do.
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
    FROM subscriptions s LEFT JOIN minute_entries e
      ON e.subscription_id = s.id AND e.week BETWEEN NEW.week - 608400000 AND NEW.week - 601200000
    WHERE s.id = NEW.subscription_id AND s.period <> 3 AND s.terminated_at IS NULL AND s.start < NEW.week AND s."end" > NEW.week
  ), 0)
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
