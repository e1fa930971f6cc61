CREATE TABLE `trial_proofs` (
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `value`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trial_proofs_kind" CHECK("trial_proofs"."kind" IN ('mailbox', 'phone', 'google'))
);
--> statement-breakpoint
CREATE INDEX `trial_proofs_user` ON `trial_proofs` (`user_id`);--> statement-breakpoint
ALTER TABLE `transactions` ADD `coupon_id` integer REFERENCES coupons(id);--> statement-breakpoint
ALTER TABLE `transactions` ADD `second_payment_of` integer REFERENCES transactions(id);--> statement-breakpoint
CREATE INDEX `transactions_coupon` ON `transactions` (`coupon_id`) WHERE coupon_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `transactions_second` ON `transactions` (`second_payment_of`) WHERE second_payment_of IS NOT NULL;--> statement-breakpoint
UPDATE transactions SET coupon_id = (SELECT r.coupon_id FROM coupon_redemptions r WHERE r.tx_id = transactions.id)
WHERE id IN (SELECT tx_id FROM coupon_redemptions);
--> statement-breakpoint
-- The students who had their trial before: what they had proven serves nobody else. The first of several accounts keeps it.
INSERT OR IGNORE INTO trial_proofs (kind, value, user_id, created_at)
SELECT p.kind, p.value, p.user_id, p.start FROM (
  SELECT 'mailbox' AS kind,
    CASE WHEN substr(u.email, instr(u.email, '@')) IN ('@gmail.com', '@googlemail.com')
      THEN replace(substr(u.email, 1, instr(replace(u.email, '+', '@'), '@') - 1), '.', '') || '@gmail.com'
      ELSE substr(u.email, 1, instr(replace(u.email, '+', '@'), '@') - 1) || substr(u.email, instr(u.email, '@'))
    END AS value, u.id AS user_id, s.start
  FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.period = 3
  UNION ALL
  SELECT 'phone', u.phone, u.id, s.start FROM subscriptions s JOIN users u ON u.id = s.user_id
  WHERE s.period = 3 AND u.verified_phone = 1 AND u.phone IS NOT NULL
  UNION ALL
  SELECT 'google', i.subject, i.user_id, s.start FROM subscriptions s JOIN identities i ON i.user_id = s.user_id
  WHERE s.period = 3
) p ORDER BY p.start;
