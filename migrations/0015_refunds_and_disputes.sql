CREATE TABLE "dispute" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_amount_positive" CHECK ("dispute"."amount" > 0),
	CONSTRAINT "dispute_state_known" CHECK ("dispute"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "payment_failure" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_position" (
	"kind" text PRIMARY KEY NOT NULL,
	"up_to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"provider_refund_id" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"restock" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"replaces" uuid,
	"attempt" integer DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refund_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refund_replaces_unique" UNIQUE("replaces"),
	CONSTRAINT "refund_amount_positive" CHECK ("refund"."amount" > 0),
	CONSTRAINT "refund_state_known" CHECK ("refund"."state" in ('requested', 'pending', 'succeeded', 'failed')),
	CONSTRAINT "refund_key_has_hash" CHECK (("refund"."idempotency_key" is null) = ("refund"."request_hash" is null))
);
--> statement-breakpoint
ALTER TABLE "payment_event" ADD COLUMN "payload" jsonb;--> statement-breakpoint
ALTER TABLE "payment_event" ADD COLUMN "created_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_event" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_event" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_event" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_event" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "captured" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "counts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_failure" ADD CONSTRAINT "payment_failure_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_replaces_refund_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_actor_id_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_payment" ON "dispute" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "dispute_order" ON "dispute" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "dispute_open" ON "dispute" USING btree ("checked_at") WHERE "dispute"."state" = 'open';--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_order" ON "refund" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refund_unfinished" ON "refund" USING btree ("checked_at") WHERE "refund"."state" in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "refund_failed" ON "refund" USING btree ("changed_at") WHERE "refund"."state" = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "refund_idempotency_key" ON "refund" USING btree ("order_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "payment_event_unhandled" ON "payment_event" USING btree ("next_at") WHERE "payment_event"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_event_kept" ON "payment_event" USING btree ("received_at") WHERE "payment_event"."payload" is not null;--> statement-breakpoint
CREATE INDEX "payment_without_order" ON "payment" USING btree ("id") WHERE not "payment"."counts" and "payment"."state" in ('mismatch', 'refunding');
--> statement-breakpoint
-- What is known of the money that there was. Refunds in the provider's dashboard of the last days are learned of by asking.
UPDATE "payment_event" SET "handled_at" = "received_at";--> statement-breakpoint
UPDATE "payment" SET "captured" = "amount" WHERE "state" IN ('succeeded', 'refunding', 'refunded');--> statement-breakpoint
UPDATE "payment" SET "counts" = true WHERE "state" = 'succeeded';--> statement-breakpoint
UPDATE "payment" SET "counts" = true FROM "order" WHERE "order"."id" = "payment"."order_id" AND "order"."state" = 'refunded'
  AND "payment"."id" = (SELECT "other"."id" FROM "payment" "other" WHERE "other"."order_id" = "order"."id" AND "other"."state" = 'refunded'
    ORDER BY "other"."amount" = "order"."total" DESC, "other"."changed_at" DESC LIMIT 1);--> statement-breakpoint
INSERT INTO "refund" ("id", "payment_id", "order_id", "amount", "currency", "reason", "lines", "restock", "state", "created_at", "changed_at", "checked_at")
  SELECT "id", "id", "order_id", "amount", "currency",
    CASE WHEN "counts" THEN 'Refunded at the card provider' ELSE 'The order could not take this payment' END,
    CASE WHEN "counts" THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('position', "position", 'quantity', "quantity")), '[]') FROM "order_line" WHERE "order_line"."order_id" = "payment"."order_id") ELSE '[]' END,
    "counts", CASE WHEN "state" = 'refunding' THEN 'requested' ELSE 'succeeded' END, "changed_at", "changed_at", "checked_at"
  FROM "payment" WHERE "state" IN ('refunding', 'refunded');
