ALTER TABLE `tutors` ADD `english_bio` text CONSTRAINT "tutors_english_bio" CHECK(length("english_bio") BETWEEN 25 AND 60);--> statement-breakpoint
ALTER TABLE `users` ADD `english_name` text CONSTRAINT "users_english_name" CHECK("english_name" IS NULL OR (length("english_name") BETWEEN 2 AND 80 AND "role" IN (3, 5)));--> statement-breakpoint
ALTER TABLE `users` ADD `folded_english_name` text;--> statement-breakpoint
CREATE INDEX `users_folded_english_name` ON `users` (`folded_english_name`) WHERE folded_english_name IS NOT NULL;
--> statement-breakpoint
-- The search of accounts finds both names, each in a column of its own, so that a match is exact or at the beginning of one of them.
DROP TRIGGER user_search_insert;
--> statement-breakpoint
DROP TRIGGER user_search_update;
--> statement-breakpoint
DROP TABLE user_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE user_search USING fts5(name, english_name, email, phone, tokenize = 'trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO user_search (rowid, name, email, phone) SELECT id, folded_name, email, phone FROM users;
--> statement-breakpoint
CREATE TRIGGER user_search_insert AFTER INSERT ON users
BEGIN INSERT INTO user_search (rowid, name, english_name, email, phone)
  VALUES (NEW.id, NEW.folded_name, NEW.folded_english_name, NEW.email, NEW.phone); END;
--> statement-breakpoint
CREATE TRIGGER user_search_update AFTER UPDATE OF folded_name, folded_english_name, email, phone ON users
WHEN OLD.folded_name IS NOT NEW.folded_name OR OLD.folded_english_name IS NOT NEW.folded_english_name
  OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone
BEGIN UPDATE user_search
  SET name = NEW.folded_name, english_name = NEW.folded_english_name, email = NEW.email, phone = NEW.phone
  WHERE rowid = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER users_english_name_unfolded AFTER INSERT ON users
WHEN NEW.english_name IS NOT NULL AND NEW.folded_english_name IS NULL
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('users.english_name', NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER users_english_name_refolded AFTER UPDATE OF english_name ON users
WHEN OLD.english_name IS NOT NEW.english_name AND OLD.folded_english_name IS NEW.folded_english_name
BEGIN INSERT OR IGNORE INTO texts_to_fold VALUES ('users.english_name', NEW.id); END;
