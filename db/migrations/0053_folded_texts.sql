-- Texts were folded by SQL, otherwise than the words that are searched: `normalise` of domain/arabic.ts now folds both, where a row is
-- written. Until the job `fold-texts` has folded a name again, it is found as it was folded before.
DROP INDEX users_folded_name;
--> statement-breakpoint
DROP INDEX users_folded_email;
--> statement-breakpoint
DROP INDEX users_folded_phone;
--> statement-breakpoint
DROP TRIGGER user_search_insert;
--> statement-breakpoint
DROP TRIGGER user_search_update;
--> statement-breakpoint
CREATE TABLE `texts_to_fold` (
	`column` text NOT NULL,
	`id` integer NOT NULL,
	PRIMARY KEY(`column`, `id`)
);
--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `folded_name` text;--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `folded_title` text;--> statement-breakpoint
ALTER TABLE `contact_requests` ADD `folded_message` text;--> statement-breakpoint
ALTER TABLE `interviews` ADD `folded_interviewer_feedback` text;--> statement-breakpoint
ALTER TABLE `interviews` ADD `folded_interviewee_feedback` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `folded_title` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `folded_description` text;--> statement-breakpoint
ALTER TABLE `topics` ADD `folded_name_ar` text;--> statement-breakpoint
ALTER TABLE `topics` ADD `folded_name_en` text;--> statement-breakpoint
ALTER TABLE `tutors` ADD `folded_bio` text;--> statement-breakpoint
ALTER TABLE `tutors` ADD `folded_about` text;--> statement-breakpoint
ALTER TABLE `users` ADD `folded_name` text;--> statement-breakpoint
CREATE INDEX `users_folded_name` ON `users` (`folded_name`);
--> statement-breakpoint
UPDATE users SET folded_name = (SELECT s.name FROM user_search s WHERE s.rowid = users.id);
--> statement-breakpoint
-- E-mail addresses and phone numbers are stored folded.
CREATE TRIGGER user_search_insert AFTER INSERT ON users
BEGIN INSERT INTO user_search (rowid, name, email, phone) VALUES (NEW.id, NEW.folded_name, NEW.email, NEW.phone); END;
--> statement-breakpoint
CREATE TRIGGER user_search_update AFTER UPDATE OF folded_name, email, phone ON users
WHEN OLD.folded_name IS NOT NEW.folded_name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone
BEGIN UPDATE user_search SET name = NEW.folded_name, email = NEW.email, phone = NEW.phone WHERE rowid = NEW.id; END;
--> statement-breakpoint
-- A text that is written without its fold, or changed while its fold stays, is folded by the job.
CREATE TRIGGER users_name_unfolded AFTER INSERT ON users
WHEN NEW.name IS NOT NULL AND NEW.folded_name IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('users.name', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER users_name_refolded AFTER UPDATE OF name ON users
WHEN OLD.name IS NOT NEW.name AND OLD.folded_name IS NEW.folded_name
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('users.name', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'users.name', id FROM users WHERE name IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER tutors_bio_unfolded AFTER INSERT ON tutors
WHEN NEW.bio IS NOT NULL AND NEW.folded_bio IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('tutors.bio', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER tutors_bio_refolded AFTER UPDATE OF bio ON tutors
WHEN OLD.bio IS NOT NEW.bio AND OLD.folded_bio IS NEW.folded_bio
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('tutors.bio', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'tutors.bio', id FROM tutors WHERE bio IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER tutors_about_unfolded AFTER INSERT ON tutors
WHEN NEW.about IS NOT NULL AND NEW.folded_about IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('tutors.about', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER tutors_about_refolded AFTER UPDATE OF about ON tutors
WHEN OLD.about IS NOT NEW.about AND OLD.folded_about IS NEW.folded_about
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('tutors.about', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'tutors.about', id FROM tutors WHERE about IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER reports_title_unfolded AFTER INSERT ON reports
WHEN NEW.title IS NOT NULL AND NEW.folded_title IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('reports.title', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER reports_title_refolded AFTER UPDATE OF title ON reports
WHEN OLD.title IS NOT NEW.title AND OLD.folded_title IS NEW.folded_title
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('reports.title', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'reports.title', id FROM reports WHERE title IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER reports_description_unfolded AFTER INSERT ON reports
WHEN NEW.description IS NOT NULL AND NEW.folded_description IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('reports.description', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER reports_description_refolded AFTER UPDATE OF description ON reports
WHEN OLD.description IS NOT NEW.description AND OLD.folded_description IS NEW.folded_description
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('reports.description', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'reports.description', id FROM reports WHERE description IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER contact_requests_name_unfolded AFTER INSERT ON contact_requests
WHEN NEW.name IS NOT NULL AND NEW.folded_name IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('contact_requests.name', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER contact_requests_name_refolded AFTER UPDATE OF name ON contact_requests
WHEN OLD.name IS NOT NEW.name AND OLD.folded_name IS NEW.folded_name
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('contact_requests.name', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'contact_requests.name', id FROM contact_requests WHERE name IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER contact_requests_title_unfolded AFTER INSERT ON contact_requests
WHEN NEW.title IS NOT NULL AND NEW.folded_title IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('contact_requests.title', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER contact_requests_title_refolded AFTER UPDATE OF title ON contact_requests
WHEN OLD.title IS NOT NEW.title AND OLD.folded_title IS NEW.folded_title
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('contact_requests.title', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'contact_requests.title', id FROM contact_requests WHERE title IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER contact_requests_message_unfolded AFTER INSERT ON contact_requests
WHEN NEW.message IS NOT NULL AND NEW.folded_message IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('contact_requests.message', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER contact_requests_message_refolded AFTER UPDATE OF message ON contact_requests
WHEN OLD.message IS NOT NEW.message AND OLD.folded_message IS NEW.folded_message
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('contact_requests.message', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'contact_requests.message', id FROM contact_requests WHERE message IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER topics_name_ar_unfolded AFTER INSERT ON topics
WHEN NEW.name_ar IS NOT NULL AND NEW.folded_name_ar IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('topics.name_ar', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER topics_name_ar_refolded AFTER UPDATE OF name_ar ON topics
WHEN OLD.name_ar IS NOT NEW.name_ar AND OLD.folded_name_ar IS NEW.folded_name_ar
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('topics.name_ar', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'topics.name_ar', id FROM topics WHERE name_ar IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER topics_name_en_unfolded AFTER INSERT ON topics
WHEN NEW.name_en IS NOT NULL AND NEW.folded_name_en IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('topics.name_en', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER topics_name_en_refolded AFTER UPDATE OF name_en ON topics
WHEN OLD.name_en IS NOT NEW.name_en AND OLD.folded_name_en IS NEW.folded_name_en
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('topics.name_en', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'topics.name_en', id FROM topics WHERE name_en IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER interviews_interviewer_feedback_unfolded AFTER INSERT ON interviews
WHEN NEW.interviewer_feedback IS NOT NULL AND NEW.folded_interviewer_feedback IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('interviews.interviewer_feedback', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER interviews_interviewer_feedback_refolded AFTER UPDATE OF interviewer_feedback ON interviews
WHEN OLD.interviewer_feedback IS NOT NEW.interviewer_feedback AND OLD.folded_interviewer_feedback IS NEW.folded_interviewer_feedback
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('interviews.interviewer_feedback', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'interviews.interviewer_feedback', id FROM interviews WHERE interviewer_feedback IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER interviews_interviewee_feedback_unfolded AFTER INSERT ON interviews
WHEN NEW.interviewee_feedback IS NOT NULL AND NEW.folded_interviewee_feedback IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('interviews.interviewee_feedback', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER interviews_interviewee_feedback_refolded AFTER UPDATE OF interviewee_feedback ON interviews
WHEN OLD.interviewee_feedback IS NOT NEW.interviewee_feedback AND OLD.folded_interviewee_feedback IS NEW.folded_interviewee_feedback
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('interviews.interviewee_feedback', NEW.id); END;
--> statement-breakpoint
INSERT INTO texts_to_fold SELECT 'interviews.interviewee_feedback', id FROM interviews WHERE interviewee_feedback IS NOT NULL;
