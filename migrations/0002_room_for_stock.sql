ALTER TABLE "tool" SET (fillfactor = 50);--> statement-breakpoint
DROP INDEX "tool_search";--> statement-breakpoint
DROP INDEX "tool_search_text";--> statement-breakpoint
CREATE INDEX "tool_search" ON "tool" USING gin ("search") WITH (fastupdate=false) WHERE "tool"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tool_search_text" ON "tool" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false) WHERE "tool"."deleted_at" is null;