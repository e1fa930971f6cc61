ALTER TABLE `outbox` ADD `sending_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `provider_id` text;--> statement-breakpoint
-- Codes for a new password and links that put an address back stood here as they were sent; from now on they are encrypted.
-- A link that is not sent yet, or that was parked and may be sent again, stays.
UPDATE `outbox` SET `params` = '{}'
WHERE (`template` = 'forget_password' AND `status` <> 'pending') OR (`template` = 'email_changed' AND `status` NOT IN ('pending', 'parked'));
