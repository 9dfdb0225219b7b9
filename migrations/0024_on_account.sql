CREATE TABLE "credit_account" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"net_days" integer,
	"credit_limit" bigint NOT NULL,
	"currency" text NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_account_net_days" CHECK ("credit_account"."net_days" between 0 and 365),
	CONSTRAINT "credit_account_limit" CHECK ("credit_account"."credit_limit" >= 0),
	CONSTRAINT "credit_account_owed" CHECK ("credit_account"."owed" >= 0),
	CONSTRAINT "credit_account_credit" CHECK ("credit_account"."credit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"order_id" uuid,
	"label" text NOT NULL,
	"received_at" timestamp with time zone,
	"actor_id" uuid,
	"idempotency_key" text,
	"request_hash" text,
	CONSTRAINT "credit_entry_amount" CHECK ("credit_entry"."amount" <> 0),
	CONSTRAINT "credit_entry_kind_known" CHECK ("credit_entry"."kind" in ('order', 'payment', 'card', 'credit-note', 'cancelled', 'paid-out'))
);
--> statement-breakpoint
ALTER TABLE "order_event" DROP CONSTRAINT "order_event_kind_known";--> statement-breakpoint
ALTER TABLE "order" DROP CONSTRAINT "order_state_known";--> statement-breakpoint
ALTER TABLE "order" DROP CONSTRAINT "order_paid_has_time";--> statement-breakpoint
ALTER TABLE "refund" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "pay_by" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_account" ADD CONSTRAINT "credit_account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_user_id_credit_account_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_account"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_actor_id_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_entry_user" ON "credit_entry" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entry_idempotency_key" ON "credit_entry" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "order_owed" ON "order" USING btree ("user_id","due_at") WHERE "order"."pay_by" = 'invoice' and "order"."paid_at" is null and "order"."state" in ('confirmed', 'shipped', 'delivered');--> statement-breakpoint
CREATE INDEX "order_due" ON "order" USING btree ("due_at") WHERE "order"."pay_by" = 'invoice' and "order"."paid_at" is null and "order"."state" in ('confirmed', 'shipped', 'delivered');--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_kind_known" CHECK ("order_event"."kind" in ('placed', 'part-paid', 'paid', 'overdue', 'packed', 'shipped', 'delivered', 'cancelled', 'expiring', 'expired', 'refunded', 'refund-failed', 'dispute-opened', 'dispute-won', 'dispute-lost', 'note'));--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_terms" CHECK ("order"."pay_by" in ('card', 'invoice') and ("order"."pay_by" = 'invoice') = ("order"."due_at" is not null));--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_received_within" CHECK ("order"."received" between 0 and "order"."total" - "order"."refunded");--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_state_known" CHECK ("order"."state" in ('placed', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded'));--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_paid_has_time" CHECK ("order"."state" not in ('paid', 'shipped', 'delivered', 'refunded') or "order"."paid_at" is not null or "order"."pay_by" = 'invoice');--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_on_account" CHECK ("refund"."payment_id" is not null or "refund"."state" = 'succeeded');