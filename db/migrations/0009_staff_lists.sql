CREATE TABLE `payment_file_items` (
	`file_id` integer NOT NULL,
	`withdrawal_id` integer NOT NULL,
	`open` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`file_id`, `withdrawal_id`),
	FOREIGN KEY (`file_id`) REFERENCES `payment_files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_file_items_open` ON `payment_file_items` (`withdrawal_id`) WHERE open = 1;--> statement-breakpoint
CREATE TABLE `payment_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`method` integer NOT NULL,
	`bank` text,
	`count` integer NOT NULL,
	`total` integer NOT NULL,
	`content` text NOT NULL,
	`receipt` text,
	`created_by` integer NOT NULL,
	`closed_at` integer,
	`closed_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_files_method" CHECK("payment_files"."method" BETWEEN 0 AND 2),
	CONSTRAINT "payment_files_bank" CHECK(("payment_files"."bank" IS NOT NULL) = ("payment_files"."method" = 1)),
	CONSTRAINT "payment_files_bank_known" CHECK("payment_files"."bank" IN ('CIB', 'ALEX', 'NBE', 'MISR', 'QNB', 'MASHREQ', 'AAIB')),
	CONSTRAINT "payment_files_total" CHECK("payment_files"."count" > 0 AND "payment_files"."total" > 0),
	CONSTRAINT "payment_files_closed" CHECK(("payment_files"."closed_at" IS NULL) = ("payment_files"."closed_by" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `payment_files_created` ON `payment_files` (`created_at`);--> statement-breakpoint
CREATE INDEX `payment_files_receipt` ON `payment_files` (`receipt`);--> statement-breakpoint
CREATE INDEX `coupons_expires` ON `coupons` (`expires_at`);--> statement-breakpoint
CREATE INDEX `demo_sessions_created` ON `demo_sessions` (`created_at`);--> statement-breakpoint
CREATE INDEX `demo_sessions_updated` ON `demo_sessions` (`updated_at`);--> statement-breakpoint
CREATE INDEX `demo_sessions_start` ON `demo_sessions` (`start`);--> statement-breakpoint
CREATE INDEX `demo_sessions_tutor` ON `demo_sessions` (`tutor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `demo_sessions_status_created` ON `demo_sessions` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `interviews_created` ON `interviews` (`created_at`);--> statement-breakpoint
CREATE INDEX `interviews_start` ON `interviews` (`start`);--> statement-breakpoint
CREATE INDEX `interviews_interviewer_created` ON `interviews` (`interviewer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `interviews_status_created` ON `interviews` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `intro_videos_created` ON `intro_videos` (`created_at`);--> statement-breakpoint
CREATE INDEX `intro_videos_tutor` ON `intro_videos` (`tutor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `intro_videos_reviewer_created` ON `intro_videos` (`reviewer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `intro_videos_state_created` ON `intro_videos` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `invites_expires` ON `invites` (`expires_at`);--> statement-breakpoint
CREATE INDEX `lessons_window` ON `lessons` (`start`,`duration`);--> statement-breakpoint
CREATE INDEX `lessons_ratified` ON `lessons` (`start`,`duration`,`price`) WHERE canceled_at IS NULL;--> statement-breakpoint
CREATE INDEX `lessons_canceled` ON `lessons` (`start`) WHERE canceled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `lessons_created` ON `lessons` (`created_at`);--> statement-breakpoint
CREATE INDEX `plan_invites_plan_created` ON `plan_invites` (`plan_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_invites_expiry_created` ON `plan_invites` (`expires_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `ratings_ratee_created` ON `ratings` (`ratee_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ratings_rater_created` ON `ratings` (`rater_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_with_screenshot` ON `reports` (`created_at`) WHERE screenshot IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reports_without_screenshot` ON `reports` (`created_at`) WHERE screenshot IS NULL;--> statement-breakpoint
CREATE INDEX `reports_with_log` ON `reports` (`created_at`) WHERE log IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reports_without_log` ON `reports` (`created_at`) WHERE log IS NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_plan_created` ON `subscriptions` (`plan_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_period_created` ON `subscriptions` (`period`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_minutes_created` ON `subscriptions` (`weekly_minutes`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_start` ON `subscriptions` (`start`);--> statement-breakpoint
CREATE INDEX `subscriptions_end` ON `subscriptions` (`end`);--> statement-breakpoint
CREATE INDEX `transactions_plan_created` ON `transactions` (`plan_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `transactions_period_created` ON `transactions` (`plan_period`,`created_at`);--> statement-breakpoint
CREATE INDEX `transactions_method_created` ON `transactions` (`payment_method`,`created_at`);--> statement-breakpoint
CREATE INDEX `transactions_amount_created` ON `transactions` (`amount`,`created_at`);--> statement-breakpoint
CREATE INDEX `transactions_amount_idx` ON `transactions` (`amount`);--> statement-breakpoint
CREATE INDEX `transactions_paid` ON `transactions` (`paid_at`);--> statement-breakpoint
CREATE INDEX `transactions_ref` ON `transactions` (`provider_ref_num`);--> statement-breakpoint
CREATE INDEX `transactions_our_ref` ON `transactions` (`merchant_ref_num`);--> statement-breakpoint
CREATE INDEX `transactions_order` ON `transactions` (`provider_order_id`);--> statement-breakpoint
CREATE INDEX `tutors_created` ON `tutors` (`created_at`);--> statement-breakpoint
CREATE INDEX `tutors_updated` ON `tutors` (`updated_at`);--> statement-breakpoint
CREATE INDEX `tutors_activated_created` ON `tutors` (`activated`,`created_at`);--> statement-breakpoint
CREATE INDEX `tutors_notice_created` ON `tutors` (`notice`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_verified_created` ON `users` (`verified_email`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_gender_created` ON `users` (`gender`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_online_created` ON `users` (`online`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_city_created` ON `users` (`city`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (`name`);--> statement-breakpoint
CREATE INDEX `users_seen` ON `users` (`last_seen`);--> statement-breakpoint
CREATE INDEX `withdrawals_method_created` ON `withdrawals` (`method`,`created_at`);--> statement-breakpoint
CREATE INDEX `withdrawals_amount_idx` ON `withdrawals` (`amount`);--> statement-breakpoint
CREATE INDEX `withdrawals_updated` ON `withdrawals` (`updated_at`);--> statement-breakpoint
CREATE INDEX `withdrawals_receipt` ON `withdrawals` (`receipt`,`created_at`);--> statement-breakpoint
CREATE INDEX `withdrawals_with_receipt` ON `withdrawals` (`created_at`) WHERE receipt IS NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_receiver_idx` ON `withdrawals` (`receiver`);
--> statement-breakpoint
CREATE INDEX users_folded_name ON users (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''));
--> statement-breakpoint
CREATE INDEX users_folded_email ON users (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(email), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''));
--> statement-breakpoint
CREATE INDEX users_folded_phone ON users (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(phone), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''));
--> statement-breakpoint
-- Any three letters of an account's name, e-mail and phone, folded as words are searched (db/folded.ts).
CREATE VIRTUAL TABLE user_search USING fts5(name, email, phone, tokenize = 'trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO user_search (rowid, name, email, phone) SELECT id,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''),
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(email), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''),
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(phone), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', '')
FROM users;
--> statement-breakpoint
CREATE TRIGGER user_search_insert AFTER INSERT ON users
BEGIN INSERT INTO user_search (rowid, name, email, phone) VALUES (NEW.id,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.name), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''),
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.email), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''),
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.phone), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', '')
); END;
--> statement-breakpoint
CREATE TRIGGER user_search_update AFTER UPDATE OF name, email, phone ON users
WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone
BEGIN UPDATE user_search SET
  name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.name), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''),
  email = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.email), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', ''),
  phone = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.phone), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ئ', 'ي'), 'ؤ', 'و'), 'ة', 'ه'), 'ء', ''), 'ـ', ''), 'ً', ''), 'ٌ', ''), 'ٍ', ''), 'َ', ''), 'ُ', ''), 'ِ', ''), 'ّ', ''), 'ْ', '')
WHERE rowid = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER user_search_delete AFTER DELETE ON users
BEGIN DELETE FROM user_search WHERE rowid = OLD.id; END;
--> statement-breakpoint
-- Only a request that still waits can be paid by a file; the unique key keeps it out of a second open file.
CREATE TRIGGER payment_file_items_wait BEFORE INSERT ON payment_file_items
WHEN NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = NEW.withdrawal_id AND w.status = 0)
BEGIN SELECT RAISE(ABORT, 'illegal-invoice-update'); END;
--> statement-breakpoint
CREATE TRIGGER payment_file_items_close AFTER UPDATE OF status ON withdrawals
WHEN NEW.status IN (2, 3, 4)
BEGIN UPDATE payment_file_items SET open = 0 WHERE withdrawal_id = NEW.id AND open = 1; END;
--> statement-breakpoint
CREATE TRIGGER payment_files_stay BEFORE UPDATE OF method, bank, count, total, content, created_by, created_at ON payment_files
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER payment_files_close_once BEFORE UPDATE OF closed_at, closed_by, receipt ON payment_files
WHEN OLD.closed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'illegal-invoice-update'); END;
