CREATE TABLE "staff_notice" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"orders" text NOT NULL,
	"quotes" text NOT NULL,
	"orders_until" timestamp with time zone NOT NULL,
	"quotes_until" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_notice_orders_known" CHECK ("staff_notice"."orders" in ('at-once', 'daily', 'off')),
	CONSTRAINT "staff_notice_quotes_known" CHECK ("staff_notice"."quotes" in ('at-once', 'daily', 'off'))
);
--> statement-breakpoint
ALTER TABLE "staff_notice" ADD CONSTRAINT "staff_notice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;