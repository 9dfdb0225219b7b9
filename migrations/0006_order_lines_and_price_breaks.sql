ALTER TABLE "tool" ADD COLUMN "price_breaks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tool" ADD COLUMN "order_increment" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "purchase_order_number" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "tool" ADD CONSTRAINT "tool_increment_positive" CHECK ("tool"."order_increment" >= 1);