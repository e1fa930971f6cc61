CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`given` integer NOT NULL,
	`place` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consents_kind" CHECK("consents"."kind" IN ('terms', 'privacy', 'marketing')),
	CONSTRAINT "consents_place" CHECK("consents"."place" IN ('registration', 'google', 'settings', 'question', 'link', 'staff')),
	CONSTRAINT "consents_version" CHECK("consents"."version" > 0),
	CONSTRAINT "consents_given" CHECK("consents"."given" = 1 OR ("consents"."given" = 0 AND "consents"."kind" = 'marketing'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consents_once` ON `consents` (`user_id`,`kind`,`version`) WHERE kind <> 'marketing';--> statement-breakpoint
CREATE INDEX `consents_user` ON `consents` (`user_id`,`kind`,`version`);--> statement-breakpoint
ALTER TABLE `users` ADD `accepted_terms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `accepted_privacy` integer;
--> statement-breakpoint
-- The register is proof of what was agreed to and when: a row stays as it was written (docs/rules/privacy.md 5.1).
CREATE TRIGGER consents_are_not_changed BEFORE UPDATE ON consents
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER consents_are_kept BEFORE DELETE ON consents
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- The latest of each is copied to where it is read with every request, and by mailings.
CREATE TRIGGER consents_to_terms AFTER INSERT ON consents WHEN NEW.kind = 'terms'
BEGIN UPDATE users SET accepted_terms = MAX(COALESCE(accepted_terms, 0), NEW.version) WHERE id = NEW.user_id; END;
--> statement-breakpoint
CREATE TRIGGER consents_to_privacy AFTER INSERT ON consents WHEN NEW.kind = 'privacy'
BEGIN UPDATE users SET accepted_privacy = MAX(COALESCE(accepted_privacy, 0), NEW.version) WHERE id = NEW.user_id; END;
--> statement-breakpoint
CREATE TRIGGER consents_to_marketing AFTER INSERT ON consents WHEN NEW.kind = 'marketing'
BEGIN
  INSERT INTO mailing_choices (user_id, is_wanted) VALUES (NEW.user_id, NEW.given)
  ON CONFLICT (user_id) DO UPDATE SET is_wanted = NEW.given;
END;
--> statement-breakpoint
-- An account has accepted what the register says, and nothing else.
CREATE TRIGGER users_accepted_before_registered BEFORE INSERT ON users
WHEN NEW.accepted_terms IS NOT NULL OR NEW.accepted_privacy IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER users_accepted_as_registered BEFORE UPDATE OF accepted_terms, accepted_privacy ON users
WHEN NEW.accepted_terms IS NOT (SELECT MAX(c.version) FROM consents c WHERE c.user_id = NEW.id AND c.kind = 'terms')
  OR NEW.accepted_privacy IS NOT (SELECT MAX(c.version) FROM consents c WHERE c.user_id = NEW.id AND c.kind = 'privacy')
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- Students and tutors have confirmed the first version of both texts to open their accounts, or towards the staff who opened them.
INSERT INTO consents (user_id, kind, version, given, place, created_at)
SELECT u.id, k.value, 1, 1, CASE WHEN EXISTS (
  SELECT 1 FROM audit_entries a
  WHERE a.target_kind = 'user' AND a.target_id = u.id AND a.act IN ('user.register', 'student.register')
) THEN 'staff' WHEN u.password_hash IS NULL THEN 'google' ELSE 'registration' END, u.created_at
FROM users u JOIN json_each('["terms", "privacy"]') k
WHERE u.role IN (3, 4);
--> statement-breakpoint
-- Of earlier choices nobody knows when they were made, so that they prove nothing: mailings begin with a consent of the register.
UPDATE mailing_choices SET is_wanted = 0 WHERE is_wanted = 1;
