CREATE TABLE `erased_proofs` (
	`hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`due` integer NOT NULL,
	`stopped_at` integer,
	`started_at` integer,
	`done_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "erasures_not_stopped_and_done" CHECK("erasures"."stopped_at" IS NULL OR "erasures"."started_at" IS NULL),
	CONSTRAINT "erasures_done_after_start" CHECK("erasures"."done_at" IS NULL OR "erasures"."started_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `erasures_one` ON `erasures` (`user_id`) WHERE stopped_at IS NULL;--> statement-breakpoint
CREATE INDEX `erasures_user` ON `erasures` (`user_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `erasures_due` ON `erasures` (`due`) WHERE stopped_at IS NULL AND done_at IS NULL;
--> statement-breakpoint
-- Acts of staff and what was written under a report stay, without the words about a person whose account is being erased
-- (docs/rules/privacy.md 4.4).
DROP TRIGGER audit_is_not_changed;
--> statement-breakpoint
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit_entries
WHEN NEW.id <> OLD.id OR NEW.actor_id <> OLD.actor_id OR NEW.actor_role <> OLD.actor_role OR NEW.act <> OLD.act
  OR NEW.target_kind <> OLD.target_kind OR NEW.target_id IS NOT OLD.target_id OR NEW.reason IS NOT OLD.reason
  OR NEW.request_id <> OLD.request_id OR NEW.at <> OLD.at OR OLD.target_kind <> 'user'
  OR NOT EXISTS (SELECT 1 FROM erasures e
    WHERE e.user_id = OLD.target_id AND e.stopped_at IS NULL AND e.started_at IS NOT NULL AND e.done_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
DROP TRIGGER inbox_entries_are_not_changed;
--> statement-breakpoint
CREATE TRIGGER inbox_entries_are_not_changed BEFORE UPDATE ON inbox_entries
WHEN NEW.id <> OLD.id OR NEW.report_id IS NOT OLD.report_id OR NEW.contact_request_id IS NOT OLD.contact_request_id
  OR NEW.author_id <> OLD.author_id OR NEW.kind <> OLD.kind OR NEW.message_key IS NOT OLD.message_key
  OR NEW.created_at <> OLD.created_at OR NEW.text <> ''
  OR NOT EXISTS (SELECT 1 FROM reports r JOIN erasures e ON e.user_id = r.user_id
    WHERE r.id = OLD.report_id AND e.stopped_at IS NULL AND e.started_at IS NOT NULL AND e.done_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- An account whose erasure has begun cannot be stopped from being erased, and what was done is not undone.
CREATE TRIGGER erasures_go_forward BEFORE UPDATE ON erasures
WHEN NEW.user_id <> OLD.user_id OR NEW.asked_at <> OLD.asked_at OR NEW.due <> OLD.due OR OLD.stopped_at IS NOT NULL
  OR OLD.done_at IS NOT NULL OR (OLD.started_at IS NOT NULL AND NEW.started_at IS NOT OLD.started_at)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER erasures_are_kept BEFORE DELETE ON erasures
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
