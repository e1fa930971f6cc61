ALTER TABLE `contact_requests` ADD `whatsapp_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `contact_requests_whatsapp` ON `contact_requests` (`whatsapp_id`) WHERE whatsapp_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `delivered_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `read_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `user_id` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `fallback_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_provider` ON `outbox` (`provider_id`) WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_fallback` ON `outbox` (`fallback_at`) WHERE fallback_at IS NOT NULL;