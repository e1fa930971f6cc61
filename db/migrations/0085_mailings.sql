CREATE TABLE `mailing_choices` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`is_wanted` integer DEFAULT true NOT NULL,
	`language` text DEFAULT 'ar' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mailing_choices_language" CHECK("mailing_choices"."language" IN ('ar', 'en'))
);
--> statement-breakpoint
CREATE TABLE `mailing_recipients` (
	`mailing_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`left_out` text,
	`created_at` integer NOT NULL,
	`handled_at` integer,
	PRIMARY KEY(`mailing_id`, `user_id`),
	FOREIGN KEY (`mailing_id`) REFERENCES `mailings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mailing_recipients_left_out" CHECK("mailing_recipients"."left_out" IN ('role', 'deactivated', 'unproven', 'opted-out', 'not-meant', 'limit')),
	CONSTRAINT "mailing_recipients_handled" CHECK("mailing_recipients"."left_out" IS NULL OR "mailing_recipients"."handled_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `mailing_recipients_waiting` ON `mailing_recipients` (`mailing_id`,`user_id`) WHERE handled_at IS NULL;--> statement-breakpoint
CREATE INDEX `mailing_recipients_week` ON `mailing_recipients` (`user_id`,`created_at`) WHERE left_out IS NULL;--> statement-breakpoint
CREATE TABLE `mailings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`template` text NOT NULL,
	`words` text,
	`sender_id` integer NOT NULL,
	`chosen` integer NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`delivered` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mailings_template" CHECK("mailings"."template" IN ('news', 'come_back', 'tutor_times_wanted')),
	CONSTRAINT "mailings_words" CHECK(("mailings"."words" IS NULL) = ("mailings"."template" <> 'news')),
	CONSTRAINT "mailings_chosen" CHECK("mailings"."chosen" BETWEEN 1 AND 500)
);
--> statement-breakpoint
CREATE INDEX `mailings_created` ON `mailings` (`created_at`);--> statement-breakpoint
CREATE INDEX `mailings_sender` ON `mailings` (`sender_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `mailing_id` integer;--> statement-breakpoint
-- What became of the mails of a mailing (docs/rules/staff.md 18.7); the messages themselves are deleted after 90 days.
CREATE TRIGGER mailing_mails_counted AFTER UPDATE OF status, delivered_at ON outbox
WHEN NEW.mailing_id IS NOT NULL
BEGIN
  UPDATE mailings SET
    sent = sent + (NEW.status = 'sent') - (OLD.status = 'sent'),
    delivered = delivered + (NEW.delivered_at IS NOT NULL) - (OLD.delivered_at IS NOT NULL),
    failed = failed + (NEW.status IN ('failed', 'parked')) - (OLD.status IN ('failed', 'parked'))
  WHERE id = NEW.mailing_id;
END;
--> statement-breakpoint
CREATE TRIGGER mailing_people_left_out AFTER UPDATE OF left_out ON mailing_recipients
WHEN NEW.left_out IS NOT NULL AND OLD.left_out IS NULL
BEGIN UPDATE mailings SET left_out = left_out + 1 WHERE id = NEW.mailing_id; END;
