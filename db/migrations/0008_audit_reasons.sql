DROP INDEX `audit_target`;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `reason` text;--> statement-breakpoint
CREATE INDEX `audit_kind` ON `audit_entries` (`target_kind`,`at`);--> statement-breakpoint
CREATE INDEX `audit_act` ON `audit_entries` (`act`,`at`);--> statement-breakpoint
CREATE INDEX `audit_request` ON `audit_entries` (`request_id`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `audit_target` ON `audit_entries` (`target_kind`,`target_id`,`at`);--> statement-breakpoint
ALTER TABLE `plan_invites` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `plan_invites` SET `updated_at` = `created_at`;
