DROP INDEX `audit_target`;--> statement-breakpoint
CREATE INDEX `audit_target` ON `audit_entries` (`target_id`,`target_kind`,`at`);