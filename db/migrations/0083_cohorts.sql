CREATE TABLE `cohort_months` (
	`cohort` text NOT NULL,
	`month` text NOT NULL,
	`kept` integer NOT NULL,
	PRIMARY KEY(`cohort`, `month`),
	FOREIGN KEY (`cohort`) REFERENCES `cohorts`(`month`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cohort_months_later" CHECK("cohort_months"."month" >= "cohort_months"."cohort" AND "cohort_months"."month" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE TABLE `cohorts` (
	`month` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	CONSTRAINT "cohorts_month" CHECK("cohorts"."month" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]')
);
