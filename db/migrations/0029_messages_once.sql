ALTER TABLE `outbox` ADD `sending_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `provider_id` text;--> statement-breakpoint
-- Codes for a new password and links that put an address back stood here as they were sent; from now on they are encrypted.
UPDATE `outbox` SET `params` = '{}' WHERE `template` IN ('forget_password', 'email_changed') AND `status` <> 'pending';
