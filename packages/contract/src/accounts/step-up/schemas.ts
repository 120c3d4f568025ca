import { stepUpMethods, stepUpPurposes } from '@veranda/core/accounts/step-up/step-up.ts'
import * as z from 'zod/mini'
import { typedPassword } from '../passwords/schemas.ts'
import { isoInstant } from '../../shared-schemas.ts'
import { assertion } from '../passkeys/schemas.ts'
import { returnPath } from '../sign-in/return-path.ts'
import { recoveryCode, totpCode } from '../second-factor/schemas.ts'

/** A change of the second factor and the approval of a device take only some methods; `any` is every other step. */
export const stepUpQuery = z.object({ purpose: z.optional(z.enum(stepUpPurposes)) })
export type StepUpQuery = z.infer<typeof stepUpQuery>

export const stepUp = z.object({
  /** Until when this session counts as reauthenticated; null when it does not. */
  until: z.nullable(isoInstant),
  /** The methods that this user can reauthenticate with, the usual one first. */
  methods: z.array(z.enum(stepUpMethods)),
})
export type StepUp = z.infer<typeof stepUp>

export const reauthenticateBody = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: typedPassword.check(z.minLength(1)) }),
  z.strictObject({ method: z.literal('totp'), code: totpCode }),
  z.strictObject({ method: z.literal('recovery-code'), code: recoveryCode }),
  z.strictObject({ method: z.literal('passkey'), assertion }),
  /** The code of the mail that was asked for in this session. */
  z.strictObject({ method: z.literal('mail-code'), code: totpCode }),
  z.strictObject({ method: z.literal('demo') }),
])
export type ReauthenticateBody = z.infer<typeof reauthenticateBody>

export const startGoogleStepUpBody = z.strictObject({
  /** The place of this app to return to: path, query and hash. */
  to: z.optional(returnPath),
})
export type StartGoogleStepUpBody = z.infer<typeof startGoogleStepUpBody>
