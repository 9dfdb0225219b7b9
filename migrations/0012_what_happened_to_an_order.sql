CREATE TABLE "parcel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"carrier" text NOT NULL,
	"tracking" text,
	"lines" jsonb NOT NULL,
	"shipped_at" timestamp with time zone NOT NULL,
	"shipped_by" uuid NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_event" (
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "order_event_order_id_id_pk" PRIMARY KEY("order_id","id"),
	CONSTRAINT "order_event_kind_known" CHECK ("order_event"."kind" in ('placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled', 'expiring', 'expired', 'refunded', 'refund-failed', 'dispute-opened', 'dispute-won', 'dispute-lost', 'note'))
);
--> statement-breakpoint
CREATE TABLE "order_search" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "shipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "packed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_shipped_by_user_id_fk" FOREIGN KEY ("shipped_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_actor_id_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_order" ON "parcel" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_event_untold" ON "order_event" USING btree ("id") WHERE "order_event"."told_at" is null;--> statement-breakpoint
CREATE INDEX "order_search_words" ON "order_search" USING gin ("words");--> statement-breakpoint
CREATE INDEX "order_newest" ON "order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "order_state_newest" ON "order" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "order_by_total" ON "order" USING btree ("total","id");--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_shipped_within" CHECK ("order_line"."shipped" between 0 and "order_line"."quantity");--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_refunded_within" CHECK ("order_line"."refunded" between 0 and "order_line"."quantity");--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_refunded_within_total" CHECK ("order"."refunded" between 0 and "order"."total");
--> statement-breakpoint
-- What is known of the orders that there are. Nobody is told of it again.
UPDATE "order" SET "refunded" = "total" WHERE "state" = 'refunded';--> statement-breakpoint
UPDATE "order_line" SET "refunded" = "quantity" FROM "order" WHERE "order"."id" = "order_line"."order_id" AND "order"."state" = 'refunded';--> statement-breakpoint
INSERT INTO "order_event" ("id", "order_id", "kind", "at", "told_at")
  SELECT "id", "id", 'placed', "created_at", now() FROM "order";--> statement-breakpoint
INSERT INTO "order_event" ("id", "order_id", "kind", "at", "told_at")
  SELECT gen_random_uuid(), "id", 'paid', "paid_at", now() FROM "order" WHERE "paid_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "order_event" ("id", "order_id", "kind", "at", "told_at")
  SELECT gen_random_uuid(), "id", "state", coalesce((SELECT max("created_at") FROM "stock_movement" WHERE "stock_movement"."order_id" = "order"."id"), "created_at"), now()
  FROM "order" WHERE "state" IN ('cancelled', 'expired', 'refunded');--> statement-breakpoint
INSERT INTO "order_search" ("order_id", "words")
  SELECT "order"."id", array_to_tsvector(array_remove(regexp_split_to_array(lower(concat_ws(' ', "order"."number", "order"."email", "order"."name",
    "order"."address", "order"."phone", "order"."purchase_order_number",
    string_agg(concat_ws(' ', "product_name", "part_number"), ' ' ORDER BY "position"))), '[[:space:][:punct:]]+'), ''))
  FROM "order" JOIN "order_line" ON "order_id" = "order"."id" GROUP BY "order"."id";
