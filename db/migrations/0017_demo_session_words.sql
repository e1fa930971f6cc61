ALTER TABLE `demo_sessions` ADD `tutor_manager_feedback` text;--> statement-breakpoint
ALTER TABLE `demo_sessions` ADD `tutor_feedback` text;--> statement-breakpoint
ALTER TABLE `demo_sessions` ADD `note` text;--> statement-breakpoint
ALTER TABLE `demo_sessions` ADD `level` integer CONSTRAINT "demo_sessions_level" CHECK(`level` BETWEEN 1 AND 5);
