CREATE TABLE "passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL CONSTRAINT "passkey_user_id_user_id_fk" REFERENCES "public"."user"("id") ON DELETE cascade,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
-- The table is new: nobody writes it yet.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "passkey_credential" ON "passkey" USING btree ("credential_id");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");
