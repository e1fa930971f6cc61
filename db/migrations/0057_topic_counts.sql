CREATE TABLE `topic_counts` (
	`topic_id` integer PRIMARY KEY NOT NULL,
	`tutors` integer NOT NULL,
	`students` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO topic_counts (topic_id, tutors, students)
SELECT t.topic_id, SUM(u.role IN (3, 5)), SUM(u.role = 4) FROM user_topics t JOIN users u ON u.id = t.user_id GROUP BY t.topic_id;
--> statement-breakpoint
CREATE TRIGGER topic_chosen AFTER INSERT ON user_topics
BEGIN
  INSERT INTO topic_counts (topic_id, tutors, students)
  SELECT NEW.topic_id, u.role IN (3, 5), u.role = 4 FROM users u WHERE u.id = NEW.user_id
  ON CONFLICT DO UPDATE SET tutors = tutors + excluded.tutors, students = students + excluded.students;
END;
--> statement-breakpoint
CREATE TRIGGER topic_left AFTER DELETE ON user_topics
BEGIN
  UPDATE topic_counts SET
    tutors = tutors - (SELECT u.role IN (3, 5) FROM users u WHERE u.id = OLD.user_id),
    students = students - (SELECT u.role = 4 FROM users u WHERE u.id = OLD.user_id)
  WHERE topic_id = OLD.topic_id;
END;
--> statement-breakpoint
CREATE TRIGGER topics_of_role AFTER UPDATE OF role ON users
WHEN OLD.role <> NEW.role
BEGIN
  UPDATE topic_counts SET
    tutors = tutors - (OLD.role IN (3, 5)) + (NEW.role IN (3, 5)),
    students = students - (OLD.role = 4) + (NEW.role = 4)
  WHERE topic_id IN (SELECT t.topic_id FROM user_topics t WHERE t.user_id = NEW.id);
END;
