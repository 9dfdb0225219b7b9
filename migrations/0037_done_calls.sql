CREATE TABLE "done_call" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"made_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "done_call_caller_key_pk" PRIMARY KEY("caller","key")
);
