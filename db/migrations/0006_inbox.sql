CREATE TABLE `inbox_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`report_id` integer,
	`contact_request_id` integer,
	`kind` integer NOT NULL,
	`text` text NOT NULL,
	`author_id` integer NOT NULL,
	`message_key` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`contact_request_id`) REFERENCES `contact_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inbox_entries_one_record" CHECK(("inbox_entries"."report_id" IS NULL) <> ("inbox_entries"."contact_request_id" IS NULL)),
	CONSTRAINT "inbox_entries_kind" CHECK("inbox_entries"."kind" BETWEEN 0 AND 3),
	CONSTRAINT "inbox_entries_mail" CHECK(("inbox_entries"."message_key" IS NOT NULL) = ("inbox_entries"."kind" = 1))
);
--> statement-breakpoint
CREATE INDEX `inbox_entries_report` ON `inbox_entries` (`report_id`) WHERE report_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `inbox_entries_contact` ON `inbox_entries` (`contact_request_id`) WHERE contact_request_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `state` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `owner_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `contact_requests_state` ON `contact_requests` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_requests_owner` ON `contact_requests` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_requests_phone` ON `contact_requests` (`phone`);--> statement-breakpoint
CREATE INDEX `contact_requests_created` ON `contact_requests` (`created_at`);--> statement-breakpoint
ALTER TABLE `reports` ADD `state` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `owner_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `reports_state` ON `reports` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_owner` ON `reports` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_user` ON `reports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_created` ON `reports` (`created_at`);--> statement-breakpoint
CREATE INDEX `reports_updated` ON `reports` (`updated_at`);--> statement-breakpoint
ALTER TABLE `topics` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `topics_position` ON `topics` (`position`);--> statement-breakpoint
CREATE INDEX `coupons_created` ON `coupons` (`created_at`);--> statement-breakpoint
CREATE INDEX `invites_created` ON `invites` (`created_at`);--> statement-breakpoint
CREATE INDEX `invites_plan` ON `invites` (`plan_id`);--> statement-breakpoint
CREATE INDEX `outbox_parked` ON `outbox` (`created_at`) WHERE status = 'parked';--> statement-breakpoint
CREATE INDEX `plan_invites_created` ON `plan_invites` (`created_at`);--> statement-breakpoint
CREATE INDEX `plan_invites_creator` ON `plan_invites` (`created_by`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_invites_expiry` ON `plan_invites` (`expires_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_plan` ON `subscriptions` (`plan_id`,`end`);--> statement-breakpoint
UPDATE `reports` SET `state` = 3 WHERE `resolved`;--> statement-breakpoint
UPDATE `contact_requests` SET `updated_at` = `created_at`;--> statement-breakpoint
-- The order that lists had before: newest first.
UPDATE `topics` SET `position` = (
  SELECT COUNT(*) FROM `topics` o WHERE (o.`created_at`, o.`id`) > (`topics`.`created_at`, `topics`.`id`)
);--> statement-breakpoint
CREATE TRIGGER reports_resolved_is_closed_from_the_start BEFORE INSERT ON reports
WHEN NEW.state NOT BETWEEN 0 AND 3 OR (NEW.state = 3) <> NEW.resolved
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER reports_resolved_is_closed BEFORE UPDATE OF state, resolved ON reports
WHEN NEW.state NOT BETWEEN 0 AND 3 OR (NEW.state = 3) <> NEW.resolved
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER reports_answered_have_an_answer BEFORE UPDATE OF state ON reports
WHEN NEW.state = 2 AND NOT EXISTS (SELECT 1 FROM inbox_entries e WHERE e.report_id = NEW.id AND e.kind <> 0)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER contact_requests_have_a_state BEFORE UPDATE OF state ON contact_requests
WHEN NEW.state NOT BETWEEN 0 AND 3 OR (
  NEW.state = 2 AND NOT EXISTS (SELECT 1 FROM inbox_entries e WHERE e.contact_request_id = NEW.id AND e.kind <> 0)
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER inbox_entries_are_not_changed BEFORE UPDATE ON inbox_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER inbox_entries_are_kept BEFORE DELETE ON inbox_entries
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
