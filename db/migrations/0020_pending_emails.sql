CREATE TABLE `previous_emails` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`email` text NOT NULL,
	`changed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `previous_emails_user` ON `previous_emails` (`user_id`);--> statement-breakpoint
CREATE INDEX `previous_emails_email` ON `previous_emails` (`email`);--> statement-breakpoint
CREATE INDEX `previous_emails_expiry` ON `previous_emails` (`expires_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `pending_email` text;--> statement-breakpoint
CREATE TRIGGER users_pending_email BEFORE UPDATE OF pending_email, verified_email, email ON users
WHEN NEW.pending_email IS NOT NULL
  AND (NEW.pending_email <> lower(NEW.pending_email) OR NEW.pending_email = NEW.email OR NEW.verified_email = 0)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER users_email_kept_for_another_insert BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM previous_emails p WHERE p.email = NEW.email AND p.expires_at > NEW.created_at)
BEGIN SELECT RAISE(ABORT, 'user-exists'); END;
--> statement-breakpoint
CREATE TRIGGER users_email_kept_for_another_update BEFORE UPDATE OF email ON users
WHEN NEW.email <> OLD.email AND EXISTS (
  SELECT 1 FROM previous_emails p WHERE p.email = NEW.email AND p.user_id <> NEW.id AND p.expires_at > NEW.updated_at
)
BEGIN SELECT RAISE(ABORT, 'user-exists'); END;
