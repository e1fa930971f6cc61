-- Mailboxes that have had a trial, in the form of domain/users/mailbox.ts: spellings of one mailbox at Proton, Apple, Yandex, Yahoo and
-- Fastmail were several until now. Where several students used them, the one whose row is in that form, or is rewritten first, keeps it; the
-- others keep their trials and a row that no address leads to any more. Reads each mailbox once, and writes those at these domains.
UPDATE OR IGNORE trial_proofs SET value = CASE substr(value, instr(value, '@') + 1)
  WHEN 'proton.me' THEN replace(replace(replace(substr(value, 1, instr(value, '@') - 1), '.', ''), '-', ''), '_', '') || '@proton.me'
  WHEN 'protonmail.com' THEN replace(replace(replace(substr(value, 1, instr(value, '@') - 1), '.', ''), '-', ''), '_', '') || '@proton.me'
  WHEN 'protonmail.ch' THEN replace(replace(replace(substr(value, 1, instr(value, '@') - 1), '.', ''), '-', ''), '_', '') || '@proton.me'
  WHEN 'pm.me' THEN replace(replace(replace(substr(value, 1, instr(value, '@') - 1), '.', ''), '-', ''), '_', '') || '@proton.me'
  ELSE replace(substr(value, 1, instr(value, '@') - 1), '-', '.') || '@yandex.com' END
WHERE kind = 'mailbox' AND substr(value, instr(value, '@') + 1) IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me',
  'yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru');
--> statement-breakpoint
UPDATE OR IGNORE trial_proofs SET value = substr(value, 1, instr(value, '@')) || 'icloud.com'
WHERE kind = 'mailbox' AND substr(value, instr(value, '@') + 1) IN ('me.com', 'mac.com');
--> statement-breakpoint
UPDATE OR IGNORE trial_proofs SET value = substr(value, 1, instr(value, '-') - 1) || substr(value, instr(value, '@'))
WHERE kind = 'mailbox' AND instr(value, '-') BETWEEN 1 AND instr(value, '@') - 1 AND substr(value, instr(value, '@') + 1) IN (
  'yahoo.com', 'yahoo.ca', 'yahoo.co.in', 'yahoo.co.uk', 'yahoo.de', 'yahoo.es', 'yahoo.fr', 'yahoo.in', 'yahoo.it', 'myyahoo.com',
  'rocketmail.com', 'ymail.com');
--> statement-breakpoint
UPDATE OR IGNORE trial_proofs SET value = substr(value, instr(value, '@') + 1, length(value) - instr(value, '@') - 13) || '@fastmail.com'
WHERE kind = 'mailbox' AND substr(value, instr(value, '@') + 1) LIKE '%.fastmail.com';
--> statement-breakpoint
UPDATE OR IGNORE trial_proofs SET value = substr(value, instr(value, '@') + 1, length(value) - instr(value, '@') - 12) || '@fastmail.fm'
WHERE kind = 'mailbox' AND substr(value, instr(value, '@') + 1) LIKE '%.fastmail.fm';
