import * as z from 'zod/mini'
import { typedPassword } from '../passwords/schemas.ts'
import { returnPath } from '../sign-in/return-path.ts'
import { email, language, text, timeZone } from '../../shared-schemas.ts'
import { session } from '../sessions/schemas.ts'

export const registerUserBody = z.strictObject({
  name: text(80),
  email,
  password: typedPassword,
  role: z.enum(['client', 'creator']),
  /** The version of the accepted terms. */
  terms: z.int(),
  timeZone,
  language: z._default(language, 'en'),
  /** Where the registration was begun. */
  returnTo: z.optional(returnPath),
})
export type RegisterUserBody = z.input<typeof registerUserBody>

export const verifyRegistrationBody = z.strictObject({
  /** The token from the fragment of the link's address: 32 bytes in base64url. */
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** The password of the registration, for a browser in which it was not begun. */
  password: z.optional(typedPassword),
})
export type VerifyRegistrationBody = z.infer<typeof verifyRegistrationBody>

/** The first session of a new account, and where its registration was begun. */
export const firstSession = z.object({ ...session.shape, returnTo: z.nullable(z.string()) })
export type FirstSession = z.infer<typeof firstSession>
