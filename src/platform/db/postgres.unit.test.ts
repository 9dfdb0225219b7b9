import { expect, it } from 'vitest'
import { openPostgres } from './postgres.ts'

it('names the variable when the server cannot be reached', async () => {
  // Nobody listens on port 1.
  await expect(openPostgres({ url: 'postgres://shop@127.0.0.1:1/shop', connections: 2 }, () => {})).rejects.toThrow(
    /^The database at DATABASE_URL cannot be used/,
  )
})
