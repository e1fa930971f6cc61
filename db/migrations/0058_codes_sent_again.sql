ALTER TABLE `confirmation_codes` ADD `sent_to` text;--> statement-breakpoint
ALTER TABLE `confirmation_codes` ADD `sent_at` integer;--> statement-breakpoint
ALTER TABLE `password_reset_codes` ADD `mail` text;--> statement-breakpoint
ALTER TABLE `password_reset_codes` ADD `sent_at` integer;