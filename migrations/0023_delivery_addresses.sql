CREATE TABLE "delivery_address" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"country" text NOT NULL,
	"street" text NOT NULL,
	"area" text NOT NULL,
	"city" text NOT NULL,
	"region" text NOT NULL,
	"postcode" text NOT NULL,
	"is_default" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_address" ADD CONSTRAINT "delivery_address_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_address_user" ON "delivery_address" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_address_default" ON "delivery_address" USING btree ("user_id") WHERE "delivery_address"."is_default";