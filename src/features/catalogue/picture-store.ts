import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { PictureFile } from './picture-sizes.ts'
import type { PictureFormat } from './schema.ts'
import { pictureFiles } from './tables.ts'

// mutant(body): it only avoids encoding a picture that is already stored
export async function hasPicture(db: Database, hash: string): Promise<boolean> {
  const rows = await db
    .select({ hash: pictureFiles.hash }) // mutant(object): the rows are only counted
    .from(pictureFiles)
    .where(eq(pictureFiles.hash, hash))
    // mutant(number, without .limit()): a picture has few files
    .limit(1)
  // mutant(number): it only avoids encoding a picture that is already stored
  return rows.length > 0
}

/** Stores the files of a picture. If somebody else has just stored the same picture, its identical files stay. */
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
