import * as z from 'zod/mini'
import { email } from '../../shared-schemas.ts'

export const requestEmailChangeBody = z.strictObject({ email })
export type RequestEmailChangeBody = z.infer<typeof requestEmailChangeBody>

export const emailLinkBody = z.strictObject({
  /** The token from the fragment of the link's address: 32 bytes in base64url. */
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
})
export type EmailLinkBody = z.infer<typeof emailLinkBody>

export const emailUndone = z.object({
  done: z.literal(true),
  /** Payouts are stopped until the user has confirmed their payout account, because it was changed meanwhile. */
  payoutsStopped: z.boolean(),
})
export type EmailUndone = z.infer<typeof emailUndone>
