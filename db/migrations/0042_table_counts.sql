CREATE TABLE `table_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`rows` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `tutors_studio`;--> statement-breakpoint
CREATE INDEX `tutors_studio` ON `tutors` (`studio_id`,`created_at`);--> statement-breakpoint
INSERT INTO table_counts (name, rows)
SELECT 'users', COUNT(*) FROM users
UNION ALL SELECT 'tutors', COUNT(*) FROM tutors
UNION ALL SELECT 'transactions', COUNT(*) FROM transactions
UNION ALL SELECT 'subscriptions', COUNT(*) FROM subscriptions
UNION ALL SELECT 'withdrawals', COUNT(*) FROM withdrawals;
--> statement-breakpoint
INSERT INTO table_counts (name, rows)
SELECT 'interviews', COUNT(*) FROM interviews
UNION ALL SELECT 'demo_sessions', COUNT(*) FROM demo_sessions
UNION ALL SELECT 'intro_videos', COUNT(*) FROM intro_videos
UNION ALL SELECT 'reports', COUNT(*) FROM reports
UNION ALL SELECT 'contact_requests', COUNT(*) FROM contact_requests;
--> statement-breakpoint
INSERT INTO table_counts (name, rows)
SELECT 'audit_entries', COUNT(*) FROM audit_entries
UNION ALL SELECT 'invites', COUNT(*) FROM invites
UNION ALL SELECT 'plan_invites', COUNT(*) FROM plan_invites
UNION ALL SELECT 'coupons', COUNT(*) FROM coupons
UNION ALL SELECT 'availability_slots', COUNT(*) FROM availability_slots WHERE deleted = 0;
--> statement-breakpoint
CREATE TRIGGER users_inserted AFTER INSERT ON users
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'users'; END;
--> statement-breakpoint
CREATE TRIGGER users_removed AFTER DELETE ON users
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'users'; END;
--> statement-breakpoint
CREATE TRIGGER tutors_inserted AFTER INSERT ON tutors
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'tutors'; END;
--> statement-breakpoint
CREATE TRIGGER tutors_removed AFTER DELETE ON tutors
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'tutors'; END;
--> statement-breakpoint
CREATE TRIGGER transactions_inserted AFTER INSERT ON transactions
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'transactions'; END;
--> statement-breakpoint
CREATE TRIGGER transactions_removed AFTER DELETE ON transactions
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'transactions'; END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_inserted AFTER INSERT ON subscriptions
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'subscriptions'; END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_removed AFTER DELETE ON subscriptions
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'subscriptions'; END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_inserted AFTER INSERT ON withdrawals
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'withdrawals'; END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_removed AFTER DELETE ON withdrawals
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'withdrawals'; END;
--> statement-breakpoint
CREATE TRIGGER interviews_inserted AFTER INSERT ON interviews
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'interviews'; END;
--> statement-breakpoint
CREATE TRIGGER interviews_removed AFTER DELETE ON interviews
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'interviews'; END;
--> statement-breakpoint
CREATE TRIGGER demo_sessions_inserted AFTER INSERT ON demo_sessions
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'demo_sessions'; END;
--> statement-breakpoint
CREATE TRIGGER demo_sessions_removed AFTER DELETE ON demo_sessions
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'demo_sessions'; END;
--> statement-breakpoint
CREATE TRIGGER intro_videos_inserted AFTER INSERT ON intro_videos
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'intro_videos'; END;
--> statement-breakpoint
CREATE TRIGGER intro_videos_removed AFTER DELETE ON intro_videos
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'intro_videos'; END;
--> statement-breakpoint
CREATE TRIGGER reports_inserted AFTER INSERT ON reports
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'reports'; END;
--> statement-breakpoint
CREATE TRIGGER reports_removed AFTER DELETE ON reports
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'reports'; END;
--> statement-breakpoint
CREATE TRIGGER contact_requests_inserted AFTER INSERT ON contact_requests
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'contact_requests'; END;
--> statement-breakpoint
CREATE TRIGGER contact_requests_removed AFTER DELETE ON contact_requests
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'contact_requests'; END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_inserted AFTER INSERT ON audit_entries
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'audit_entries'; END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_removed AFTER DELETE ON audit_entries
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'audit_entries'; END;
--> statement-breakpoint
CREATE TRIGGER invites_inserted AFTER INSERT ON invites
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'invites'; END;
--> statement-breakpoint
CREATE TRIGGER invites_removed AFTER DELETE ON invites
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'invites'; END;
--> statement-breakpoint
CREATE TRIGGER plan_invites_inserted AFTER INSERT ON plan_invites
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'plan_invites'; END;
--> statement-breakpoint
CREATE TRIGGER plan_invites_removed AFTER DELETE ON plan_invites
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'plan_invites'; END;
--> statement-breakpoint
CREATE TRIGGER coupons_inserted AFTER INSERT ON coupons
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'coupons'; END;
--> statement-breakpoint
CREATE TRIGGER coupons_removed AFTER DELETE ON coupons
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'coupons'; END;
--> statement-breakpoint
CREATE TRIGGER availability_slots_inserted AFTER INSERT ON availability_slots
WHEN NEW.deleted = 0
BEGIN UPDATE table_counts SET rows = rows + 1 WHERE name = 'availability_slots'; END;
--> statement-breakpoint
CREATE TRIGGER availability_slots_changed AFTER UPDATE OF deleted ON availability_slots
WHEN NEW.deleted <> OLD.deleted
BEGIN UPDATE table_counts SET rows = rows + (NEW.deleted = 0) - (OLD.deleted = 0) WHERE name = 'availability_slots'; END;
--> statement-breakpoint
CREATE TRIGGER availability_slots_removed AFTER DELETE ON availability_slots
WHEN OLD.deleted = 0
BEGIN UPDATE table_counts SET rows = rows - 1 WHERE name = 'availability_slots'; END;
