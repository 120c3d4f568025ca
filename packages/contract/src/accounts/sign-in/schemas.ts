import { secondFactorMethods } from '@veranda/core/accounts/second-factor/second-factor.ts'
import * as z from 'zod/mini'
import { typedPassword } from '../passwords/schemas.ts'
import { email } from '../../shared-schemas.ts'
import { session } from '../sessions/schemas.ts'

/** The first factor was right, and the browser now holds a cookie with which a second one finishes the sign-in. */
const secondFactorNeeded = z.object({
  secondFactor: z.object({ methods: z.array(z.enum(secondFactorMethods)) }),
})

/** A session, or what is missing for one. */
export const signInReply = z.union([session, secondFactorNeeded])
export type SignInReply = z.infer<typeof signInReply>

export const loginBody = z.strictObject({
  email,
  password: typedPassword,
})
export type LoginBody = z.infer<typeof loginBody>
