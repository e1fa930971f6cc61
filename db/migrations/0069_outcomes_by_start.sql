ALTER TABLE `lesson_outcomes` ADD `start` integer;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_start` ON `lesson_outcomes` (`outcome`,`start`);
--> statement-breakpoint
UPDATE lesson_outcomes SET start = (SELECT l.start FROM lessons l WHERE l.id = lesson_outcomes.lesson_id);
--> statement-breakpoint
-- An older version of the worker does not write the start.
CREATE TRIGGER lesson_outcomes_start_of_lesson AFTER INSERT ON lesson_outcomes
WHEN NEW.start IS NULL
BEGIN UPDATE lesson_outcomes SET start = (SELECT l.start FROM lessons l WHERE l.id = NEW.lesson_id) WHERE lesson_id = NEW.lesson_id; END;
