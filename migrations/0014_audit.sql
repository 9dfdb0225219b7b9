CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"actor_email" text,
	"action" text NOT NULL,
	"area" text GENERATED ALWAYS AS (case when starts_with(action, 'account.') then 'account' else 'staff' end) STORED NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_label" text,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE INDEX "audit_entry_newest" ON "audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_area" ON "audit_entry" USING btree ("area","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_subject" ON "audit_entry" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_words" ON "audit_entry" USING gin ("actor_email" gin_trgm_ops,"subject_label" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "quote_email" ON "quote" USING btree ("email");
--> statement-breakpoint
-- Hand-written from here: rows are only added, and of an erased person the words go.
CREATE FUNCTION "audit_entry_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF current_setting('audit.erased_person', true) IN (OLD.actor_id::text, OLD.subject_id)
			AND (NEW.id, NEW.at, NEW.actor_id, NEW.action, NEW.subject_type, NEW.subject_id)
				IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.actor_id, OLD.action, OLD.subject_type, OLD.subject_id)
			AND (NEW.actor_email IS NULL OR NEW.actor_email = OLD.actor_email)
			AND (NEW.subject_label IS NULL OR NEW.subject_label = OLD.subject_label)
			AND (NEW.address IS NULL OR NEW.address = OLD.address)
			AND (NEW.user_agent IS NULL OR NEW.user_agent = OLD.user_agent)
			AND (NEW.before IS NOT DISTINCT FROM OLD.before OR NEW.before = OLD.before - '{name,email}'::text[])
			AND (NEW.after IS NOT DISTINCT FROM OLD.after OR NEW.after = OLD.after - '{name,email}'::text[])
		THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'the audit log is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entry_stays" BEFORE UPDATE OR DELETE ON "audit_entry"
	FOR EACH ROW EXECUTE FUNCTION "audit_entry_stays"();--> statement-breakpoint
CREATE TRIGGER "audit_entry_stays_whole" BEFORE TRUNCATE ON "audit_entry"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_entry_stays"();--> statement-breakpoint
CREATE FUNCTION "audit_erase_person"(person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('audit.erased_person', person::text, true);
	UPDATE "audit_entry" SET "actor_email" = NULL, "address" = NULL, "user_agent" = NULL WHERE "actor_id" = person;
	-- Whoever guessed at the account, or asked for a link, may have been the person.
	UPDATE "audit_entry" SET "subject_label" = NULL,
		"before" = "before" - '{name,email}'::text[],
		"after" = "after" - '{name,email}'::text[],
		"address" = CASE WHEN "actor_id" IS NULL THEN NULL ELSE "address" END,
		"user_agent" = CASE WHEN "actor_id" IS NULL THEN NULL ELSE "user_agent" END
		WHERE "subject_id" = person::text AND "subject_type" = 'user';
	PERFORM set_config('audit.erased_person', '', true);
END $$;
