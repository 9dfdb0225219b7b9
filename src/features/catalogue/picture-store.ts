import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { PictureFile } from './picture-sizes.ts'
import type { PictureFormat } from './schema.ts'
import { pictureFiles } from './tables.ts'

// mutant(body): it only saves making what is there
export async function hasPicture(db: Database, hash: string): Promise<boolean> {
  const rows = await db
    .select({ hash: pictureFiles.hash }) // mutant(object): they are only counted
    .from(pictureFiles)
    .where(eq(pictureFiles.hash, hash))
    // mutant(number, without .limit()): a picture has few files
    .limit(1)
  // mutant(number): it saves making what is there
  return rows.length > 0
}

/** Keeps the files of a picture. Those of a picture that somebody else has just kept are the same, and stay. */
export async function insertPicture(db: Database, files: PictureFile[]): Promise<void> {
  await db.insert(pictureFiles).values(files).onConflictDoNothing()
}

export async function findPictureFile(
  db: Database,
  { hash, width, format }: { hash: string; width: number; format: PictureFormat },
): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ content: pictureFiles.content })
    .from(pictureFiles)
    .where(and(eq(pictureFiles.hash, hash), eq(pictureFiles.width, width), eq(pictureFiles.format, format)))
  return row?.content
}
