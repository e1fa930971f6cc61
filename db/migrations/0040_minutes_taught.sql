DROP INDEX `lessons_ratified`;--> statement-breakpoint
CREATE INDEX `lessons_ratified` ON `lessons` (`start`,`duration`,`price`,`slot_id`) WHERE canceled_at IS NULL;--> statement-breakpoint
ALTER TABLE `card_counts` ADD `minutes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE card_counts SET minutes = COALESCE((
  SELECT SUM(l.duration) FROM availability_slots s JOIN lessons l ON l.slot_id = s.id
  WHERE s.user_id = card_counts.user_id AND l.canceled_at IS NULL
), 0);
--> statement-breakpoint
DROP TRIGGER lessons_counted;
--> statement-breakpoint
CREATE TRIGGER lessons_counted AFTER INSERT ON lesson_members
WHEN EXISTS (
  SELECT 1 FROM lessons l JOIN availability_slots s ON s.id = l.slot_id
  WHERE l.id = NEW.lesson_id AND l.canceled_at IS NULL AND s.user_id <> NEW.user_id
)
BEGIN
  INSERT INTO taught_students (tutor_id, student_id, lessons)
  SELECT s.user_id, NEW.user_id, 1 FROM lessons l JOIN availability_slots s ON s.id = l.slot_id WHERE l.id = NEW.lesson_id
  ON CONFLICT (tutor_id, student_id) DO UPDATE SET lessons = lessons + 1;
  INSERT INTO card_counts (user_id, lessons, minutes, students)
  SELECT t.tutor_id, 1, l.duration, t.lessons = 1 FROM lessons l JOIN availability_slots s ON s.id = l.slot_id
  JOIN taught_students t ON t.tutor_id = s.user_id AND t.student_id = NEW.user_id
  WHERE l.id = NEW.lesson_id
  ON CONFLICT (user_id) DO UPDATE SET lessons = lessons + 1, minutes = minutes + excluded.minutes, students = students + excluded.students;
END;
--> statement-breakpoint
DROP TRIGGER cancellations_counted;
--> statement-breakpoint
CREATE TRIGGER cancellations_counted AFTER UPDATE OF canceled_at ON lessons
WHEN OLD.canceled_at IS NULL AND NEW.canceled_at IS NOT NULL
BEGIN
  UPDATE taught_students SET lessons = lessons - 1
  WHERE tutor_id = (SELECT user_id FROM availability_slots WHERE id = NEW.slot_id)
    AND student_id IN (SELECT user_id FROM lesson_members WHERE lesson_id = NEW.id);
  UPDATE card_counts SET lessons = lessons - 1, minutes = minutes - OLD.duration, students = students - (
    SELECT COUNT(*) FROM lesson_members m
    JOIN taught_students t ON t.tutor_id = card_counts.user_id AND t.student_id = m.user_id
    WHERE m.lesson_id = NEW.id AND t.lessons = 0
  )
  WHERE user_id = (SELECT user_id FROM availability_slots WHERE id = NEW.slot_id);
END;
--> statement-breakpoint
CREATE TRIGGER lengths_counted AFTER UPDATE OF duration ON lessons
WHEN OLD.canceled_at IS NULL AND NEW.canceled_at IS NULL AND NEW.duration <> OLD.duration
BEGIN
  UPDATE card_counts SET minutes = minutes + NEW.duration - OLD.duration
  WHERE user_id = (SELECT user_id FROM availability_slots WHERE id = NEW.slot_id);
END;
