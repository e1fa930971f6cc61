CREATE TABLE `kept_tutors` (
	`part` integer PRIMARY KEY NOT NULL,
	`up_to` integer NOT NULL,
	`read_at` integer NOT NULL,
	`all_read_at` integer NOT NULL,
	`made_by` text NOT NULL,
	`body` text NOT NULL
);
