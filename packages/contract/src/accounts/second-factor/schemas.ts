import { secondFactorMethods } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { totpActions } from '@veranda/core/accounts/social/sign-in-methods.ts'
import * as z from 'zod/mini'
import { isoInstant } from '../../shared-schemas.ts'
import { assertion } from '../passkeys/schemas.ts'

/** Six digits, perhaps in two groups. */
export const totpCode = z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/))
export const recoveryCode = z.string().check(z.trim(), z.regex(/^[a-zA-Z0-9]{5}[\s–-]?[a-zA-Z0-9]{5}$/))

export const secondFactor = z.object({
  /** Since when a sign-in asks for a code of the authenticator app; null while it does not. */
  totpSince: z.nullable(isoInstant),
  recoveryCodesLeft: z.int(),
  /** Steps that the user may take now: `turn-off` only while they can still sign in without the codes. */
  actions: z.array(z.enum(totpActions)),
})
export type SecondFactor = z.infer<typeof secondFactor>

/** The secret for an authenticator app, to type and in the address of a QR code. It counts once a code confirms it. */
export const newTotp = z.object({ secret: z.string(), address: z.string() })
export type NewTotp = z.infer<typeof newTotp>

export const turnOnTotpBody = z.strictObject({
  code: totpCode,
  /** Signs out all other devices, which signed in without a code. */
  endOtherDevices: z.boolean(),
})
export type TurnOnTotpBody = z.infer<typeof turnOnTotpBody>

/** Shown once: the server keeps only their hashes. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** A sign-in of this browser that waits for its second factor. */
export const signInChallenge = z.object({ methods: z.array(z.enum(secondFactorMethods)), expiresAt: isoInstant })
export type SignInChallenge = z.infer<typeof signInChallenge>

export const finishSignInBody = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('totp'), code: totpCode }),
  z.strictObject({ method: z.literal('recovery-code'), code: recoveryCode }),
  z.strictObject({ method: z.literal('passkey'), assertion }),
])
export type FinishSignInBody = z.infer<typeof finishSignInBody>
