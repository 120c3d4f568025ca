import * as z from 'zod/mini'
import { hash, id } from '../shapes.ts'

/** A stored picture. `url` is our own path and needs the session cookie unless the picture is public; it is read as it is shown. */
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

/** `whole`: as it was stored, for those who may have that; else as it is shown, which is not larger than a screen. */
export const fileQuery = z.object({ form: z.optional(z.literal('whole')) })
export type FileQuery = z.infer<typeof fileQuery>

/** A picture of a version. `originalUrl` is the whole of it, null for those who may not have it. */
export const deliveredFile = z.extend(storedFile, { originalUrl: z.nullable(z.string()) })
