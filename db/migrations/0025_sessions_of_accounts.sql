CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`by_second_factor` integer NOT NULL,
	`token_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`previous_token_id` text,
	`refreshed_at` integer,
	`refresh_confirmed` integer DEFAULT true NOT NULL,
	`browser` text,
	`system` text,
	`country` text,
	`city` text,
	`last_used_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "auth_sessions_ended_by" CHECK("auth_sessions"."ended_by" IN ('signed-out', 'ended', 'ended-by-staff', 'replayed')),
	CONSTRAINT "auth_sessions_end" CHECK(("auth_sessions"."ended_at" IS NULL) = ("auth_sessions"."ended_by" IS NULL)),
	CONSTRAINT "auth_sessions_refresh" CHECK(("auth_sessions"."previous_token_id" IS NULL) = ("auth_sessions"."refreshed_at" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_user` ON `auth_sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `auth_sessions_expiry` ON `auth_sessions` (`expires_at`);--> statement-breakpoint
-- A session belongs to one account and one sign-in for ever, and one that has ended never begins again.
CREATE TRIGGER auth_sessions_keep_their_sign_in BEFORE UPDATE OF id, user_id, created_at ON auth_sessions
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER auth_sessions_stay_ended BEFORE UPDATE ON auth_sessions
WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
