CREATE TABLE `payment_differences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tx_id` integer NOT NULL,
	`field` text NOT NULL,
	`ours` text NOT NULL,
	`theirs` text NOT NULL,
	`found_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`tx_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_differences_field" CHECK("payment_differences"."field" IN ('order', 'status', 'number', 'customer', 'amount', 'refunded'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_differences_once` ON `payment_differences` (`tx_id`,`field`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `payment_differences_tx` ON `payment_differences` (`tx_id`);--> statement-breakpoint
CREATE INDEX `payment_differences_open` ON `payment_differences` (`found_at`) WHERE closed_at IS NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `accepted_at` integer;--> statement-breakpoint
ALTER TABLE `transactions` ADD `compare_at` integer;--> statement-breakpoint
CREATE INDEX `transactions_to_compare` ON `transactions` (`compare_at`) WHERE compare_at IS NOT NULL;