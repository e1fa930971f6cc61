ALTER TABLE `demo_sessions` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `interviews` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lessons` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Calendars already have the seconds from booking to last change, and take no lower number for a newer state.
UPDATE demo_sessions SET sequence = (updated_at - created_at + 999) / 1000 WHERE updated_at > created_at;--> statement-breakpoint
UPDATE interviews SET sequence = (updated_at - created_at + 999) / 1000 WHERE updated_at > created_at;--> statement-breakpoint
-- The trigger refuses every change of a cancelled lesson, this one too.
DROP TRIGGER lessons_stay_canceled;--> statement-breakpoint
UPDATE lessons SET sequence = (updated_at - created_at + 999) / 1000 WHERE updated_at > created_at;--> statement-breakpoint
CREATE TRIGGER lessons_stay_canceled BEFORE UPDATE ON lessons
WHEN OLD.canceled_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'lesson-time-passed'); END;
