CREATE INDEX `refunds_updated` ON `refunds` (`updated_at`);--> statement-breakpoint
CREATE INDEX `refunds_status` ON `refunds` (`status`,`updated_at`);