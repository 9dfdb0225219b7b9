CREATE TABLE "saved_list_line" (
	"list_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"tool_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "saved_list_line_list_id_position_pk" PRIMARY KEY("list_id","position"),
	CONSTRAINT "saved_list_line_quantity_positive" CHECK ("saved_list_line"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "saved_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_list_line" ADD CONSTRAINT "saved_list_line_list_id_saved_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."saved_list"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_list_line" ADD CONSTRAINT "saved_list_line_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_list" ADD CONSTRAINT "saved_list_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_list_line_tool" ON "saved_list_line" USING btree ("tool_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_list_name" ON "saved_list" USING btree ("user_id","name");