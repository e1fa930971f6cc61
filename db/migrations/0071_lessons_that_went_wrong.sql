ALTER TABLE `lesson_outcomes` ADD `cut_short` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_cut_short` ON `lesson_outcomes` (`start`) WHERE cut_short = 1;--> statement-breakpoint
CREATE INDEX `reports_disputes_open` ON `reports` (`state`,`created_at`) WHERE lesson_id IS NOT NULL AND state < 2;