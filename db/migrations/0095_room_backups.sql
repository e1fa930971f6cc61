CREATE TABLE `room_backups` (
	`room_id` integer PRIMARY KEY NOT NULL,
	`changed_at` integer,
	`saved_at` integer
);
--> statement-breakpoint
CREATE INDEX `room_backups_changed` ON `room_backups` (`changed_at`);--> statement-breakpoint
CREATE INDEX `room_backups_saved` ON `room_backups` (`saved_at`);
--> statement-breakpoint
-- Rooms note their changes from now on; those of before have not been saved.
INSERT INTO room_backups (room_id, changed_at) SELECT id, created_at FROM rooms;
