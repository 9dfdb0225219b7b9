-- few rows: whoever works on one waits a second.
-- Of an erased person goes also why staff refunded their orders, as it does in the refunds and the timelines.
CREATE OR REPLACE FUNCTION "audit_entry_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	person text := current_setting('audit.erased_person', true);
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF person IN (OLD.actor_id::text, OLD.subject_id)
			AND (NEW.id, NEW.at, NEW.actor_id, NEW.action, NEW.subject_type, NEW.subject_id)
				IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.actor_id, OLD.action, OLD.subject_type, OLD.subject_id)
			AND (NEW.actor_email IS NULL OR NEW.actor_email = OLD.actor_email)
			AND (NEW.subject_label IS NULL OR NEW.subject_label = OLD.subject_label)
			AND (NEW.address IS NULL OR NEW.address = OLD.address)
			AND (NEW.user_agent IS NULL OR NEW.user_agent = OLD.user_agent)
			AND (NEW.before IS NOT DISTINCT FROM OLD.before OR NEW.before = OLD.before - '{name,email,reference}'::text[])
			AND (NEW.after IS NOT DISTINCT FROM OLD.after OR NEW.after = OLD.after - '{name,email,reference}'::text[])
		THEN
			RETURN NEW;
		END IF;
		-- The area is generated later.
		IF OLD.action = 'order.refunded'
			AND NEW.after = OLD.after - 'reason'
			AND to_jsonb(NEW) - '{after,area}'::text[] = to_jsonb(OLD) - '{after,area}'::text[]
		THEN
			IF EXISTS (SELECT FROM "order" WHERE "id" = OLD.subject_id::uuid AND "user_id"::text = person) THEN
				RETURN NEW;
			END IF;
		END IF;
	END IF;
	RAISE EXCEPTION 'the audit log is append-only';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "audit_erase_person"(person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('audit.erased_person', person::text, true);
	UPDATE "audit_entry" SET "actor_email" = NULL, "address" = NULL, "user_agent" = NULL WHERE "actor_id" = person;
	-- Whoever guessed at the account, or asked for a link, may have been the person.
	UPDATE "audit_entry" SET "subject_label" = NULL,
		"before" = "before" - '{name,email,reference}'::text[],
		"after" = "after" - '{name,email,reference}'::text[],
		"address" = CASE WHEN "actor_id" IS NULL THEN NULL ELSE "address" END,
		"user_agent" = CASE WHEN "actor_id" IS NULL THEN NULL ELSE "user_agent" END
		WHERE "subject_id" = person::text AND "subject_type" = 'user';
	UPDATE "audit_entry" SET "after" = "after" - 'reason'
		WHERE "action" = 'order.refunded'
			AND "subject_id" IN (SELECT "id"::text FROM "order" WHERE "user_id" = person);
	PERFORM set_config('audit.erased_person', '', true);
END $$;--> statement-breakpoint
SELECT audit_erase_person("id") FROM "user" WHERE "email" LIKE 'erased-%@erased.invalid';
