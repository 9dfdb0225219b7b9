CREATE SEQUENCE "public"."quote_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
-- Two steps, lest every quote is written anew while the table is locked: those that there are get their numbers next.
ALTER TABLE "quote" ADD COLUMN "number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote" ALTER COLUMN "number" SET DEFAULT 'WQ-' || to_char(now() at time zone 'Asia/Dhaka', 'YYYY') || '-'
  || regexp_replace(to_char(nextval('quote_number_seq'), 'FM000000000000'), '^0{1,6}', '');
