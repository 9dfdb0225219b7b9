ALTER TABLE "order" ADD COLUMN "line_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE "order" SET "line_count" = counted.lines FROM (SELECT order_id, count(*) AS lines FROM "order_line" GROUP BY order_id HAVING count(*) > 1) counted WHERE counted.order_id = "order"."id";
