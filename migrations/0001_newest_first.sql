DROP INDEX "user_newest";--> statement-breakpoint
DROP INDEX "order_newest";--> statement-breakpoint
DROP INDEX "quote_newest";--> statement-breakpoint
DROP INDEX "review_newest";--> statement-breakpoint
DROP INDEX "order_user_newest";--> statement-breakpoint
DROP INDEX "order_email_newest";--> statement-breakpoint
DROP INDEX "sandbox_object_newest";--> statement-breakpoint
CREATE INDEX "order_user_newest" ON "order" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "order_email_newest" ON "order" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "sandbox_object_newest" ON "sandbox_object" USING btree ("kind","created_at","id");