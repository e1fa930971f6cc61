ALTER TABLE `tutors` ADD `activated_at` integer;--> statement-breakpoint
ALTER TABLE `tutors` ADD `ready_at` integer;--> statement-breakpoint
CREATE INDEX `tutors_ready_created` ON `tutors` (`created_at`) WHERE ready_at IS NOT NULL AND activated_at IS NULL;--> statement-breakpoint
CREATE INDEX `tutors_ready` ON `tutors` (`ready_at`) WHERE ready_at IS NOT NULL AND activated_at IS NULL;
--> statement-breakpoint
-- Tutors who were activated before, as far as the audit log tells.
UPDATE tutors SET activated_at = created_at WHERE activated = 1 OR EXISTS (
  SELECT 1 FROM audit_entries a WHERE a.target_id = tutors.id AND a.target_kind = 'user' AND a.after ->> 'activated' IS NOT NULL);
--> statement-breakpoint
CREATE TRIGGER tutors_first_activated AFTER UPDATE OF activated ON tutors
WHEN NEW.activated = 1 AND NEW.activated_at IS NULL
BEGIN UPDATE tutors SET activated_at = NEW.updated_at WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER tutors_opened_activated AFTER INSERT ON tutors
WHEN NEW.activated = 1 AND NEW.activated_at IS NULL
BEGIN UPDATE tutors SET activated_at = NEW.created_at WHERE id = NEW.id; END;
--> statement-breakpoint
-- Whatever completes a step claims that the tutor is ready; here the claim is withdrawn unless every step is passed
-- (docs/rules/onboarding.md 1.2, 1.5).
CREATE TRIGGER tutors_not_ready AFTER UPDATE OF ready_at ON tutors
WHEN NEW.ready_at IS NOT NULL AND NEW.activated_at IS NULL AND NOT COALESCE(
  NEW.bio <> '' AND NEW.about <> '' AND NEW.video <> '' AND NEW.thumbnail <> ''
  AND (SELECT u.role = 3 AND u.name <> '' AND u.phone <> '' AND u.city > 0 AND u.gender <> '' AND u.birth_year > 0
    AND u.image <> '' AND u.verified_phone = 1 AND u.verified_email = 1 FROM users u WHERE u.id = NEW.id)
  AND EXISTS (SELECT 1 FROM intro_videos v WHERE v.tutor_id = NEW.id AND +v.state = 3)
  AND (SELECT i.status FROM interviews i WHERE i.interviewee_id = NEW.id AND i.status NOT IN (4, 5)
    ORDER BY i.created_at DESC, i.id DESC LIMIT 1) = 2
  AND EXISTS (SELECT 1 FROM demo_sessions d WHERE d.tutor_id = NEW.id AND +d.status = 2), 0)
BEGIN UPDATE tutors SET ready_at = NULL WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_profile AFTER UPDATE OF bio, about, video, thumbnail ON tutors
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_account AFTER UPDATE OF name, phone, city, gender, birth_year, image, verified_phone, verified_email ON users
WHEN NEW.role = 3
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_new_video AFTER INSERT ON intro_videos
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.tutor_id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_video AFTER UPDATE OF state ON intro_videos
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.tutor_id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_new_interview AFTER INSERT ON interviews
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.interviewee_id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_interview AFTER UPDATE OF status ON interviews
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.interviewee_id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_new_demo AFTER INSERT ON demo_sessions
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.tutor_id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
CREATE TRIGGER tutors_ready_by_demo AFTER UPDATE OF status ON demo_sessions
BEGIN UPDATE tutors SET ready_at = COALESCE(ready_at, NEW.updated_at) WHERE id = NEW.tutor_id
  AND activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL)); END;
--> statement-breakpoint
UPDATE tutors SET ready_at = updated_at WHERE activated_at IS NULL AND (ready_at IS NOT NULL OR (video IS NOT NULL AND thumbnail IS NOT NULL));
