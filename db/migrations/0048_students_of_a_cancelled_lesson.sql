-- CROSS JOIN fixes the order of reading: the two members of the lesson are looked up. The other way round SQLite went through all students
-- whom the tutor had ever taught, at each cancellation.
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
    CROSS JOIN taught_students t ON t.tutor_id = card_counts.user_id AND t.student_id = m.user_id
    WHERE m.lesson_id = NEW.id AND t.lessons = 0
  )
  WHERE user_id = (SELECT user_id FROM availability_slots WHERE id = NEW.slot_id);
END;
