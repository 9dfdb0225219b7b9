ALTER TABLE "quote" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "answered_by" uuid;--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_answered_by_user_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_event_newest" ON "order_event" USING btree ("id");--> statement-breakpoint
CREATE INDEX "order_processing" ON "order" USING btree ("created_at","id") WHERE "order"."state" = 'placed' and "order"."payment_processing";--> statement-breakpoint
CREATE INDEX "quote_unanswered" ON "quote" USING btree ("created_at") WHERE "quote"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_answered_by_somebody" CHECK (("quote"."answered_at" is null) = ("quote"."answered_by" is null));