CREATE SEQUENCE "public"."order_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "jwks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"token_generation" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_lower" CHECK ("user"."email" = lower("user"."email")),
	CONSTRAINT "user_role_known" CHECK ("user"."role" in ('user', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picture_file" (
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picture_file_hash_width_format_pk" PRIMARY KEY("hash","width","format")
);
--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tool_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movement_not_zero" CHECK ("stock_movement"."quantity" <> 0),
	CONSTRAINT "stock_movement_reason_known" CHECK ("stock_movement"."reason" in ('opening', 'correction', 'order', 'cancelled', 'expired', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "tool" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"part_number" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"img" text NOT NULL,
	"specification" jsonb NOT NULL,
	"price" bigint NOT NULL,
	"minimum_order_quantity" integer NOT NULL,
	"available_quantity" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', regexp_replace(regexp_replace(regexp_replace(lower(name || ' ' || part_number), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g')), 'A') || setweight(to_tsvector('english', regexp_replace(regexp_replace(regexp_replace(lower(category), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g')), 'B') || setweight(to_tsvector('english', regexp_replace(regexp_replace(regexp_replace(lower(description), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g')), 'C') || setweight(to_tsvector('english', regexp_replace(regexp_replace(regexp_replace(lower(jsonb_path_query_array(specification, '$.rows[*].*')::text), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g')), 'D')) STORED,
	"search_text" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(regexp_replace(lower(name || ' ' || part_number || ' ' || category), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g')) STORED,
	CONSTRAINT "tool_name_length" CHECK (char_length("tool"."name") between 1 and 20),
	CONSTRAINT "tool_price_positive" CHECK ("tool"."price" > 0),
	CONSTRAINT "tool_minimum_positive" CHECK ("tool"."minimum_order_quantity" >= 1),
	CONSTRAINT "tool_stock_not_negative" CHECK ("tool"."available_quantity" >= 0),
	CONSTRAINT "tool_category_known" CHECK ("tool"."category" in ('power-supplies', 'adapters', 'cases', 'cooling'))
);
--> statement-breakpoint
CREATE TABLE "order_line" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"tool_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"part_number" text NOT NULL,
	"img" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "order_line_quantity_positive" CHECK ("order_line"."quantity" > 0),
	CONSTRAINT "order_line_total_right" CHECK ("order_line"."total" = "order_line"."quantity" * "order_line"."unit_price")
);
--> statement-breakpoint
CREATE TABLE "order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"state" text NOT NULL,
	"total" bigint NOT NULL,
	"currency" text NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "order_number_unique" UNIQUE("number"),
	CONSTRAINT "order_state_known" CHECK ("order"."state" in ('placed', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded')),
	CONSTRAINT "order_total_positive" CHECK ("order"."total" > 0),
	CONSTRAINT "order_paid_has_time" CHECK ("order"."state" not in ('paid', 'shipped', 'delivered', 'refunded') or "order"."paid_at" is not null),
	CONSTRAINT "order_key_has_hash" CHECK (("order"."idempotency_key" is null) = ("order"."request_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"intent_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "payment_amount_positive" CHECK ("payment"."amount" > 0),
	CONSTRAINT "payment_state_known" CHECK ("payment"."state" in ('pending', 'succeeded', 'cancelled', 'mismatch', 'refunding', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "quote" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"product_name" text NOT NULL,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quote_quantity_positive" CHECK ("quote"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"rating" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_name_length" CHECK (char_length("review"."name") between 1 and 20),
	CONSTRAINT "review_rating_range" CHECK ("review"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_object" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_sign_in" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text,
	"grant_id" text,
	"data" jsonb NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_provider_key" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email_key" ON "user" USING btree ("email");--> statement-breakpoint
CREATE INDEX "user_newest" ON "user" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "stock_movement_tool" ON "stock_movement" USING btree ("tool_id","id");--> statement-breakpoint
CREATE INDEX "stock_movement_order" ON "stock_movement" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "tool_search" ON "tool" USING gin ("search") WHERE "tool"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tool_search_text" ON "tool" USING gin ("search_text" gin_trgm_ops) WHERE "tool"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tool_newest" ON "tool" USING btree ("id") WHERE "tool"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tool_category_newest" ON "tool" USING btree ("category","id") WHERE "tool"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tool_price" ON "tool" USING btree ("price","id") WHERE "tool"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tool_name" ON "tool" USING btree ("name","id") WHERE "tool"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_part_number_key" ON "tool" USING btree ("part_number") WHERE "tool"."part_number" <> '' and "tool"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_line_key" ON "order_line" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_line_tool" ON "order_line" USING btree ("tool_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_idempotency_key" ON "order" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "order_user_newest" ON "order" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_email_newest" ON "order" USING btree ("email","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_newest" ON "order" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_held" ON "order" USING btree ("held_until") WHERE "order"."state" = 'placed';--> statement-breakpoint
CREATE INDEX "payment_order" ON "payment" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_unfinished" ON "payment" USING btree ("checked_at") WHERE "payment"."state" in ('pending', 'refunding');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_live" ON "payment" USING btree ("order_id") WHERE "payment"."state" in ('pending', 'succeeded');--> statement-breakpoint
CREATE INDEX "quote_newest" ON "quote" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_newest" ON "review" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_user" ON "review" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rate_limit_reset" ON "rate_limit" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "sandbox_object_newest" ON "sandbox_object" USING btree ("kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sandbox_sign_in_uid" ON "sandbox_sign_in" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sandbox_sign_in_grant" ON "sandbox_sign_in" USING btree ("grant_id");