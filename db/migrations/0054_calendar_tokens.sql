ALTER TABLE `calendar_feeds` ADD `token` text;--> statement-breakpoint
ALTER TABLE `calendar_feeds` DROP COLUMN `salt`;