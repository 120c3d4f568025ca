import * as z from 'zod/mini'
import { hash, id } from '../shapes.ts'

/** A stored picture. `url` is our own path and needs the session cookie unless the picture is public. */
export const storedFile = z.object({
  id,
  hash,
  url: z.string(),
  mime: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  name: z.string(),
})
export type StoredFile = z.infer<typeof storedFile>
