CREATE TABLE `payout_batches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`count` integer NOT NULL,
	`total` integer NOT NULL,
	`needs_second` integer NOT NULL,
	`created_by` integer NOT NULL,
	`confirmed_by` integer,
	`confirmed_at` integer,
	`dropped_by` integer,
	`dropped_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`confirmed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dropped_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_batches_total" CHECK("payout_batches"."count" > 0 AND "payout_batches"."total" > 0),
	CONSTRAINT "payout_batches_confirmed" CHECK(("payout_batches"."confirmed_at" IS NULL) = ("payout_batches"."confirmed_by" IS NULL)),
	CONSTRAINT "payout_batches_dropped" CHECK(("payout_batches"."dropped_at" IS NULL) = ("payout_batches"."dropped_by" IS NULL)),
	CONSTRAINT "payout_batches_end_once" CHECK("payout_batches"."confirmed_at" IS NULL OR "payout_batches"."dropped_at" IS NULL),
	CONSTRAINT "payout_batches_second_admin" CHECK("payout_batches"."confirmed_by" IS NULL OR "payout_batches"."needs_second" = 0 OR "payout_batches"."confirmed_by" <> "payout_batches"."created_by")
);
--> statement-breakpoint
CREATE INDEX `payout_batches_created` ON `payout_batches` (`created_at`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`batch_id` integer NOT NULL,
	`withdrawal_id` integer NOT NULL,
	`reference` text NOT NULL,
	`issuer` text NOT NULL,
	`account` text NOT NULL,
	`bank_code` text,
	`full_name` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`sent_at` integer,
	`asked_at` integer,
	`transaction_id` text,
	`status_code` text,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`batch_id`) REFERENCES `payout_batches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_issuer" CHECK("payouts"."issuer" IN ('vodafone', 'etisalat', 'orange', 'bank_wallet', 'bank_card')),
	CONSTRAINT "payouts_bank" CHECK(("payouts"."bank_code" IS NOT NULL) = ("payouts"."issuer" = 'bank_card')),
	CONSTRAINT "payouts_state" CHECK("payouts"."state" IN ('prepared', 'ready', 'sending', 'pending', 'successful', 'failed', 'dropped')),
	CONSTRAINT "payouts_amount" CHECK("payouts"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_reference_unique` ON `payouts` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_open` ON `payouts` (`withdrawal_id`) WHERE state IN ('prepared', 'ready', 'sending', 'pending');--> statement-breakpoint
CREATE INDEX `payouts_batch` ON `payouts` (`batch_id`);--> statement-breakpoint
CREATE INDEX `payouts_withdrawal` ON `payouts` (`withdrawal_id`);--> statement-breakpoint
CREATE INDEX `payouts_to_ask` ON `payouts` (`asked_at`) WHERE state IN ('sending', 'pending');--> statement-breakpoint
CREATE INDEX `payouts_to_send` ON `payouts` (`created_at`) WHERE state = 'ready';--> statement-breakpoint
-- A batch above the limit of the settings is confirmed by somebody other than who prepared it, and no batch twice.
CREATE TRIGGER payout_batches_limit BEFORE INSERT ON payout_batches
WHEN (NEW.needs_second = 0 AND NEW.total > COALESCE((SELECT CAST(s.value AS INTEGER) FROM settings s WHERE s.name = 'payoutLimit'), 500000))
  OR (NEW.needs_second = 1 AND NEW.confirmed_by IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'payout-needs-second-admin'); END;
--> statement-breakpoint
CREATE TRIGGER payout_batches_stay BEFORE UPDATE OF count, total, needs_second, created_by, created_at ON payout_batches
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER payout_batches_end_once BEFORE UPDATE OF confirmed_by, confirmed_at, dropped_by, dropped_at ON payout_batches
WHEN OLD.confirmed_at IS NOT NULL OR OLD.dropped_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'illegal-invoice-update'); END;
--> statement-breakpoint
-- Only a request that still waits is paid; by Paymob or by a file, never by both. The unique key keeps it out of a second payout.
CREATE TRIGGER payouts_wait BEFORE INSERT ON payouts
WHEN NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = NEW.withdrawal_id AND w.status = 0 AND w.amount = NEW.amount)
BEGIN SELECT RAISE(ABORT, 'illegal-invoice-update'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_or_file BEFORE INSERT ON payouts
WHEN EXISTS (SELECT 1 FROM payment_file_items i WHERE i.withdrawal_id = NEW.withdrawal_id AND i.open = 1)
BEGIN SELECT RAISE(ABORT, 'invoice-in-payment-file'); END;
--> statement-breakpoint
CREATE TRIGGER payment_file_items_or_payout BEFORE INSERT ON payment_file_items
WHEN EXISTS (SELECT 1 FROM payouts p WHERE p.withdrawal_id = NEW.withdrawal_id AND p.state IN ('prepared', 'ready', 'sending', 'pending'))
BEGIN SELECT RAISE(ABORT, 'invoice-in-payout'); END;
--> statement-breakpoint
-- Nothing is sent that was not confirmed, and each payout goes forward only.
CREATE TRIGGER payouts_begin BEFORE INSERT ON payouts
WHEN NEW.sent_at IS NOT NULL OR NOT (NEW.state = 'prepared' OR (NEW.state = 'ready'
  AND EXISTS (SELECT 1 FROM payout_batches b WHERE b.id = NEW.batch_id AND b.confirmed_at IS NOT NULL)))
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_steps BEFORE UPDATE OF state ON payouts
WHEN NEW.state <> OLD.state AND NOT (
  (OLD.state = 'prepared' AND NEW.state = 'dropped')
  OR (OLD.state = 'prepared' AND NEW.state = 'ready'
    AND EXISTS (SELECT 1 FROM payout_batches b WHERE b.id = NEW.batch_id AND b.confirmed_at IS NOT NULL))
  OR (OLD.state = 'ready' AND NEW.state = 'sending' AND NEW.sent_at IS NOT NULL)
  OR (OLD.state = 'sending' AND NEW.state IN ('pending', 'successful', 'failed'))
  OR (OLD.state = 'pending' AND NEW.state IN ('successful', 'failed'))
)
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_stay BEFORE UPDATE OF batch_id, withdrawal_id, reference, issuer, account, bank_code, full_name, amount, created_at ON payouts
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_are_kept BEFORE DELETE ON payouts
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- While money is on its way nobody decides the request; one that was only prepared leaves its batch when it is decided.
CREATE TRIGGER withdrawals_being_paid BEFORE UPDATE OF status, amount ON withdrawals
WHEN (NEW.status <> OLD.status OR NEW.amount <> OLD.amount)
  AND EXISTS (SELECT 1 FROM payouts p WHERE p.withdrawal_id = NEW.id AND p.state IN ('ready', 'sending', 'pending'))
BEGIN SELECT RAISE(ABORT, 'invoice-in-payout'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_leave AFTER UPDATE OF status ON withdrawals
WHEN NEW.status <> OLD.status
BEGIN UPDATE payouts SET state = 'dropped', updated_at = NEW.updated_at WHERE withdrawal_id = NEW.id AND state = 'prepared'; END;
--> statement-breakpoint
-- What Paymob has paid is posted as paid by Paymob, once, and when it is paid; the sum does not return to the tutor.
CREATE TRIGGER journal_ends_with_payout BEFORE INSERT ON journal_entries
WHEN NEW.fact_kind IN ('payout', 'withdrawal-return')
  AND EXISTS (SELECT 1 FROM payouts p WHERE p.withdrawal_id = NEW.fact_id AND p.state IN ('ready', 'sending', 'pending'))
BEGIN SELECT RAISE(ABORT, 'invoice-in-payout'); END;
--> statement-breakpoint
CREATE TRIGGER journal_payout_is_of_payer BEFORE INSERT ON journal_entries
WHEN NEW.fact_kind IN ('payout', 'withdrawal-return')
  AND EXISTS (SELECT 1 FROM payouts p WHERE p.withdrawal_id = NEW.fact_id AND p.state = 'successful')
    <> EXISTS (SELECT 1 FROM json_each(NEW.lines) l WHERE l.value ->> 'account' = 'payouts')
BEGIN SELECT RAISE(ABORT, 'illegal'); END;
--> statement-breakpoint
-- A request that cools off (docs/rules/money.md 9.10) is not prepared and not confirmed.
CREATE TRIGGER payouts_cool_off BEFORE INSERT ON payouts
WHEN EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = NEW.withdrawal_id AND (
  EXISTS (SELECT 1 FROM credential_changes c WHERE c.user_id = w.user_id AND c.changed_at + 259200000 > NEW.updated_at)
  OR (w.created_at + 259200000 > NEW.updated_at
    AND EXISTS (SELECT 1 FROM withdrawals o
      WHERE o.user_id = w.user_id AND +o.status = 3 AND o.updated_at < NEW.updated_at)
    AND NOT EXISTS (SELECT 1 FROM withdrawals o
      WHERE o.user_id = w.user_id AND +o.status = 3 AND +o.receiver = w.receiver))))
BEGIN SELECT RAISE(ABORT, 'invoice-cooling-off'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_confirmed_cool_off BEFORE UPDATE OF state ON payouts
WHEN NEW.state = 'ready' AND EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = NEW.withdrawal_id AND (
  EXISTS (SELECT 1 FROM credential_changes c WHERE c.user_id = w.user_id AND c.changed_at + 259200000 > NEW.updated_at)
  OR (w.created_at + 259200000 > NEW.updated_at
    AND EXISTS (SELECT 1 FROM withdrawals o
      WHERE o.user_id = w.user_id AND +o.status = 3 AND o.updated_at < NEW.updated_at)
    AND NOT EXISTS (SELECT 1 FROM withdrawals o
      WHERE o.user_id = w.user_id AND +o.status = 3 AND +o.receiver = w.receiver))))
BEGIN SELECT RAISE(ABORT, 'invoice-cooling-off'); END;
--> statement-breakpoint
-- As before, but for what Paymob has paid already: a credential that is changed while money is on its way changes nothing.
DROP TRIGGER withdrawals_cool_off;
--> statement-breakpoint
CREATE TRIGGER withdrawals_cool_off BEFORE UPDATE OF status ON withdrawals
WHEN NEW.status = 3 AND OLD.status <> 3
  AND (SELECT u.role FROM users u WHERE u.id = NEW.cooling_off_waived_by) IS NOT 1
  AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.withdrawal_id = NEW.id AND p.state = 'successful')
  AND (
    EXISTS (SELECT 1 FROM credential_changes c
      WHERE c.user_id = NEW.user_id AND c.changed_at + 259200000 > NEW.updated_at)
    OR (NEW.created_at + 259200000 > NEW.updated_at
      AND EXISTS (SELECT 1 FROM withdrawals w
        WHERE w.user_id = NEW.user_id AND +w.status = 3 AND w.updated_at < NEW.updated_at)
      AND NOT EXISTS (SELECT 1 FROM withdrawals w
        WHERE w.user_id = NEW.user_id AND +w.status = 3 AND +w.receiver = NEW.receiver))
  )
BEGIN SELECT RAISE(ABORT, 'invoice-cooling-off'); END;
