import * as z from 'zod/mini'
import { id, isoInstant } from '../../shared-schemas.ts'

const matchNumber = z.string().check(z.regex(/^\d{2}$/))

export const pairingCode = z.object({
  /** Six digits, to be entered on a device that is signed in. */
  code: z.string(),
  /** Shown on both devices, so that users approve only the device in front of them. */
  match: matchNumber,
  expiresAt: isoInstant,
})
export type PairingCode = z.infer<typeof pairingCode>

export const pairing = z.object({ state: z.enum(['waiting', 'approved', 'ended']) })
export type Pairing = z.infer<typeof pairing>

export const findPairingBody = z.strictObject({ code: z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/)) })
export type FindPairingBody = z.infer<typeof findPairingBody>

export const foundPairing = z.object({
  id,
  /** The device's user agent. */
  userAgent: z.nullable(z.string()),
  /** The IP address of the request. */
  ipAddress: z.string(),
  /** Its city and country, in the language of the user; null where they are not known. */
  location: z.nullable(z.string()),
  createdAt: isoInstant,
  /** One of these is the number on the device. */
  matches: z.array(matchNumber),
})
export type FoundPairing = z.infer<typeof foundPairing>

export const approvePairingBody = z.strictObject({ match: matchNumber })
export type ApprovePairingBody = z.infer<typeof approvePairingBody>
