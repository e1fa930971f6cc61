CREATE TABLE `lesson_hours` (
	`start` integer PRIMARY KEY NOT NULL,
	`paid_lessons` integer DEFAULT 0 NOT NULL,
	`paid_minutes` integer DEFAULT 0 NOT NULL,
	`free_lessons` integer DEFAULT 0 NOT NULL,
	`free_minutes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO lesson_hours (start, paid_lessons, paid_minutes, free_lessons, free_minutes)
SELECT start - start % 3600000, SUM(price > 0), SUM((price > 0) * duration), SUM(price = 0), SUM((price = 0) * duration)
FROM lessons WHERE canceled_at IS NULL GROUP BY start - start % 3600000;
--> statement-breakpoint
CREATE TRIGGER lesson_hours_booked AFTER INSERT ON lessons
WHEN NEW.canceled_at IS NULL
BEGIN
  INSERT INTO lesson_hours (start, paid_lessons, paid_minutes, free_lessons, free_minutes)
  VALUES (NEW.start - NEW.start % 3600000, NEW.price > 0, (NEW.price > 0) * NEW.duration, NEW.price = 0, (NEW.price = 0) * NEW.duration)
  ON CONFLICT (start) DO UPDATE SET
    paid_lessons = paid_lessons + excluded.paid_lessons, paid_minutes = paid_minutes + excluded.paid_minutes,
    free_lessons = free_lessons + excluded.free_lessons, free_minutes = free_minutes + excluded.free_minutes;
END;
--> statement-breakpoint
-- A lesson that is moved, or whose length or price changes, counts as it is now; a cancelled one no more.
CREATE TRIGGER lesson_hours_changed AFTER UPDATE OF start, duration, price, canceled_at ON lessons
WHEN OLD.canceled_at IS NULL
BEGIN
  UPDATE lesson_hours SET
    paid_lessons = paid_lessons - (OLD.price > 0), paid_minutes = paid_minutes - (OLD.price > 0) * OLD.duration,
    free_lessons = free_lessons - (OLD.price = 0), free_minutes = free_minutes - (OLD.price = 0) * OLD.duration
  WHERE start = OLD.start - OLD.start % 3600000;
  INSERT INTO lesson_hours (start, paid_lessons, paid_minutes, free_lessons, free_minutes)
  SELECT NEW.start - NEW.start % 3600000, NEW.price > 0, (NEW.price > 0) * NEW.duration, NEW.price = 0, (NEW.price = 0) * NEW.duration
  WHERE NEW.canceled_at IS NULL
  ON CONFLICT (start) DO UPDATE SET
    paid_lessons = paid_lessons + excluded.paid_lessons, paid_minutes = paid_minutes + excluded.paid_minutes,
    free_lessons = free_lessons + excluded.free_lessons, free_minutes = free_minutes + excluded.free_minutes;
END;
