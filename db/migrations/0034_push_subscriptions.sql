CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`auth_session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`auth_session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_subscriptions_endpoint" CHECK("push_subscriptions"."endpoint" LIKE 'https://%' AND length("push_subscriptions"."endpoint") <= 1024),
	CONSTRAINT "push_subscriptions_keys" CHECK(length("push_subscriptions"."p256dh") = 87 AND length("push_subscriptions"."auth") = 22)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_auth_session_id_unique` ON `push_subscriptions` (`auth_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`template` text NOT NULL,
	`to` text NOT NULL,
	`params` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`sending_at` integer,
	`provider_id` text,
	`dedupe_key` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	CONSTRAINT "outbox_channel" CHECK("__new_outbox"."channel" IN ('email', 'whatsapp', 'push')),
	CONSTRAINT "outbox_status" CHECK("__new_outbox"."status" IN ('pending', 'sent', 'failed', 'parked'))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "channel", "template", "to", "params", "status", "attempts", "next_attempt_at", "last_error", "sending_at", "provider_id", "dedupe_key", "created_at", "sent_at") SELECT "id", "channel", "template", "to", "params", "status", "attempts", "next_attempt_at", "last_error", "sending_at", "provider_id", "dedupe_key", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_parked` ON `outbox` (`created_at`) WHERE status = 'parked';--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`dedupe_key`) WHERE dedupe_key IS NOT NULL;--> statement-breakpoint
-- Signing out, on this device or from another one, ends its notifications in the same write.
CREATE TRIGGER push_subscriptions_end_with_session AFTER UPDATE OF ended_at ON auth_sessions
WHEN NEW.ended_at IS NOT NULL
BEGIN DELETE FROM push_subscriptions WHERE auth_session_id = NEW.id; END;
