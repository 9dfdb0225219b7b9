ALTER TABLE "stock_wait" ADD COLUMN "tell_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_wait" ADD COLUMN "tell_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_event" ADD COLUMN "tell_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_event" ADD COLUMN "tell_after" timestamp with time zone;