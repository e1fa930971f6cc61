CREATE TABLE `paymob_cards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token` text,
	`token_hash` text NOT NULL,
	`brand` text NOT NULL,
	`last_four_digits` text NOT NULL,
	`saved_at` text NOT NULL,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "paymob_cards_removed" CHECK(("paymob_cards"."token" IS NULL) = ("paymob_cards"."removed_at" IS NOT NULL)),
	CONSTRAINT "paymob_cards_digits" CHECK("paymob_cards"."last_four_digits" GLOB '[0-9][0-9][0-9][0-9]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `paymob_cards_token_hash_unique` ON `paymob_cards` (`token_hash`);--> statement-breakpoint
CREATE INDEX `paymob_cards_user` ON `paymob_cards` (`user_id`) WHERE token IS NOT NULL;