CREATE TABLE "quote_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"quote_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_staff" boolean NOT NULL,
	"actor_id" uuid,
	"text" text
);
--> statement-breakpoint
ALTER TABLE "quote" DROP CONSTRAINT "quote_answered_by_somebody";--> statement-breakpoint
ALTER TABLE "quote" ALTER COLUMN "price" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "state" text DEFAULT 'asked' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "offer" jsonb;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "quote_event" ADD CONSTRAINT "quote_event_quote_id_quote_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quote"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_event" ADD CONSTRAINT "quote_event_actor_id_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quote_event_quote" ON "quote_event" USING btree ("quote_id","id");--> statement-breakpoint
CREATE INDEX "quote_event_by_buyers" ON "quote_event" USING btree ("at") WHERE not "quote_event"."by_staff";--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quote_user" ON "quote" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "quote_offered" ON "quote" USING btree ("valid_until") WHERE "quote"."state" = 'offered';--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_order_id_unique" UNIQUE("order_id");--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_state_known" CHECK ("quote"."state" in ('asked', 'offered', 'accepted', 'declined', 'expired', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_offer_whole" CHECK (("quote"."offer" is null) = ("quote"."offered_at" is null) and ("quote"."offer" is null) = ("quote"."valid_until" is null));--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_offered_has_offer" CHECK ("quote"."state" not in ('offered', 'accepted', 'expired') or "quote"."offer" is not null);--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_accepted_is_order" CHECK (("quote"."state" = 'accepted') = ("quote"."order_id" is not null));--> statement-breakpoint
ALTER TABLE "quote" ADD CONSTRAINT "quote_answered_by_somebody" CHECK ("quote"."answered_by" is null or "quote"."answered_at" is not null);