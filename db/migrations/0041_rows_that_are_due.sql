ALTER TABLE `availability_patterns` ADD `opened_to` text DEFAULT '0000-01-01' NOT NULL;--> statement-breakpoint
CREATE INDEX `patterns_opened` ON `availability_patterns` (`opened_to`);--> statement-breakpoint
CREATE INDEX `busy_quarters_quarter` ON `busy_quarters` (`quarter`);--> statement-breakpoint
UPDATE availability_patterns SET opened_to = COALESCE(
  (SELECT MAX(d.day) FROM availability_pattern_days d WHERE d.user_id = availability_patterns.user_id), opened_to);
