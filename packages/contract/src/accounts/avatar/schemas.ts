import * as z from 'zod/mini'
import { id } from '../../shared-schemas.ts'

/** The square part of the picture that is shown, in pixels of the picture as displayed. */
const avatarCrop = z.strictObject({
  left: z.int().check(z.gte(0)),
  top: z.int().check(z.gte(0)),
  size: z.int().check(z.gte(1)),
})

/** The stored image of an upload by the user, and its crop; without one, the largest square in the middle. */
export const changeAvatarBody = z.strictObject({ fileId: id, crop: z.optional(avatarCrop) })
export type ChangeAvatarBody = z.infer<typeof changeAvatarBody>
