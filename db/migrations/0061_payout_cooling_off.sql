CREATE TABLE `credential_changes` (
	`user_id` integer NOT NULL,
	`credential` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `credential`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credential_changes_credential" CHECK("credential_changes"."credential" IN ('password', 'phone', 'email'))
);
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `cooling_off_waived_by` integer REFERENCES users(id);
--> statement-breakpoint
-- Of tutors, who alone are paid. A first number is no change; a hash alone, without a new version, is the same password.
CREATE TRIGGER tutor_credentials_changed AFTER UPDATE OF password_hash, phone, email ON users
WHEN NEW.role = 3 AND (NEW.email <> OLD.email OR (OLD.phone IS NOT NULL AND NEW.phone IS NOT OLD.phone)
  OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.updated_at <> OLD.updated_at))
BEGIN
  INSERT INTO credential_changes (user_id, credential, changed_at)
  SELECT NEW.id, c.credential, NEW.updated_at FROM (
    SELECT 'email' AS credential, NEW.email <> OLD.email AS is_changed
    UNION ALL SELECT 'phone', OLD.phone IS NOT NULL AND NEW.phone IS NOT OLD.phone
    UNION ALL SELECT 'password', NEW.password_hash IS NOT OLD.password_hash AND NEW.updated_at <> OLD.updated_at
  ) c WHERE c.is_changed
  ON CONFLICT (user_id, credential) DO UPDATE SET changed_at = MAX(changed_at, excluded.changed_at);
END;
--> statement-breakpoint
-- For three days after a change no request is approved, unless a super admin waives it: docs/rules/money.md 9.10, 9.11. What is paid in
-- the same batch was not paid before.
CREATE TRIGGER withdrawals_cool_off BEFORE UPDATE OF status ON withdrawals
WHEN NEW.status = 3 AND OLD.status <> 3
  AND (SELECT u.role FROM users u WHERE u.id = NEW.cooling_off_waived_by) IS NOT 1
  AND (
    EXISTS (SELECT 1 FROM credential_changes c
      WHERE c.user_id = NEW.user_id AND c.changed_at + 259200000 > NEW.updated_at)
    OR (NEW.created_at + 259200000 > NEW.updated_at
      AND EXISTS (SELECT 1 FROM withdrawals w
        WHERE w.user_id = NEW.user_id AND +w.status = 3 AND w.updated_at < NEW.updated_at)
      AND NOT EXISTS (SELECT 1 FROM withdrawals w
        WHERE w.user_id = NEW.user_id AND +w.status = 3 AND +w.receiver = NEW.receiver))
  )
BEGIN SELECT RAISE(ABORT, 'invoice-cooling-off'); END;
