CREATE TABLE "stock_level" (
	"tool_id" uuid PRIMARY KEY NOT NULL,
	"available" integer NOT NULL,
	CONSTRAINT "stock_level_not_negative" CHECK ("stock_level"."available" >= 0)
);
--> statement-breakpoint
INSERT INTO "stock_level" SELECT "id", "available_quantity" FROM "tool";--> statement-breakpoint
ALTER TABLE "stock_level" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "tool" RESET (fillfactor);--> statement-breakpoint
ALTER TABLE "tool" DROP CONSTRAINT "tool_stock_not_negative";--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_actor_id_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool" DROP COLUMN "available_quantity";