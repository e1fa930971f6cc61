-- No address is longer than a mail server takes (docs/rules/accounts.md 6.1).
CREATE TRIGGER users_email_length_insert BEFORE INSERT ON users
WHEN length(NEW.email) > 254 OR length(NEW.pending_email) > 254
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER users_email_length_update BEFORE UPDATE OF email, pending_email ON users
WHEN length(NEW.email) > 254 OR length(NEW.pending_email) > 254
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER invites_email_length_insert BEFORE INSERT ON invites
WHEN length(NEW.email) > 254
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER invites_email_length_update BEFORE UPDATE OF email ON invites
WHEN length(NEW.email) > 254
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
