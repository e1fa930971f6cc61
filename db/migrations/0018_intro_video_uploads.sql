CREATE TABLE `intro_video_upload_parts` (
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`upload_id`, `number`),
	FOREIGN KEY (`upload_id`) REFERENCES `intro_video_uploads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `intro_video_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`tutor_id` integer NOT NULL,
	`key` text NOT NULL,
	`storage_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`is_complete` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`tutor_id`) REFERENCES `tutors`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "intro_video_uploads_bytes" CHECK("intro_video_uploads"."bytes" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `intro_video_uploads_one` ON `intro_video_uploads` (`tutor_id`) WHERE is_complete = 0;--> statement-breakpoint
CREATE INDEX `intro_video_uploads_expiry` ON `intro_video_uploads` (`expires_at`);