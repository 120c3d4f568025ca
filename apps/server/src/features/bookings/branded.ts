import { type Id } from '@veranda/core/ids.ts'

/** An id out of one of our own rows, or a fresh one, as the rules name it. */
export function branded<I extends Id<string>>(id: string): I {
  // Rows hold only ids that were made for their kind.
  return id as I
}
