-- The plus signs keep SQLite from the index of statuses, by which it read all pending interviews and demo sessions whenever a slot
-- changed. What is booked in one slot is found by the slot.
DROP TRIGGER slots_hold_their_meetings;
--> statement-breakpoint
CREATE TRIGGER slots_hold_their_meetings BEFORE UPDATE OF start, "end", deleted ON availability_slots
WHEN EXISTS (
  SELECT 1 FROM (
    SELECT i.start FROM interviews i WHERE i.slot_id = NEW.id AND +i.status = 1
    UNION ALL
    SELECT d.start FROM demo_sessions d WHERE d.slot_id = NEW.id AND +d.status = 1
  ) m
  WHERE m.start + 1800000 > NEW.updated_at AND (NEW.deleted = 1 OR m.start < NEW.start OR m.start + 1800000 > NEW."end")
)
BEGIN SELECT RAISE(ABORT, 'conflicting-schedule'); END;
