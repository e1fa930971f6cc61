ALTER TABLE `lesson_hours` ADD `tutors` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE lesson_hours SET tutors = COALESCE((
  SELECT json_group_object(CAST(user_id AS TEXT), taught) FROM (
    SELECT s.user_id, SUM(l.duration) AS taught FROM lessons l CROSS JOIN availability_slots s ON s.id = l.slot_id
    WHERE l.canceled_at IS NULL AND l.start >= lesson_hours.start AND l.start < lesson_hours.start + 3600000
    GROUP BY s.user_id
  )
), '{}');
--> statement-breakpoint
DROP TRIGGER lesson_hours_booked;
--> statement-breakpoint
CREATE TRIGGER lesson_hours_booked AFTER INSERT ON lessons
WHEN NEW.canceled_at IS NULL
BEGIN
  INSERT INTO lesson_hours (start, paid_lessons, paid_minutes, free_lessons, free_minutes, tutors)
  SELECT NEW.start - NEW.start % 3600000, NEW.price > 0, (NEW.price > 0) * NEW.duration, NEW.price = 0, (NEW.price = 0) * NEW.duration,
    json_object(CAST(s.user_id AS TEXT), NEW.duration)
  FROM availability_slots s WHERE s.id = NEW.slot_id
  ON CONFLICT (start) DO UPDATE SET
    paid_lessons = paid_lessons + excluded.paid_lessons, paid_minutes = paid_minutes + excluded.paid_minutes,
    free_lessons = free_lessons + excluded.free_lessons, free_minutes = free_minutes + excluded.free_minutes,
    tutors = (SELECT json_set(tutors, of.fullkey, COALESCE(json_extract(tutors, of.fullkey), 0) + of.value) FROM json_each(excluded.tutors) of);
END;
--> statement-breakpoint
DROP TRIGGER lesson_hours_changed;
--> statement-breakpoint
-- A lesson that is moved, or whose length or price changes, counts as it is now; a cancelled one no more.
CREATE TRIGGER lesson_hours_changed AFTER UPDATE OF start, duration, price, slot_id, canceled_at ON lessons
WHEN OLD.canceled_at IS NULL
BEGIN
  UPDATE lesson_hours SET
    paid_lessons = paid_lessons - (OLD.price > 0), paid_minutes = paid_minutes - (OLD.price > 0) * OLD.duration,
    free_lessons = free_lessons - (OLD.price = 0), free_minutes = free_minutes - (OLD.price = 0) * OLD.duration,
    tutors = (SELECT CASE json_extract(tutors, of.path) WHEN OLD.duration THEN json_remove(tutors, of.path)
        ELSE json_set(tutors, of.path, json_extract(tutors, of.path) - OLD.duration) END
      FROM (SELECT '$."' || user_id || '"' AS path FROM availability_slots WHERE id = OLD.slot_id) of)
  WHERE start = OLD.start - OLD.start % 3600000;
  INSERT INTO lesson_hours (start, paid_lessons, paid_minutes, free_lessons, free_minutes, tutors)
  SELECT NEW.start - NEW.start % 3600000, NEW.price > 0, (NEW.price > 0) * NEW.duration, NEW.price = 0, (NEW.price = 0) * NEW.duration,
    json_object(CAST(s.user_id AS TEXT), NEW.duration)
  FROM availability_slots s WHERE s.id = NEW.slot_id AND NEW.canceled_at IS NULL
  ON CONFLICT (start) DO UPDATE SET
    paid_lessons = paid_lessons + excluded.paid_lessons, paid_minutes = paid_minutes + excluded.paid_minutes,
    free_lessons = free_lessons + excluded.free_lessons, free_minutes = free_minutes + excluded.free_minutes,
    tutors = (SELECT json_set(tutors, of.fullkey, COALESCE(json_extract(tutors, of.fullkey), 0) + of.value) FROM json_each(excluded.tutors) of);
END;
