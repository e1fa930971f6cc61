CREATE TABLE `media_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`lesson_id` integer NOT NULL,
	`room` text NOT NULL,
	`user_id` integer,
	`stay` text,
	`joined_at` integer,
	`source` text,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lesson_id`,`user_id`) REFERENCES `lesson_members`(`lesson_id`,`user_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "media_events_type" CHECK("media_events"."type" IN ('room_started', 'room_finished', 'participant_joined', 'participant_left', 'track_published')),
	CONSTRAINT "media_events_person" CHECK(("media_events"."user_id" IS NULL) = ("media_events"."type" IN ('room_started', 'room_finished'))),
	CONSTRAINT "media_events_stay" CHECK(("media_events"."user_id" IS NULL) = ("media_events"."stay" IS NULL)),
	CONSTRAINT "media_events_joined" CHECK(("media_events"."joined_at" IS NOT NULL) = ("media_events"."type" IN ('participant_joined', 'participant_left'))),
	CONSTRAINT "media_events_source" CHECK(("media_events"."source" IS NOT NULL) = ("media_events"."type" = 'track_published') AND ("media_events"."source" IS NULL OR "media_events"."source" IN ('microphone', 'camera', 'screen')))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_events_event_id_unique` ON `media_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `media_events_lesson` ON `media_events` (`lesson_id`);--> statement-breakpoint
CREATE INDEX `media_events_created` ON `media_events` (`created_at`);