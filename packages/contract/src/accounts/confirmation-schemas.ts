import { confirmationWays } from '@veranda/core/accounts/confirmation.ts'
import * as z from 'zod/mini'
import { isoInstant } from '../shapes.ts'

export const confirmation = z.object({
  /** Until when this session counts as freshly confirmed; null when it does not. */
  until: z.nullable(isoInstant),
  /** With what this person may confirm here. */
  ways: z.array(z.enum(confirmationWays)),
})
export type Confirmation = z.infer<typeof confirmation>

export const confirmBody = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('password'), password: z.string().check(z.minLength(1), z.maxLength(200)) }),
  z.strictObject({ way: z.literal('demo') }),
])
export type ConfirmBody = z.infer<typeof confirmBody>
