CREATE TABLE "mail_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text,
	"about" text,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"content" jsonb,
	"expires_at" timestamp with time zone,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "mail_message_event_unique" UNIQUE("event"),
	CONSTRAINT "mail_message_state" CHECK ("mail_message"."state" in ('queued', 'sent', 'failed')),
	CONSTRAINT "mail_message_no_link_kept" CHECK ("mail_message"."state" <> 'sent' or "mail_message"."expires_at" is null or "mail_message"."content" is null)
);
--> statement-breakpoint
CREATE INDEX "mail_message_about" ON "mail_message" USING btree ("about","id") WHERE "mail_message"."about" is not null;--> statement-breakpoint
CREATE INDEX "mail_message_queued" ON "mail_message" USING btree ("id") WHERE "mail_message"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "mail_message_failed" ON "mail_message" USING btree ("id") WHERE "mail_message"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "mail_message_link_end" ON "mail_message" USING btree ("expires_at") WHERE "mail_message"."content" is not null;--> statement-breakpoint
CREATE INDEX "mail_message_kept" ON "mail_message" USING btree ("created_at") WHERE "mail_message"."content" is not null;--> statement-breakpoint
CREATE INDEX "mail_message_words" ON "mail_message" USING gin ("recipient" gin_trgm_ops,"subject" gin_trgm_ops);