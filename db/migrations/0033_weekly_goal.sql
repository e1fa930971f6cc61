ALTER TABLE `students` ADD `weekly_goal` integer CONSTRAINT "students_goal" CHECK("weekly_goal" BETWEEN 1 AND 7);
