ALTER TABLE "order_line" ADD COLUMN "tax_rate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "tax" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "added_tax" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_tax_within" CHECK ("order_line"."tax_rate" between 0 and 9999 and "order_line"."tax" between 0 and "order_line"."total");--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_added_tax_within" CHECK ("order"."added_tax" between 0 and "order"."total");