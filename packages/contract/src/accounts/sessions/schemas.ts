import * as z from 'zod/mini'
import { id, isoInstant } from '../../shared-schemas.ts'
import { user } from '../schemas.ts'

/** The token to store under `auth_token` (worthless without the session cookie) and its user. */
export const session = z.object({ user, token: z.string(), expiresAt: isoInstant })
export type Session = z.infer<typeof session>

/** `sid` is the session to end: with the cookie of another one, nothing happens. Without it, the cookie's session. */
export const logoutBody = z.strictObject({ sid: z.optional(id) })
export type LogoutBody = z.infer<typeof logoutBody>

export const accessToken = z.object({ token: z.string(), expiresAt: isoInstant })
export type AccessToken = z.infer<typeof accessToken>

/** One session of the user, on some device. */
export const device = z.object({
  id,
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  createdAt: isoInstant,
  lastSeenAt: isoInstant,
  /** When it is signed out unless it is used before that. */
  endsAt: isoInstant,
})
export type Device = z.infer<typeof device>
export const deviceList = z.object({ items: z.array(device) })
export type DeviceList = z.infer<typeof deviceList>
