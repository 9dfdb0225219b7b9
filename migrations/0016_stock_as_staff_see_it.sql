CREATE TABLE "stock_wait" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tool_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stock_movement" DROP CONSTRAINT "stock_movement_reason_known";--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "stock_wait" ADD CONSTRAINT "stock_wait_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_wait" ADD CONSTRAINT "stock_wait_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_wait_user_tool" ON "stock_wait" USING btree ("user_id","tool_id");--> statement-breakpoint
CREATE INDEX "stock_wait_tool" ON "stock_wait" USING btree ("tool_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movement_request" ON "stock_movement" USING btree ("actor_id","idempotency_key") WHERE "stock_movement"."idempotency_key" is not null;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_reason_known" CHECK ("stock_movement"."reason" in ('opening', 'correction', 'receipt', 'order', 'cancelled', 'expired', 'refunded'));