CREATE TABLE `calendar_feeds` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
ALTER TABLE `intro_videos` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `intro_videos` ADD `notes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- What the tutor reads: a video is not rejected without it.
CREATE TRIGGER intro_videos_are_rejected_with_a_reason BEFORE UPDATE OF state, reason ON intro_videos
WHEN NEW.state = 2 AND NEW.reason IS NULL AND (OLD.state <> 2 OR OLD.reason IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'intro-video-reason-required'); END;
