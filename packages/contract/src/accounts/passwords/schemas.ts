import { passwordLimits } from '@veranda/core/accounts/passwords/password.ts'
import * as z from 'zod/mini'

/**
 * A password as it is typed. The rule counts code points after NFKC, of which each may be several units here, so this
 * bounds only what is read and hashed.
 */
export const typedPassword = z.string().check(z.maxLength(4 * passwordLimits.max))

export const changePasswordBody = z.strictObject({
  /** Left out by a user who has none yet and has just reauthenticated. */
  current: z.optional(typedPassword),
  next: typedPassword,
})
export type ChangePasswordBody = z.infer<typeof changePasswordBody>
