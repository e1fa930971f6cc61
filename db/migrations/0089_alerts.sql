CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`last_firing_at` integer NOT NULL,
	`notified_at` integer NOT NULL,
	`over_at` integer,
	CONSTRAINT "alerts_kind" CHECK("alerts"."kind" IN ('api-errors', 'booking-failures', 'joins-failed', 'notices-late', 'messages-late', 'messages-parked', 'jobs-failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_open` ON `alerts` (`kind`) WHERE over_at IS NULL;