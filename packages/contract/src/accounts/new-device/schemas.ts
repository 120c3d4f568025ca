import * as z from 'zod/mini'

export const refuseSessionBody = z.strictObject({
  /** The token from the fragment of the link's address: 32 bytes in base64url. */
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
})
export type RefuseSessionBody = z.infer<typeof refuseSessionBody>

export const refusedSession = z.object({
  /** False when the session had ended before. */
  ended: z.boolean(),
  /** True when the user has an address, and a link to choose a password is on its way. */
  sendsReset: z.boolean(),
})
export type RefusedSession = z.infer<typeof refusedSession>
