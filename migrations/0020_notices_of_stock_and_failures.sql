ALTER TABLE "staff_notice" ADD COLUMN "stock" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_notice" ADD COLUMN "failures" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_notice" ADD COLUMN "stock_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_notice" ADD COLUMN "failures_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "stock_movement_at" ON "stock_movement" USING brin ("created_at");--> statement-breakpoint
ALTER TABLE "staff_notice" ADD CONSTRAINT "staff_notice_stock_known" CHECK ("staff_notice"."stock" in ('at-once', 'daily', 'off'));--> statement-breakpoint
ALTER TABLE "staff_notice" ADD CONSTRAINT "staff_notice_failures_known" CHECK ("staff_notice"."failures" in ('at-once', 'daily', 'off'));