-- few rows: people ask for each, and whoever works on one waits a second.
-- Quotes that were asked for before they had numbers, in the order in which they were.
UPDATE "quote" SET "number" = "numbered"."number"
FROM (
  SELECT "id", 'WQ-' || to_char("created_at" at time zone 'Asia/Dhaka', 'YYYY') || '-'
    || regexp_replace(to_char(nextval('quote_number_seq'), 'FM000000000000'), '^0{1,6}', '') AS "number"
  FROM (SELECT "id", "created_at" FROM "quote" WHERE "number" = '' ORDER BY "id") AS "unnumbered"
) AS "numbered"
WHERE "quote"."id" = "numbered"."id";
