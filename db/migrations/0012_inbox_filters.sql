DROP INDEX `contact_requests_phone`;--> statement-breakpoint
CREATE INDEX `contact_requests_owned` ON `contact_requests` (`created_at`) WHERE owner_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `contact_requests_updated` ON `contact_requests` (`updated_at`);--> statement-breakpoint
CREATE INDEX `contact_requests_phone` ON `contact_requests` (`phone`,`created_at`);--> statement-breakpoint
DROP INDEX `coupons_plan`;--> statement-breakpoint
CREATE INDEX `coupons_plan` ON `coupons` (`plan_id`,`created_at`);--> statement-breakpoint
DROP INDEX `invites_plan`;--> statement-breakpoint
CREATE INDEX `invites_pending` ON `invites` (`accepted_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `invites_accepted` ON `invites` (`created_at`) WHERE accepted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invites_plan` ON `invites` (`plan_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_owned` ON `reports` (`created_at`) WHERE owner_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_phone` ON `users` (`phone`);