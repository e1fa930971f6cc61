CREATE TABLE `plan_counts` (
	`plan_id` integer NOT NULL,
	`kind` text NOT NULL,
	`start` integer DEFAULT 0 NOT NULL,
	`rows` integer NOT NULL,
	PRIMARY KEY(`plan_id`, `kind`, `start`)
);
--> statement-breakpoint
CREATE TABLE `studio_counts` (
	`studio_id` integer PRIMARY KEY NOT NULL,
	`tutors` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `waiting_withdrawals` (
	`method` integer PRIMARY KEY NOT NULL,
	`rows` integer NOT NULL,
	`amount` integer NOT NULL,
	`in_files` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `withdrawals_waiting` ON `withdrawals` (`method`,`created_at`) WHERE status IN (0, 1);--> statement-breakpoint
INSERT INTO plan_counts (plan_id, kind, start, rows)
SELECT plan_id, 'subscriptions', 0, COUNT(*) FROM subscriptions WHERE plan_id IS NOT NULL GROUP BY plan_id
UNION ALL SELECT plan_id, 'day', "end" - "end" % 86400000, COUNT(*) FROM subscriptions
  WHERE plan_id IS NOT NULL AND terminated_at IS NULL GROUP BY plan_id, "end" - "end" % 86400000
UNION ALL SELECT plan_id, 'hour', "end" - "end" % 3600000, COUNT(*) FROM subscriptions
  WHERE plan_id IS NOT NULL AND terminated_at IS NULL GROUP BY plan_id, "end" - "end" % 3600000
UNION ALL SELECT plan_id, 'invites', 0, COUNT(*) FROM plan_invites GROUP BY plan_id
UNION ALL SELECT plan_id, 'coupons', 0, COUNT(*) FROM coupons GROUP BY plan_id;
--> statement-breakpoint
INSERT INTO studio_counts (studio_id, tutors)
SELECT studio_id, COUNT(*) FROM tutors WHERE studio_id IS NOT NULL GROUP BY studio_id;
--> statement-breakpoint
INSERT INTO waiting_withdrawals (method, rows, amount, in_files)
SELECT w.method, COUNT(*), SUM(w.amount), COUNT(i.withdrawal_id)
FROM withdrawals w LEFT JOIN payment_file_items i ON i.withdrawal_id = w.id AND i.open = 1
WHERE w.status IN (0, 1) GROUP BY w.method;
--> statement-breakpoint
CREATE TRIGGER plan_subscriptions_inserted AFTER INSERT ON subscriptions
WHEN NEW.plan_id IS NOT NULL
BEGIN
  INSERT INTO plan_counts (plan_id, kind, rows) VALUES (NEW.plan_id, 'subscriptions', 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
  INSERT INTO plan_counts (plan_id, kind, start, rows)
  SELECT NEW.plan_id, of.kind, NEW."end" - NEW."end" % of.ms, 1
  FROM (SELECT 'day' AS kind, 86400000 AS ms UNION ALL SELECT 'hour', 3600000) of
  WHERE NEW.terminated_at IS NULL
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
--> statement-breakpoint
CREATE TRIGGER plan_subscriptions_changed AFTER UPDATE OF plan_id, "end", terminated_at ON subscriptions
BEGIN
  UPDATE plan_counts SET rows = rows - 1
  WHERE OLD.plan_id IS NOT NEW.plan_id AND plan_id = OLD.plan_id AND kind = 'subscriptions' AND start = 0;
  INSERT INTO plan_counts (plan_id, kind, rows) SELECT NEW.plan_id, 'subscriptions', 1
  WHERE OLD.plan_id IS NOT NEW.plan_id AND NEW.plan_id IS NOT NULL
  ON CONFLICT DO UPDATE SET rows = rows + 1;
  UPDATE plan_counts SET rows = rows - 1
  WHERE OLD.terminated_at IS NULL AND plan_id = OLD.plan_id
    AND (kind, start) IN (VALUES ('day', OLD."end" - OLD."end" % 86400000), ('hour', OLD."end" - OLD."end" % 3600000));
  INSERT INTO plan_counts (plan_id, kind, start, rows)
  SELECT NEW.plan_id, of.kind, NEW."end" - NEW."end" % of.ms, 1
  FROM (SELECT 'day' AS kind, 86400000 AS ms UNION ALL SELECT 'hour', 3600000) of
  WHERE NEW.terminated_at IS NULL AND NEW.plan_id IS NOT NULL
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
--> statement-breakpoint
CREATE TRIGGER plan_subscriptions_removed AFTER DELETE ON subscriptions
WHEN OLD.plan_id IS NOT NULL
BEGIN
  UPDATE plan_counts SET rows = rows - 1 WHERE plan_id = OLD.plan_id AND kind = 'subscriptions' AND start = 0;
  UPDATE plan_counts SET rows = rows - 1
  WHERE OLD.terminated_at IS NULL AND plan_id = OLD.plan_id
    AND (kind, start) IN (VALUES ('day', OLD."end" - OLD."end" % 86400000), ('hour', OLD."end" - OLD."end" % 3600000));
END;
--> statement-breakpoint
CREATE TRIGGER invites_of_plan_inserted AFTER INSERT ON plan_invites
BEGIN
  INSERT INTO plan_counts (plan_id, kind, rows) VALUES (NEW.plan_id, 'invites', 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
--> statement-breakpoint
CREATE TRIGGER invites_of_plan_removed AFTER DELETE ON plan_invites
BEGIN UPDATE plan_counts SET rows = rows - 1 WHERE plan_id = OLD.plan_id AND kind = 'invites' AND start = 0; END;
--> statement-breakpoint
CREATE TRIGGER coupons_of_plan_inserted AFTER INSERT ON coupons
BEGIN
  INSERT INTO plan_counts (plan_id, kind, rows) VALUES (NEW.plan_id, 'coupons', 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
--> statement-breakpoint
CREATE TRIGGER coupons_of_plan_changed AFTER UPDATE OF plan_id ON coupons
WHEN NEW.plan_id <> OLD.plan_id
BEGIN
  UPDATE plan_counts SET rows = rows - 1 WHERE plan_id = OLD.plan_id AND kind = 'coupons' AND start = 0;
  INSERT INTO plan_counts (plan_id, kind, rows) VALUES (NEW.plan_id, 'coupons', 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
--> statement-breakpoint
CREATE TRIGGER coupons_of_plan_removed AFTER DELETE ON coupons
BEGIN UPDATE plan_counts SET rows = rows - 1 WHERE plan_id = OLD.plan_id AND kind = 'coupons' AND start = 0; END;
--> statement-breakpoint
CREATE TRIGGER studio_tutors_inserted AFTER INSERT ON tutors
WHEN NEW.studio_id IS NOT NULL
BEGIN
  INSERT INTO studio_counts (studio_id, tutors) VALUES (NEW.studio_id, 1) ON CONFLICT DO UPDATE SET tutors = tutors + 1;
END;
--> statement-breakpoint
CREATE TRIGGER studio_tutors_changed AFTER UPDATE OF studio_id ON tutors
WHEN NEW.studio_id IS NOT OLD.studio_id
BEGIN
  UPDATE studio_counts SET tutors = tutors - 1 WHERE studio_id = OLD.studio_id;
  INSERT INTO studio_counts (studio_id, tutors) SELECT NEW.studio_id, 1 WHERE NEW.studio_id IS NOT NULL
  ON CONFLICT DO UPDATE SET tutors = tutors + 1;
END;
--> statement-breakpoint
CREATE TRIGGER studio_tutors_removed AFTER DELETE ON tutors
WHEN OLD.studio_id IS NOT NULL
BEGIN UPDATE studio_counts SET tutors = tutors - 1 WHERE studio_id = OLD.studio_id; END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_begin_to_wait AFTER INSERT ON withdrawals
WHEN NEW.status IN (0, 1)
BEGIN
  INSERT INTO waiting_withdrawals (method, rows, amount) VALUES (NEW.method, 1, NEW.amount)
  ON CONFLICT DO UPDATE SET rows = rows + 1, amount = amount + excluded.amount;
END;
--> statement-breakpoint
-- A request whose cancellation is asked for or refused waits on.
CREATE TRIGGER withdrawals_wait_or_not AFTER UPDATE OF status, method, amount ON withdrawals
WHEN (OLD.status IN (0, 1)) <> (NEW.status IN (0, 1)) OR OLD.method <> NEW.method OR OLD.amount <> NEW.amount
BEGIN
  UPDATE waiting_withdrawals SET rows = rows - 1, amount = amount - OLD.amount
  WHERE method = OLD.method AND OLD.status IN (0, 1);
  INSERT INTO waiting_withdrawals (method, rows, amount) SELECT NEW.method, 1, NEW.amount WHERE NEW.status IN (0, 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_wait_no_more AFTER DELETE ON withdrawals
WHEN OLD.status IN (0, 1)
BEGIN UPDATE waiting_withdrawals SET rows = rows - 1, amount = amount - OLD.amount WHERE method = OLD.method; END;
--> statement-breakpoint
-- What is in an open file waits: a row that is written is of such a request, and a decision closes it.
CREATE TRIGGER waiting_in_file_inserted AFTER INSERT ON payment_file_items
WHEN NEW.open = 1
BEGIN
  UPDATE waiting_withdrawals SET in_files = in_files + 1
  WHERE method = (SELECT method FROM withdrawals WHERE id = NEW.withdrawal_id);
END;
--> statement-breakpoint
CREATE TRIGGER waiting_in_file_changed AFTER UPDATE OF open ON payment_file_items
WHEN NEW.open <> OLD.open
BEGIN
  UPDATE waiting_withdrawals SET in_files = in_files + (NEW.open = 1) - (OLD.open = 1)
  WHERE method = (SELECT method FROM withdrawals WHERE id = NEW.withdrawal_id);
END;
--> statement-breakpoint
CREATE TRIGGER waiting_in_file_removed AFTER DELETE ON payment_file_items
WHEN OLD.open = 1
BEGIN
  UPDATE waiting_withdrawals SET in_files = in_files - 1
  WHERE method = (SELECT method FROM withdrawals WHERE id = OLD.withdrawal_id);
END;
