import * as z from 'zod/mini'
import { id, isoInstant } from '../shapes.ts'

const number = z.string().check(z.regex(/^\d{2}$/))

export const pairingCode = z.object({
  /** Six digits, to be entered on a device that is signed in. */
  code: z.string(),
  /** Shown on both, so that nobody lets in another device than the one they see. */
  match: number,
  expiresAt: isoInstant,
})
export type PairingCode = z.infer<typeof pairingCode>

export const pairing = z.object({ state: z.enum(['waiting', 'approved', 'over']) })
export type Pairing = z.infer<typeof pairing>

export const findPairingBody = z.strictObject({ code: z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/)) })
export type FindPairingBody = z.infer<typeof findPairingBody>

export const foundPairing = z.object({
  id,
  /** What the device's browser says of itself. */
  userAgent: z.nullable(z.string()),
  /** The address that it asked from. */
  place: z.string(),
  createdAt: isoInstant,
  /** One of these is the number on the device. */
  matches: z.array(number),
})
export type FoundPairing = z.infer<typeof foundPairing>

export const approvePairingBody = z.strictObject({ match: number })
export type ApprovePairingBody = z.infer<typeof approvePairingBody>
