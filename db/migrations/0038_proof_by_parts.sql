ALTER TABLE `ledger_proofs` ADD `next` text;--> statement-breakpoint
ALTER TABLE `ledger_proofs` ADD `differing` text;