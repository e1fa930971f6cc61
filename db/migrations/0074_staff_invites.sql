CREATE TABLE `staff_invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`role` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_by` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` integer,
	`revoked_at` integer,
	`revoked_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accepted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`revoked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_invites_email_lower" CHECK("staff_invites"."email" = lower("staff_invites"."email")),
	CONSTRAINT "staff_invites_role" CHECK("staff_invites"."role" IN (1, 2, 5, 6)),
	CONSTRAINT "staff_invites_validity" CHECK("staff_invites"."expires_at" - "staff_invites"."created_at" BETWEEN 1 AND 604800000),
	CONSTRAINT "staff_invites_accepted" CHECK(("staff_invites"."accepted_at" IS NULL) = ("staff_invites"."accepted_by" IS NULL)),
	CONSTRAINT "staff_invites_revoked" CHECK(("staff_invites"."revoked_at" IS NULL) = ("staff_invites"."revoked_by" IS NULL)),
	CONSTRAINT "staff_invites_ends_once" CHECK("staff_invites"."accepted_at" IS NULL OR "staff_invites"."revoked_at" IS NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invites_token_hash_unique` ON `staff_invites` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invites_open` ON `staff_invites` (`email`) WHERE accepted_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invites_account` ON `staff_invites` (`accepted_by`) WHERE accepted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `staff_invites_created` ON `staff_invites` (`created_at`);--> statement-breakpoint
CREATE INDEX `staff_invites_expiry` ON `staff_invites` (`expires_at`);--> statement-breakpoint
CREATE INDEX `staff_invites_email` ON `staff_invites` (`email`);
--> statement-breakpoint
-- Who invites may open such an account: admins, and to the roles of admins super admins only (docs/rules/accounts.md 2.1).
CREATE TRIGGER staff_invites_by_admins BEFORE INSERT ON staff_invites
WHEN NOT COALESCE((SELECT u.role = 1 OR (u.role = 2 AND NEW.role NOT IN (1, 2)) FROM users u WHERE u.id = NEW.created_by), 0)
BEGIN SELECT RAISE(ABORT, 'forbidden'); END;
--> statement-breakpoint
-- What was mailed stays, and an invitation ends once: docs/rules/staff.md 12.3.
CREATE TRIGGER staff_invites_end_once BEFORE UPDATE ON staff_invites
WHEN OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL OR NEW.accepted_at >= OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'invalid-verification-code'); END;
--> statement-breakpoint
CREATE TRIGGER staff_invites_stay BEFORE UPDATE ON staff_invites
WHEN NEW.id <> OLD.id OR NEW.email <> OLD.email OR NEW.role <> OLD.role OR NEW.token_hash <> OLD.token_hash
  OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at OR NEW.expires_at <> OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- It opens the account that it names, and no other.
CREATE TRIGGER staff_invites_open_their_account BEFORE UPDATE OF accepted_by ON staff_invites
WHEN NEW.accepted_by IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM users u WHERE u.id = NEW.accepted_by AND u.email = OLD.email AND u.role = OLD.role)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER staff_invites_are_kept BEFORE DELETE ON staff_invites
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
