import { randomUUIDv7 } from 'node:crypto'

/** A UUIDv7 (RFC 9562): sorts by the time it was made, so that keys are also the order of creation. */
export const newId = (): string => randomUUIDv7()
