import { themes } from '@veranda/core/accounts/settings/theme.ts'
import * as z from 'zod/mini'
import { isoInstant, language, text, timeZone } from '../../shared-schemas.ts'
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
