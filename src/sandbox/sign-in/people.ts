import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Adapter } from 'oidc-provider'

/** Who the visitor claims to be: the sandbox believes it. */
export const Person = z.object({
  email: z.email().max(254).toLowerCase(),
  name: z.string().trim().min(1).max(80),
})
export type Person = z.infer<typeof Person>

/** The sandbox's people, each under a subject that stays the same for an e-mail address. */
export function createPeople(store: Adapter) {
  return {
    /** @returns the subject. */
    async save(person: Person): Promise<string> {
      const sub = `sandbox-${createHash('sha256').update(person.email).digest('hex').slice(0, 24)}`
      await store.upsert(sub, person)
      return sub
    },
    async find(sub: string): Promise<Person | undefined> {
      return Person.safeParse(await store.find(sub)).data
    },
  }
}

export type People = ReturnType<typeof createPeople>
