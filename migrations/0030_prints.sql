CREATE TABLE "print" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL CONSTRAINT "print_user_id_user_id_fk" REFERENCES "public"."user"("id"),
	"kind" text NOT NULL,
	"order_ids" uuid[] NOT NULL,
	"left_out" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"drawn" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"content" "bytea",
	CONSTRAINT "print_state_known" CHECK ("print"."state" in ('waiting', 'done', 'failed')),
	CONSTRAINT "print_done_has_content" CHECK (("print"."state" = 'done') = ("print"."content" is not null))
);
