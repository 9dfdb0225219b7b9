CREATE UNIQUE INDEX CONCURRENTLY "quote_number" ON "quote" USING btree ("number");
