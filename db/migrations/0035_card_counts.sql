CREATE TABLE `card_counts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`lessons` integer DEFAULT 0 NOT NULL,
	`students` integer DEFAULT 0 NOT NULL,
	`ratings` integer DEFAULT 0 NOT NULL,
	`stars` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `taught_students` (
	`tutor_id` integer NOT NULL,
	`student_id` integer NOT NULL,
	`lessons` integer NOT NULL,
	PRIMARY KEY(`tutor_id`, `student_id`),
	FOREIGN KEY (`tutor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`created_at`) WHERE status IN ('sent', 'failed');--> statement-breakpoint
CREATE INDEX `ratings_quotable` ON `ratings` (`ratee_id`,`value`,`created_at`) WHERE value >= 4 AND length(feedback) > 0;--> statement-breakpoint
-- A tutor is the owner of the lesson's slot, a student its other member.
INSERT INTO taught_students (tutor_id, student_id, lessons)
SELECT s.user_id, m.user_id, COUNT(*) FROM lessons l
JOIN availability_slots s ON s.id = l.slot_id
JOIN lesson_members m ON m.lesson_id = l.id AND m.user_id <> s.user_id
WHERE l.canceled_at IS NULL
GROUP BY s.user_id, m.user_id;
--> statement-breakpoint
INSERT INTO card_counts (user_id, lessons, students)
SELECT tutor_id, SUM(lessons), COUNT(*) FROM taught_students GROUP BY tutor_id;
--> statement-breakpoint
INSERT INTO card_counts (user_id, ratings, stars)
SELECT ratee_id, COUNT(*), SUM(value) FROM ratings WHERE true GROUP BY ratee_id
ON CONFLICT (user_id) DO UPDATE SET ratings = excluded.ratings, stars = excluded.stars;
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
  INSERT INTO card_counts (user_id, lessons, students)
  SELECT t.tutor_id, 1, t.lessons = 1 FROM lessons l JOIN availability_slots s ON s.id = l.slot_id
  JOIN taught_students t ON t.tutor_id = s.user_id AND t.student_id = NEW.user_id
  WHERE l.id = NEW.lesson_id
  ON CONFLICT (user_id) DO UPDATE SET lessons = lessons + 1, students = students + excluded.students;
END;
--> statement-breakpoint
CREATE TRIGGER cancellations_counted AFTER UPDATE OF canceled_at ON lessons
WHEN OLD.canceled_at IS NULL AND NEW.canceled_at IS NOT NULL
BEGIN
  UPDATE taught_students SET lessons = lessons - 1
  WHERE tutor_id = (SELECT user_id FROM availability_slots WHERE id = NEW.slot_id)
    AND student_id IN (SELECT user_id FROM lesson_members WHERE lesson_id = NEW.id);
  UPDATE card_counts SET lessons = lessons - 1, students = students - (
    SELECT COUNT(*) FROM lesson_members m
    JOIN taught_students t ON t.tutor_id = card_counts.user_id AND t.student_id = m.user_id
    WHERE m.lesson_id = NEW.id AND t.lessons = 0
  )
  WHERE user_id = (SELECT user_id FROM availability_slots WHERE id = NEW.slot_id);
END;
--> statement-breakpoint
CREATE TRIGGER ratings_counted AFTER INSERT ON ratings
BEGIN
  INSERT INTO card_counts (user_id, ratings, stars) VALUES (NEW.ratee_id, 1, NEW.value)
  ON CONFLICT (user_id) DO UPDATE SET ratings = ratings + 1, stars = stars + excluded.stars;
END;
--> statement-breakpoint
CREATE TRIGGER rating_changes_counted AFTER UPDATE OF value ON ratings
BEGIN
  UPDATE card_counts SET stars = stars + NEW.value - OLD.value WHERE user_id = NEW.ratee_id;
END;
--> statement-breakpoint
CREATE TRIGGER rating_removals_counted AFTER DELETE ON ratings
BEGIN
  UPDATE card_counts SET ratings = ratings - 1, stars = stars - OLD.value WHERE user_id = OLD.ratee_id;
END;
