CREATE TABLE `ledger_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`row_id` integer NOT NULL,
	CONSTRAINT "ledger_changes_kind" CHECK("ledger_changes"."kind" IN ('orders', 'lessons', 'withdrawals'))
);
--> statement-breakpoint
ALTER TABLE `ledger_proofs` ADD `proven_to` text;--> statement-breakpoint
CREATE TRIGGER orders_changed AFTER UPDATE OF amount, fees, refunded_amount, status, paid_at ON transactions
WHEN NEW.amount IS NOT OLD.amount OR NEW.fees IS NOT OLD.fees OR NEW.refunded_amount IS NOT OLD.refunded_amount
  OR NEW.status IS NOT OLD.status OR NEW.paid_at IS NOT OLD.paid_at
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('orders', OLD.id); END;
--> statement-breakpoint
CREATE TRIGGER orders_removed AFTER DELETE ON transactions
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('orders', OLD.id); END;
--> statement-breakpoint
CREATE TRIGGER refunds_changed AFTER UPDATE OF tx_id, amount, status ON refunds
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('orders', OLD.tx_id); END;
--> statement-breakpoint
CREATE TRIGGER refunds_removed AFTER DELETE ON refunds
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('orders', OLD.tx_id); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_changed AFTER UPDATE OF amount, status ON withdrawals
WHEN NEW.amount IS NOT OLD.amount OR NEW.status IS NOT OLD.status
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('withdrawals', OLD.id); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_deleted AFTER DELETE ON withdrawals
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('withdrawals', OLD.id); END;
--> statement-breakpoint
-- A lesson that nobody is paid for yet is proven once it is over.
CREATE TRIGGER paid_lessons_changed AFTER UPDATE OF start, duration, price, canceled_at ON lessons
WHEN EXISTS (SELECT 1 FROM journal_entries e WHERE e.fact_kind = 'earning' AND e.fact_id = OLD.id)
BEGIN INSERT INTO ledger_changes (kind, row_id) VALUES ('lessons', OLD.id); END;
