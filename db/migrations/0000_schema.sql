CREATE TABLE `assets` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "assets_kind" CHECK("assets"."kind" IN ('image', 'video', 'thumbnail', 'intro-video', 'screenshot', 'log', 'receipt')),
	CONSTRAINT "assets_bytes" CHECK("assets"."bytes" > 0)
);
--> statement-breakpoint
CREATE INDEX `assets_owner` ON `assets` (`owner_id`,`kind`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer NOT NULL,
	`actor_role` integer NOT NULL,
	`act` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` integer,
	`before` text,
	`after` text,
	`request_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_target` ON `audit_entries` (`target_kind`,`target_id`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit_entries` (`actor_id`,`at`);--> statement-breakpoint
CREATE TABLE `availability_slots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` integer DEFAULT 1 NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`deleted` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "slots_purpose" CHECK("availability_slots"."purpose" BETWEEN 1 AND 4),
	CONSTRAINT "slots_order" CHECK("availability_slots"."end" > "availability_slots"."start"),
	CONSTRAINT "slots_grid" CHECK("availability_slots"."start" % 900000 = 0 AND "availability_slots"."end" % 900000 = 0)
);
--> statement-breakpoint
CREATE INDEX `slots_user_end` ON `availability_slots` (`user_id`,`end`);--> statement-breakpoint
CREATE INDEX `slots_end` ON `availability_slots` (`end`);--> statement-breakpoint
CREATE TABLE `cache_versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cache_versions_version` ON `cache_versions` (`version`);--> statement-breakpoint
CREATE TABLE `room_members` (
	`room_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`muted` integer DEFAULT false NOT NULL,
	`last_seen` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`room_id`, `user_id`),
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `room_members_user` ON `room_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lower_id` integer NOT NULL,
	`higher_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`lower_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`higher_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rooms_order" CHECK("rooms"."lower_id" < "rooms"."higher_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rooms_pair` ON `rooms` (`lower_id`,`higher_id`);--> statement-breakpoint
CREATE TABLE `contact_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `coupon_redemptions` (
	`tx_id` integer PRIMARY KEY NOT NULL,
	`coupon_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `coupon_redemptions_coupon` ON `coupon_redemptions` (`coupon_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`plan_id` integer NOT NULL,
	`month_discount` integer NOT NULL,
	`quarter_discount` integer NOT NULL,
	`year_discount` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`max_uses` integer,
	`used_count` integer DEFAULT 0 NOT NULL,
	`created_by` integer NOT NULL,
	`updated_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "coupons_discounts" CHECK("coupons"."month_discount" BETWEEN 1 AND 100 AND "coupons"."quarter_discount" BETWEEN 1 AND 100 AND "coupons"."year_discount" BETWEEN 1 AND 100),
	CONSTRAINT "coupons_max_uses" CHECK("coupons"."max_uses" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code_unique` ON `coupons` (`code`);--> statement-breakpoint
CREATE INDEX `coupons_plan` ON `coupons` (`plan_id`);--> statement-breakpoint
CREATE TABLE `demo_sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` text NOT NULL,
	`tutor_id` integer NOT NULL,
	`slot_id` integer NOT NULL,
	`start` integer NOT NULL,
	`status` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tutor_id`) REFERENCES `tutors`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`slot_id`) REFERENCES `availability_slots`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demo_sessions_status" CHECK("demo_sessions"."status" BETWEEN 1 AND 6),
	CONSTRAINT "demo_sessions_grid" CHECK("demo_sessions"."start" % 900000 = 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_sessions_session_id_unique` ON `demo_sessions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `demo_sessions_one` ON `demo_sessions` (`tutor_id`) WHERE status IN (1, 2);--> statement-breakpoint
CREATE INDEX `demo_sessions_slot` ON `demo_sessions` (`slot_id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`call` text NOT NULL,
	`body_hash` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `interviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` text NOT NULL,
	`interviewer_id` integer NOT NULL,
	`interviewee_id` integer NOT NULL,
	`interviewer_feedback` text,
	`interviewee_feedback` text,
	`note` text,
	`level` integer,
	`slot_id` integer NOT NULL,
	`start` integer NOT NULL,
	`status` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`interviewer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`interviewee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`slot_id`) REFERENCES `availability_slots`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "interviews_status" CHECK("interviews"."status" BETWEEN 1 AND 5),
	CONSTRAINT "interviews_level" CHECK("interviews"."level" BETWEEN 1 AND 5),
	CONSTRAINT "interviews_session" CHECK("interviews"."session_id" LIKE 'interview:%'),
	CONSTRAINT "interviews_members" CHECK("interviews"."interviewer_id" <> "interviews"."interviewee_id"),
	CONSTRAINT "interviews_grid" CHECK("interviews"."start" % 900000 = 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `interviews_session_id_unique` ON `interviews` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `interviews_one` ON `interviews` (`interviewee_id`) WHERE status = 1;--> statement-breakpoint
CREATE INDEX `interviews_interviewer` ON `interviews` (`interviewer_id`,`start`);--> statement-breakpoint
CREATE INDEX `interviews_interviewee` ON `interviews` (`interviewee_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `interviews_slot` ON `interviews` (`slot_id`);--> statement-breakpoint
CREATE TABLE `intro_videos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`src` text NOT NULL,
	`tutor_id` integer NOT NULL,
	`reviewer_id` integer NOT NULL,
	`state` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tutor_id`) REFERENCES `tutors`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reviewer_id`) REFERENCES `tutors`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "intro_videos_state" CHECK("intro_videos"."state" BETWEEN 1 AND 3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `intro_videos_one` ON `intro_videos` (`tutor_id`) WHERE state IN (1, 3);--> statement-breakpoint
CREATE INDEX `intro_videos_reviewer` ON `intro_videos` (`reviewer_id`,`state`);--> statement-breakpoint
CREATE TABLE `invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`plan_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`created_by` integer NOT NULL,
	`updated_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invites_email_lower" CHECK("invites"."email" = lower("invites"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_email_unique` ON `invites` (`email`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer,
	`must_not_go_negative` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accounts_kind" CHECK("accounts"."kind" IN ('asset', 'liability', 'income', 'expense'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_code_unique` ON `accounts` (`code`);--> statement-breakpoint
CREATE INDEX `accounts_owner` ON `accounts` (`owner_id`);--> statement-breakpoint
CREATE TABLE `journal_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fact_kind` text NOT NULL,
	`fact_id` integer NOT NULL,
	`lines` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "journal_fact_kind" CHECK("journal_entries"."fact_kind" IN ('payment', 'gateway-fee', 'refund', 'earning', 'withdrawal', 'withdrawal-return', 'payout', 'unused-minutes', 'chargeback', 'correction'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_once` ON `journal_entries` (`fact_kind`,`fact_id`);--> statement-breakpoint
CREATE INDEX `journal_created` ON `journal_entries` (`created_at`);--> statement-breakpoint
CREATE TABLE `ledger_proofs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`findings` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ledger_proofs_created` ON `ledger_proofs` (`created_at`);--> statement-breakpoint
CREATE TABLE `postings` (
	`entry_id` integer NOT NULL,
	`line` integer NOT NULL,
	`account_id` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`entry_id`, `line`),
	FOREIGN KEY (`entry_id`) REFERENCES `journal_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "postings_amount" CHECK(typeof("postings"."amount") = 'integer' AND "postings"."amount" <> 0)
);
--> statement-breakpoint
CREATE INDEX `postings_account` ON `postings` (`account_id`,`amount`);--> statement-breakpoint
CREATE TABLE `busy_quarters` (
	`user_id` integer NOT NULL,
	`quarter` integer NOT NULL,
	`session_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `quarter`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "busy_quarters_kind" CHECK("busy_quarters"."session_id" GLOB 'lesson:*' OR "busy_quarters"."session_id" GLOB 'interview:*' OR "busy_quarters"."session_id" GLOB 'demo:*')
);
--> statement-breakpoint
CREATE INDEX `busy_quarters_session` ON `busy_quarters` (`session_id`);--> statement-breakpoint
CREATE TABLE `lesson_members` (
	`lesson_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `user_id`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `lesson_members_user` ON `lesson_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `lessons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`start` integer NOT NULL,
	`duration` integer NOT NULL,
	`price` integer NOT NULL,
	`slot_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`canceled_by` integer,
	`canceled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`slot_id`) REFERENCES `availability_slots`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`canceled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lessons_duration" CHECK("lessons"."duration" IN (15, 30)),
	CONSTRAINT "lessons_grid" CHECK("lessons"."start" % 900000 = 0),
	CONSTRAINT "lessons_session" CHECK("lessons"."session_id" LIKE 'lesson:%'),
	CONSTRAINT "lessons_price" CHECK("lessons"."price" >= 0),
	CONSTRAINT "lessons_cancellation" CHECK(("lessons"."canceled_by" IS NULL) = ("lessons"."canceled_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lessons_session_id_unique` ON `lessons` (`session_id`);--> statement-breakpoint
CREATE INDEX `lessons_start` ON `lessons` (`start`);--> statement-breakpoint
CREATE INDEX `lessons_slot` ON `lessons` (`slot_id`);--> statement-breakpoint
CREATE TABLE `upcoming_lessons` (
	`student_id` integer PRIMARY KEY NOT NULL,
	`lesson_id` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `upcoming_lessons_lesson_id_unique` ON `upcoming_lessons` (`lesson_id`);--> statement-breakpoint
CREATE TABLE `links` (
	`name` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `minute_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscription_id` integer NOT NULL,
	`week` integer NOT NULL,
	`kind` text NOT NULL,
	`minutes` integer NOT NULL,
	`lesson_id` integer,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "minutes_kind" CHECK("minute_entries"."kind" IN ('grant', 'booking', 'return', 'adjustment')),
	CONSTRAINT "minutes_sign" CHECK(CASE "minute_entries"."kind" WHEN 'booking' THEN "minute_entries"."minutes" < 0 WHEN 'adjustment' THEN "minute_entries"."minutes" <> 0 ELSE "minute_entries"."minutes" > 0 END),
	CONSTRAINT "minutes_revision" CHECK("minute_entries"."revision" >= 0),
	CONSTRAINT "minutes_lesson" CHECK(("minute_entries"."kind" IN ('booking', 'return')) = ("minute_entries"."lesson_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_one_grant` ON `minute_entries` (`subscription_id`,`week`) WHERE kind = 'grant';--> statement-breakpoint
CREATE UNIQUE INDEX `minutes_once` ON `minute_entries` (`lesson_id`,`kind`,`revision`) WHERE lesson_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `minutes_week` ON `minute_entries` (`subscription_id`,`week`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`template` text NOT NULL,
	`to` text NOT NULL,
	`params` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`dedupe_key` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	CONSTRAINT "outbox_channel" CHECK("outbox"."channel" IN ('email', 'whatsapp')),
	CONSTRAINT "outbox_status" CHECK("outbox"."status" IN ('pending', 'sent', 'failed', 'parked'))
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`dedupe_key`) WHERE dedupe_key IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payment_inbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`tx_id` integer,
	`body` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`outcome` text,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_inbox_provider" CHECK("payment_inbox"."provider" IN ('fawry', 'paymob'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_inbox_once` ON `payment_inbox` (`provider`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `payment_inbox_open` ON `payment_inbox` (`received_at`) WHERE processed_at IS NULL;--> statement-breakpoint
CREATE INDEX `payment_inbox_tx` ON `payment_inbox` (`tx_id`);--> statement-breakpoint
CREATE TABLE `plan_invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`plan_id` integer NOT NULL,
	`created_by` integer NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_invites_pair` ON `plan_invites` (`user_id`,`plan_id`);--> statement-breakpoint
CREATE INDEX `plan_invites_plan` ON `plan_invites` (`plan_id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`weekly_minutes` integer NOT NULL,
	`base_monthly_price` integer NOT NULL,
	`month_discount` integer DEFAULT 0 NOT NULL,
	`quarter_discount` integer DEFAULT 0 NOT NULL,
	`year_discount` integer DEFAULT 0 NOT NULL,
	`for_invites_only` integer DEFAULT false NOT NULL,
	`active` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "plans_minutes" CHECK("plans"."weekly_minutes" BETWEEN 15 AND 10080),
	CONSTRAINT "plans_price" CHECK("plans"."base_monthly_price" > 0),
	CONSTRAINT "plans_discounts" CHECK("plans"."month_discount" BETWEEN 0 AND 10000 AND "plans"."quarter_discount" BETWEEN 0 AND 10000 AND "plans"."year_discount" BETWEEN 0 AND 10000)
);
--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rater_id` integer NOT NULL,
	`ratee_id` integer NOT NULL,
	`value` integer NOT NULL,
	`feedback` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`rater_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ratee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ratings_value" CHECK("ratings"."value" BETWEEN 1 AND 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_pair` ON `ratings` (`rater_id`,`ratee_id`);--> statement-breakpoint
CREATE INDEX `ratings_ratee` ON `ratings` (`ratee_id`,`value`);--> statement-breakpoint
CREATE TABLE `reminders` (
	`lesson_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`start` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`lesson_id`, `user_id`, `kind`, `start`),
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminders_kind" CHECK("reminders"."kind" IN ('day', 'hour'))
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`screenshot` text,
	`log` text,
	`resolved` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved`,`created_at`);--> statement-breakpoint
CREATE TABLE `session_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` integer NOT NULL,
	`user_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "session_events_type" CHECK("session_events"."type" IN (1, 2))
);
--> statement-breakpoint
CREATE INDEX `session_events_session` ON `session_events` (`session_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_by` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `students` (
	`id` integer PRIMARY KEY NOT NULL,
	`job_title` text,
	`english_level` integer,
	`learning_objective` text,
	`time_period` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "students_level" CHECK("students"."english_level" BETWEEN 1 AND 6),
	CONSTRAINT "students_period" CHECK("students"."time_period" BETWEEN 0 AND 4)
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`plan_id` integer,
	`tx_id` integer,
	`period` integer NOT NULL,
	`weekly_minutes` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`extended_by` integer,
	`terminated_at` integer,
	`terminated_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`extended_by`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`terminated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_period" CHECK("subscriptions"."period" BETWEEN 0 AND 3),
	CONSTRAINT "subscriptions_order" CHECK("subscriptions"."end" > "subscriptions"."start"),
	CONSTRAINT "subscriptions_minutes" CHECK("subscriptions"."weekly_minutes" > 0),
	CONSTRAINT "subscriptions_trial" CHECK(("subscriptions"."period" = 3) = ("subscriptions"."tx_id" IS NULL) AND ("subscriptions"."period" = 3) = ("subscriptions"."plan_id" IS NULL)),
	CONSTRAINT "subscriptions_termination" CHECK("subscriptions"."terminated_by" IS NULL OR "subscriptions"."terminated_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_tx_id_unique` ON `subscriptions` (`tx_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_trial` ON `subscriptions` (`user_id`) WHERE period = 3;--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`end`);--> statement-breakpoint
CREATE INDEX `subscriptions_living` ON `subscriptions` (`end`) WHERE terminated_at IS NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_created` ON `subscriptions` (`created_at`);--> statement-breakpoint
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `throttles_reset` ON `throttles` (`resets_at`);--> statement-breakpoint
CREATE TABLE `topics` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name_ar` text NOT NULL,
	`name_en` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `topics_name_ar_unique` ON `topics` (`name_ar`);--> statement-breakpoint
CREATE UNIQUE INDEX `topics_name_en_unique` ON `topics` (`name_en`);--> statement-breakpoint
CREATE TABLE `user_topics` (
	`user_id` integer NOT NULL,
	`topic_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `topic_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`topic_id`) REFERENCES `topics`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_topics_topic` ON `user_topics` (`topic_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tx_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`reason` text,
	`requested_by` integer,
	`provider_ref_num` text,
	`failure_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount" > 0),
	CONSTRAINT "refunds_status" CHECK("refunds"."status" IN ('pending', 'done', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_under_way` ON `refunds` (`tx_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `refunds_tx` ON `refunds` (`tx_id`);--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`plan_id` integer NOT NULL,
	`plan_period` integer NOT NULL,
	`amount` integer NOT NULL,
	`coupon_discount` integer DEFAULT 0 NOT NULL,
	`fees` integer DEFAULT 0 NOT NULL,
	`refunded_amount` integer DEFAULT 0 NOT NULL,
	`status` integer DEFAULT 0 NOT NULL,
	`payment_method` integer NOT NULL,
	`provider` text NOT NULL,
	`installment_plan` integer,
	`merchant_ref_num` text,
	`provider_ref_num` text,
	`provider_order_id` text,
	`phone` text,
	`checkout` text,
	`failure_code` text,
	`failure_reason` text,
	`expires_at` integer,
	`next_check_at` integer,
	`paid_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transactions_amount" CHECK("transactions"."amount" >= 0),
	CONSTRAINT "transactions_coupon_discount" CHECK("transactions"."coupon_discount" >= 0),
	CONSTRAINT "transactions_fees" CHECK("transactions"."fees" >= 0),
	CONSTRAINT "transactions_provider" CHECK("transactions"."provider" IN ('fawry', 'paymob')),
	CONSTRAINT "transactions_installments" CHECK("transactions"."installment_plan" IN (2, 4)),
	CONSTRAINT "transactions_refund" CHECK("transactions"."refunded_amount" BETWEEN 0 AND "transactions"."amount"),
	CONSTRAINT "transactions_status" CHECK("transactions"."status" BETWEEN 0 AND 7),
	CONSTRAINT "transactions_method" CHECK("transactions"."payment_method" BETWEEN 0 AND 3),
	CONSTRAINT "transactions_period" CHECK("transactions"."plan_period" BETWEEN 0 AND 2)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_merchant_ref` ON `transactions` (`provider`,`merchant_ref_num`) WHERE merchant_ref_num IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_provider_order` ON `transactions` (`provider`,`provider_order_id`) WHERE provider_order_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_provider_ref` ON `transactions` (`provider`,`provider_ref_num`) WHERE provider_ref_num IS NOT NULL;--> statement-breakpoint
CREATE INDEX `transactions_created` ON `transactions` (`created_at`);--> statement-breakpoint
CREATE INDEX `transactions_unpaid` ON `transactions` (`next_check_at`) WHERE status IN (0, 7);--> statement-breakpoint
CREATE INDEX `transactions_user` ON `transactions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `transactions_status_idx` ON `transactions` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `tutors` (
	`id` integer PRIMARY KEY NOT NULL,
	`bio` text,
	`about` text,
	`video` text,
	`thumbnail` text,
	`studio_id` integer,
	`notice` integer DEFAULT 0 NOT NULL,
	`activated` integer DEFAULT false NOT NULL,
	`bypass_onboarding` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tutors_notice" CHECK("tutors"."notice" BETWEEN 0 AND 1440)
);
--> statement-breakpoint
CREATE INDEX `tutors_studio` ON `tutors` (`studio_id`);--> statement-breakpoint
CREATE TABLE `identities` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "identities_provider" CHECK("identities"."provider" IN ('google'))
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`sessions_valid_from` integer DEFAULT 0 NOT NULL,
	`name` text,
	`image` text,
	`address` text,
	`birth_year` integer,
	`gender` text,
	`role` integer NOT NULL,
	`verified_email` integer DEFAULT false NOT NULL,
	`verified_phone` integer DEFAULT false NOT NULL,
	`verified_whatsapp` integer DEFAULT false NOT NULL,
	`credit_score` integer DEFAULT 0 NOT NULL,
	`city` integer,
	`phone` text,
	`notification_method` integer,
	`last_seen` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK("users"."role" BETWEEN 1 AND 6),
	CONSTRAINT "users_gender" CHECK("users"."gender" IN ('male', 'female')),
	CONSTRAINT "users_city" CHECK("users"."city" BETWEEN 1 AND 30)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_role_created` ON `users` (`role`,`created_at`);--> statement-breakpoint
CREATE TABLE `confirmation_codes` (
	`user_id` integer NOT NULL,
	`purpose` integer NOT NULL,
	`code` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `purpose`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "confirmation_codes_code" CHECK("confirmation_codes"."code" BETWEEN 10000 AND 99999),
	CONSTRAINT "confirmation_codes_purpose" CHECK("confirmation_codes"."purpose" IN (1, 3, 4))
);
--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`method` integer NOT NULL,
	`receiver` text NOT NULL,
	`amount` integer NOT NULL,
	`status` integer DEFAULT 0 NOT NULL,
	`note` text,
	`admin_note` text,
	`receipt` text,
	`addressed_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`addressed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "withdrawals_method" CHECK("withdrawals"."method" BETWEEN 0 AND 2),
	CONSTRAINT "withdrawals_amount" CHECK("withdrawals"."amount" BETWEEN 10000 AND 5000000),
	CONSTRAINT "withdrawals_status" CHECK("withdrawals"."status" BETWEEN 0 AND 4),
	CONSTRAINT "withdrawals_receiver" CHECK(length("withdrawals"."receiver") BETWEEN 1 AND 32)
);
--> statement-breakpoint
CREATE INDEX `withdrawals_user` ON `withdrawals` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `withdrawals_created` ON `withdrawals` (`created_at`);--> statement-breakpoint
CREATE INDEX `withdrawals_status_idx` ON `withdrawals` (`status`,`created_at`);