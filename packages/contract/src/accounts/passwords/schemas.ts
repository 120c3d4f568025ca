import * as z from 'zod/mini'

export const changePasswordBody = z.strictObject({
  /** Left out by a user who has none yet and has just reauthenticated. */
  current: z.optional(z.string().check(z.maxLength(200))),
  next: z.string().check(z.maxLength(200)),
})
export type ChangePasswordBody = z.infer<typeof changePasswordBody>
