CREATE TABLE "two_factor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL CONSTRAINT "two_factor_user_id_user_id_fk" REFERENCES "public"."user"("id") ON DELETE cascade,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "second_factor" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The table is new: nobody writes it yet.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "two_factor_user" ON "two_factor" USING btree ("user_id");