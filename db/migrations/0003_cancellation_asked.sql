ALTER TABLE `withdrawals` ADD `cancellation_asked` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `withdrawals` SET `cancellation_asked` = true WHERE `status` = 1;