import { actingIn } from '#features/accounts/acting.ts'
import { recordAudit } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { requireEditor } from './policy.ts'
import { findPictureFile, hasPicture, insertPicture } from './picture-store.ts'
import { hashOf, makeSizes } from './picture-sizes.ts'
import { pictureAddress, type PictureFormat, type UploadedPicture } from './schema.ts'

export type Pictures = ReturnType<typeof createPictures>

/** Product pictures that admins upload, stored in the database under the hash of the upload. */
export function createPictures({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** The same picture always gets the same address. @throws Failure 'forbidden'; 'unprocessable' when we cannot use the file. */
    async add(actor: Actor, upload: Uint8Array): Promise<UploadedPicture> {
      requireEditor(actor)
      const hash = hashOf(upload)
      const img = pictureAddress(hash)
      // mutant(condition → true): it only avoids encoding a picture that is already stored
      if (!(await hasPicture(db, hash))) {
        const sizes = await makeSizes(upload)
        await actingIn(db, actor, requireEditor, async (tx) => {
          await insertPicture(tx, sizes)
          const subject = { type: 'picture', id: hash, label: img }
          await recordAudit(tx, { at: clock.now(), actor, action: 'picture.uploaded', subject, after: { img } })
        })
      }
      return { img }
    },

    /** One file of a picture; undefined when there is none. */
    file: (hash: string, width: number, format: PictureFormat) => findPictureFile(db, { hash, width, format }),
  }
}
