CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "passkeys_counter" CHECK("passkeys"."counter" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_factor_challenges` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`challenge` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "second_factor_challenges_purpose" CHECK("second_factor_challenges"."purpose" IN ('sign-in', 'registration', 'confirmation'))
);
--> statement-breakpoint
CREATE INDEX `second_factor_challenges_user` ON `second_factor_challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `second_factor_challenges_expiry` ON `second_factor_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `totp_secrets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `view_as_sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`viewer_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`viewer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "view_as_another" CHECK("view_as_sessions"."viewer_id" <> "view_as_sessions"."subject_id"),
	CONSTRAINT "view_as_reason" CHECK(length(trim("view_as_sessions"."reason")) > 0)
);
--> statement-breakpoint
CREATE INDEX `view_as_subject` ON `view_as_sessions` (`subject_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `view_as_viewer` ON `view_as_sessions` (`viewer_id`,`created_at`);
--> statement-breakpoint
-- A code that was accepted, or is older, is not accepted again, also by two requests at the same moment.
CREATE TRIGGER totp_steps_go_forward BEFORE UPDATE OF last_step ON totp_secrets
WHEN NEW.secret = OLD.secret AND NEW.last_step <= OLD.last_step
BEGIN SELECT RAISE(ABORT, 'invalid-verification-code'); END;
--> statement-breakpoint
CREATE TRIGGER recovery_codes_are_used_once BEFORE UPDATE ON recovery_codes
WHEN OLD.used_at IS NOT NULL OR NEW.code_hash <> OLD.code_hash OR NEW.user_id <> OLD.user_id
BEGIN SELECT RAISE(ABORT, 'invalid-verification-code'); END;
--> statement-breakpoint
-- A counter that falls is the sign of a copied authenticator.
CREATE TRIGGER passkey_counters_never_fall BEFORE UPDATE OF counter ON passkeys
WHEN NEW.counter < OLD.counter
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER passkeys_keep_their_key BEFORE UPDATE OF user_id, credential_id, public_key ON passkeys
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER view_as_sessions_are_ended_once BEFORE UPDATE ON view_as_sessions
WHEN OLD.ended_at IS NOT NULL OR NEW.viewer_id <> OLD.viewer_id OR NEW.subject_id <> OLD.subject_id
  OR NEW.reason <> OLD.reason OR NEW.created_at <> OLD.created_at OR NEW.expires_at <> OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER view_as_sessions_are_kept BEFORE DELETE ON view_as_sessions
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
