import * as z from 'zod/mini'
import { typedPassword } from '../passwords/schemas.ts'
import { email } from '../../shared-schemas.ts'

export const requestPasswordResetBody = z.strictObject({ email })
export type RequestPasswordResetBody = z.infer<typeof requestPasswordResetBody>

export const resetPasswordBody = z.strictObject({
  /** The token from the fragment of the link's address: 32 bytes in base64url. */
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
  password: typedPassword,
})
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>
