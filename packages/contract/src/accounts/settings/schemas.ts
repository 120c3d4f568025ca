import { themes } from '@veranda/core/accounts/settings/theme.ts'
import * as z from 'zod/mini'
import { id, isoInstant, language, text, timeZone } from '../../shared-schemas.ts'
import { user } from '../schemas.ts'

/** The user's own account with the settings that only they see. */
export const account = z.object({
  ...user.shape,
  timeZone: z.string(),
  language,
  theme: z.enum(themes),
  /** True when this user has a public page or an hourly service, whatever their role. */
  offersServices: z.boolean(),
  admin: z.boolean(),
  /** The version of the terms that the user agreed to, when a newer one is in force. */
  outdatedTerms: z.nullable(z.int()),
  /** When the account is deleted; null while no deletion is scheduled. In the past when something keeps it. */
  deletionAt: z.nullable(isoInstant),
})
export type Account = z.infer<typeof account>

export const changeAccountBody = z.strictObject({
  name: z.optional(text(80)),
  timeZone: z.optional(timeZone),
  language: z.optional(language),
  theme: z.optional(z.enum(themes)),
})
export type ChangeAccountBody = z.infer<typeof changeAccountBody>

/** The square part of the picture that is shown, in pixels of the picture as displayed. */
const avatarCrop = z.strictObject({
  left: z.int().check(z.gte(0)),
  top: z.int().check(z.gte(0)),
  size: z.int().check(z.gte(1)),
})

/** The stored image of an upload by the user, and its crop; without one, the largest square in the middle. */
export const changeAvatarBody = z.strictObject({ fileId: id, crop: z.optional(avatarCrop) })
export type ChangeAvatarBody = z.infer<typeof changeAvatarBody>
