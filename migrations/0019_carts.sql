CREATE TABLE "cart_line" (
	"user_id" uuid NOT NULL,
	"tool_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"seen_price" bigint NOT NULL,
	CONSTRAINT "cart_line_user_id_tool_id_pk" PRIMARY KEY("user_id","tool_id"),
	CONSTRAINT "cart_line_quantity_positive" CHECK ("cart_line"."quantity" > 0),
	CONSTRAINT "cart_line_seen_price_not_negative" CHECK ("cart_line"."seen_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cart" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"requests" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_user_id_cart_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."cart"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_line_tool" ON "cart_line" USING btree ("tool_id");