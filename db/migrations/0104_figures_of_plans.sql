ALTER TABLE `daily_figures` ADD `plans_ended` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `renewed_early` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `renewed_by_card` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `renewed_later` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `plan_upgrades` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `plan_downgrades` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `top_ups` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `pauses_begun` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_figures` ADD `referrals_given` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `pauses_start` ON `pauses` (`start`);--> statement-breakpoint
CREATE INDEX `referral_rewards_brought` ON `referral_rewards` (`created_at`) WHERE side = 'friend';--> statement-breakpoint
CREATE INDEX `standing_times_running` ON `standing_times` (`student_id`) WHERE state = 'accepted';--> statement-breakpoint
-- The stored days do not have them: they are counted again when they are read, or by the job.
DELETE FROM `daily_figures`;
