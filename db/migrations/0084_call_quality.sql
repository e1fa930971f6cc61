CREATE TABLE `call_days` (
	`day` text NOT NULL,
	`operator` text NOT NULL,
	`device` text NOT NULL,
	`calls` integer NOT NULL,
	`measured` integer NOT NULL,
	`poor` integer NOT NULL,
	`failed` integer NOT NULL,
	`routed` integer NOT NULL,
	`relayed` integer NOT NULL,
	`loss_sum` integer NOT NULL,
	`loss_minutes` integer NOT NULL,
	`round_trip_sum` integer NOT NULL,
	`round_trip_minutes` integer NOT NULL,
	PRIMARY KEY(`day`, `operator`, `device`)
);
--> statement-breakpoint
CREATE TABLE `call_minutes` (
	`lesson_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`minute` integer NOT NULL,
	`loss` integer,
	`round_trip_ms` integer,
	`jitter_ms` integer,
	`freezes` integer,
	`frozen_ms` integer,
	`interrupted_ms` integer,
	`received_kbps` integer,
	`first_picture_ms` integer,
	`route` text,
	`network` text,
	`failure` text,
	`is_poor` integer NOT NULL,
	`device` text NOT NULL,
	`operator` text NOT NULL,
	PRIMARY KEY(`lesson_id`, `user_id`, `minute`),
	FOREIGN KEY (`lesson_id`,`user_id`) REFERENCES `lesson_members`(`lesson_id`,`user_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "call_minutes_whole" CHECK("call_minutes"."minute" % 60000 = 0),
	CONSTRAINT "call_minutes_loss" CHECK("call_minutes"."loss" IS NULL OR "call_minutes"."loss" BETWEEN 0 AND 1000),
	CONSTRAINT "call_minutes_round_trip_ms" CHECK("call_minutes"."round_trip_ms" IS NULL OR "call_minutes"."round_trip_ms" BETWEEN 0 AND 60000),
	CONSTRAINT "call_minutes_jitter_ms" CHECK("call_minutes"."jitter_ms" IS NULL OR "call_minutes"."jitter_ms" BETWEEN 0 AND 60000),
	CONSTRAINT "call_minutes_freezes" CHECK("call_minutes"."freezes" IS NULL OR "call_minutes"."freezes" BETWEEN 0 AND 600),
	CONSTRAINT "call_minutes_frozen_ms" CHECK("call_minutes"."frozen_ms" IS NULL OR "call_minutes"."frozen_ms" BETWEEN 0 AND 60000),
	CONSTRAINT "call_minutes_interrupted_ms" CHECK("call_minutes"."interrupted_ms" IS NULL OR "call_minutes"."interrupted_ms" BETWEEN 0 AND 60000),
	CONSTRAINT "call_minutes_received_kbps" CHECK("call_minutes"."received_kbps" IS NULL OR "call_minutes"."received_kbps" BETWEEN 0 AND 100000),
	CONSTRAINT "call_minutes_first_picture_ms" CHECK("call_minutes"."first_picture_ms" IS NULL OR "call_minutes"."first_picture_ms" BETWEEN 0 AND 60000),
	CONSTRAINT "call_minutes_route" CHECK("call_minutes"."route" IS NULL OR "call_minutes"."route" IN ('direct', 'relay')),
	CONSTRAINT "call_minutes_network" CHECK("call_minutes"."network" IS NULL OR "call_minutes"."network" IN ('wifi', 'cellular', 'ethernet', 'other')),
	CONSTRAINT "call_minutes_failure" CHECK("call_minutes"."failure" IS NULL OR ("call_minutes"."failure" IN ('room', 'media-server', 'no-path') AND COALESCE("call_minutes"."loss", "call_minutes"."round_trip_ms", "call_minutes"."jitter_ms", "call_minutes"."freezes", "call_minutes"."frozen_ms", "call_minutes"."interrupted_ms", "call_minutes"."received_kbps", "call_minutes"."first_picture_ms") IS NULL)),
	CONSTRAINT "call_minutes_device" CHECK("call_minutes"."device" IN ('phone', 'tablet', 'desktop')),
	CONSTRAINT "call_minutes_operator" CHECK(length("call_minutes"."operator") <= 60)
);
--> statement-breakpoint
CREATE INDEX `call_minutes_minute` ON `call_minutes` (`minute`);--> statement-breakpoint
CREATE TABLE `call_networks` (
	`operator` text NOT NULL,
	`device` text NOT NULL,
	`calls` integer NOT NULL,
	`measured` integer NOT NULL,
	`poor` integer NOT NULL,
	`failed` integer NOT NULL,
	`routed` integer NOT NULL,
	`relayed` integer NOT NULL,
	`loss_sum` integer NOT NULL,
	`loss_minutes` integer NOT NULL,
	`round_trip_sum` integer NOT NULL,
	`round_trip_minutes` integer NOT NULL,
	`poor_share` integer,
	`relay_share` integer,
	`loss` integer,
	`round_trip_ms` integer,
	`since` text NOT NULL,
	`computed_at` integer NOT NULL,
	PRIMARY KEY(`operator`, `device`)
);
--> statement-breakpoint
CREATE INDEX `call_networks_measured` ON `call_networks` (`measured`);--> statement-breakpoint
CREATE INDEX `call_networks_poor` ON `call_networks` (`poor_share`);--> statement-breakpoint
CREATE INDEX `call_networks_failed` ON `call_networks` (`failed`);--> statement-breakpoint
ALTER TABLE `lesson_outcomes` ADD `poor_call` integer;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_poor_call` ON `lesson_outcomes` (`start`) WHERE poor_call = 1;--> statement-breakpoint
CREATE INDEX `lesson_outcomes_lost` ON `lesson_outcomes` (`start`) WHERE poor_call = 1 AND cut_short = 1;--> statement-breakpoint
ALTER TABLE `tutor_qualities` ADD `measured` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tutor_qualities` ADD `poor_call_lessons` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tutor_qualities` ADD `poor_call` integer;--> statement-breakpoint
CREATE INDEX `tutor_qualities_poor_call` ON `tutor_qualities` (`poor_call`);--> statement-breakpoint
ALTER TABLE `tutor_weeks` ADD `measured` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tutor_weeks` ADD `poor_call` integer DEFAULT 0 NOT NULL;