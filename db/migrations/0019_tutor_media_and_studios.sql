CREATE TABLE `studios` (
	`id` integer PRIMARY KEY NOT NULL,
	`map_url` text,
	`hours` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `tutor_media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tutor_id` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`uploaded_by` integer NOT NULL,
	`chosen_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tutor_id`) REFERENCES `tutors`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key`) REFERENCES `assets`(`key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tutor_media_kind" CHECK("tutor_media"."kind" IN ('image', 'video', 'thumbnail'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tutor_media_key_unique` ON `tutor_media` (`key`);--> statement-breakpoint
CREATE INDEX `tutor_media_tutor` ON `tutor_media` (`tutor_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `tutor_media_chosen` ON `tutor_media` (`tutor_id`,`kind`) WHERE chosen_at IS NOT NULL;--> statement-breakpoint
INSERT INTO `tutor_media` (`tutor_id`, `kind`, `key`, `uploaded_by`, `created_at`)
SELECT t.id, a.kind, a.key, COALESCE(t.studio_id, t.id), a.created_at
FROM assets a JOIN tutors t ON t.id = a.owner_id
WHERE a.kind IN ('image', 'video', 'thumbnail');
