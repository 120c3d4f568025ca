import { stepUpMethods } from '@veranda/core/accounts/step-up.ts'
import * as z from 'zod/mini'
import { isoInstant } from '../../shared-schemas.ts'

export const stepUp = z.object({
  /** Until when this session counts as reauthenticated; null when it does not. */
  until: z.nullable(isoInstant),
  /** The methods that this user can reauthenticate with. */
  methods: z.array(z.enum(stepUpMethods)),
})
export type StepUp = z.infer<typeof stepUp>

export const reauthenticateBody = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: z.string().check(z.minLength(1), z.maxLength(200)) }),
  z.strictObject({ method: z.literal('demo') }),
])
export type ReauthenticateBody = z.infer<typeof reauthenticateBody>
