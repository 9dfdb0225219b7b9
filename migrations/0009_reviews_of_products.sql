DROP INDEX "review_user";--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "tool_id" uuid;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "hidden_by" uuid;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_hidden_by_user_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_user_tool" ON "review" USING btree ("user_id","tool_id");--> statement-breakpoint
CREATE INDEX "review_tool" ON "review" USING btree ("tool_id","id");--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_hidden_with_reason" CHECK (("review"."hidden_at" is null) = ("review"."hidden_reason" is null));