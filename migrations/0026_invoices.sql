CREATE TABLE "invoice_counter" (
	"kind" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"order_id" uuid NOT NULL,
	"refund_id" uuid,
	"total" bigint NOT NULL,
	"document" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_number_unique" UNIQUE("number"),
	CONSTRAINT "invoice_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "invoice_sequence" UNIQUE("kind","sequence"),
	CONSTRAINT "invoice_kind_known" CHECK ("invoice"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "invoice_total_positive" CHECK ("invoice"."total" > 0),
	CONSTRAINT "invoice_credit_has_refund" CHECK (("invoice"."kind" = 'credit-note') = ("invoice"."refund_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_of_order" ON "invoice" USING btree ("order_id") WHERE "invoice"."kind" = 'invoice';