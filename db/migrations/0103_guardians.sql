CREATE TABLE `guardians` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`student_id` integer NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`text_version` integer NOT NULL,
	`consented_at` integer NOT NULL,
	`recorded_by` integer,
	`ended_at` integer,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "guardians_phone" CHECK("phone" GLOB '01[0125][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'),
	CONSTRAINT "guardians_name" CHECK(length("name") BETWEEN 2 AND 80),
	CONSTRAINT "guardians_text" CHECK("text_version" >= 1),
	CONSTRAINT "guardians_ended" CHECK("ended_at" IS NULL OR "ended_at" >= "consented_at")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guardians_one` ON `guardians` (`student_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `guardians_student` ON `guardians` (`student_id`,`consented_at`);--> statement-breakpoint
CREATE TABLE `__new_confirmation_codes` (
	`user_id` integer NOT NULL,
	`purpose` integer NOT NULL,
	`code` integer NOT NULL,
	`sent_to` text,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `purpose`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "confirmation_codes_code" CHECK("code" BETWEEN 10000 AND 99999),
	CONSTRAINT "confirmation_codes_purpose" CHECK("purpose" IN (1, 3, 5, 4))
);
--> statement-breakpoint
INSERT INTO `__new_confirmation_codes`("user_id", "purpose", "code", "sent_to", "sent_at", "attempts", "expires_at", "created_at") SELECT "user_id", "purpose", "code", "sent_to", "sent_at", "attempts", "expires_at", "created_at" FROM `confirmation_codes`;--> statement-breakpoint
DROP TABLE `confirmation_codes`;--> statement-breakpoint
ALTER TABLE `__new_confirmation_codes` RENAME TO `confirmation_codes`;--> statement-breakpoint
ALTER TABLE `reports` ADD `by_minor` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `reports_minors` ON `reports` (`by_minor`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_state_minors` ON `reports` (`state`,`by_minor`,`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `has_guardian` integer DEFAULT false NOT NULL CONSTRAINT "users_has_guardian" CHECK("has_guardian" BETWEEN 0 AND 1);
--> statement-breakpoint
-- A consent is of a student, and what was consented to is not changed; it ends once.
CREATE TRIGGER guardians_of_student BEFORE INSERT ON guardians
WHEN NEW.ended_at IS NOT NULL OR (SELECT u.role FROM users u WHERE u.id = NEW.student_id) IS NOT 4
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER guardians_are_not_changed BEFORE UPDATE ON guardians
WHEN NEW.id <> OLD.id OR NEW.student_id <> OLD.student_id OR NEW.name <> OLD.name OR NEW.phone <> OLD.phone
  OR NEW.text_version <> OLD.text_version OR NEW.consented_at <> OLD.consented_at OR NEW.recorded_by IS NOT OLD.recorded_by
  OR OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Consents are deleted only with the account.
CREATE TRIGGER guardians_are_kept BEFORE DELETE ON guardians
WHEN NOT EXISTS (SELECT 1 FROM erasures e
  WHERE e.user_id = OLD.student_id AND e.stopped_at IS NULL AND e.started_at IS NOT NULL AND e.done_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- The account says whether a consent is in force, so that a booking reads no other row.
CREATE TRIGGER guardians_begun AFTER INSERT ON guardians
BEGIN UPDATE users SET has_guardian = 1 WHERE id = NEW.student_id; END;
--> statement-breakpoint
CREATE TRIGGER guardians_ended AFTER UPDATE OF ended_at ON guardians
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL
BEGIN UPDATE users SET has_guardian = 0 WHERE id = NEW.student_id; END;
--> statement-breakpoint
CREATE TRIGGER guardians_erased AFTER DELETE ON guardians
WHEN OLD.ended_at IS NULL
BEGIN UPDATE users SET has_guardian = 0 WHERE id = OLD.student_id; END;
--> statement-breakpoint
CREATE TRIGGER users_guardian_consented BEFORE UPDATE OF has_guardian ON users
WHEN NEW.has_guardian <> EXISTS (SELECT 1 FROM guardians g WHERE g.student_id = NEW.id AND g.ended_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Who may still be under 18 neither books nor pays before a guardian has consented (docs/rules/privacy.md 6.2). The new year begins in
-- Cairo's winter, two hours before that of UTC.
CREATE TRIGGER upcoming_lessons_guarded BEFORE INSERT ON upcoming_lessons
WHEN EXISTS (
  SELECT 1 FROM users u CROSS JOIN lessons l
  WHERE u.id = NEW.student_id AND u.has_guardian = 0 AND l.id = NEW.lesson_id
    AND u.birth_year >= CAST(strftime('%Y', l.created_at / 1000 + 7200, 'unixepoch') AS INTEGER) - 18
)
BEGIN SELECT RAISE(ABORT, 'guardian-required'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_guarded BEFORE INSERT ON transactions
WHEN EXISTS (
  SELECT 1 FROM users u
  WHERE u.id = NEW.user_id AND u.has_guardian = 0
    AND u.birth_year >= CAST(strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch') AS INTEGER) - 18
)
BEGIN SELECT RAISE(ABORT, 'guardian-required'); END;
