import { makeIdGenerator } from '@veranda/core/ids.ts'

/** Generates the ids and idempotency keys made in this tab, which sort in the order in which they were made. */
export const ids = makeIdGenerator(Date.now, (bytes) => void crypto.getRandomValues(bytes))
