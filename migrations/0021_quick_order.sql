CREATE TABLE "buyer_part" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"part" text NOT NULL,
	"tool_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "buyer_part" ADD CONSTRAINT "buyer_part_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_part" ADD CONSTRAINT "buyer_part_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_part_key" ON "buyer_part" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "buyer_part_tool" ON "buyer_part" USING btree ("tool_id");--> statement-breakpoint
CREATE INDEX "tool_part_key" ON "tool" USING btree (regexp_replace(lower(part_number), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', '', 'g'));--> statement-breakpoint
CREATE INDEX "tool_name_key" ON "tool" USING btree (regexp_replace(lower(name), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', '', 'g'));--> statement-breakpoint
CREATE INDEX "tool_part_key_near" ON "tool" USING gin ((regexp_replace(lower(part_number), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', '', 'g')) gin_trgm_ops) WITH (fastupdate=false) WHERE "tool"."deleted_at" is null;