import * as z from 'zod/mini'
import { id, isoInstant, language, text, timeZone } from '../shapes.ts'

export const roles = ['client', 'creator', 'admin'] as const
export const providers = ['email', 'google', 'tiktok', 'instagram'] as const
export const themes = ['system', 'daylight', 'dusk'] as const

/** The signed-in person, as the shell keeps it under `user_data`. */
export const user = z.object({
  id,
  firstName: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  avatar: z.nullable(z.string()),
  createdAt: isoInstant,
  lastLogin: isoInstant,
  authProvider: z.enum(providers),
})
export type User = z.infer<typeof user>

/** The token to keep under `auth_token` (worthless without the session cookie) and who it speaks for. */
export const session = z.object({ user, token: z.string(), expiresAt: isoInstant })
export type Session = z.infer<typeof session>

export const registerBody = z.strictObject({
  name: text(80),
  email: z.email().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(200)),
  role: z.enum(['client', 'creator']),
  /** The version of the terms that was agreed to. */
  terms: z.int(),
  timeZone,
  language: z._default(language, 'en'),
})
export type RegisterBody = z.input<typeof registerBody>

export const loginBody = z.strictObject({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(200)),
})
export type LoginBody = z.infer<typeof loginBody>

export const token = z.object({ token: z.string(), expiresAt: isoInstant })
export type Token = z.infer<typeof token>

/** One's own account with the settings that only oneself sees. */
export const account = z.object({
  ...user.shape,
  timeZone: z.string(),
  language,
  theme: z.enum(themes),
  /** Whether this person also offers work, whatever the role claim says. */
  creates: z.boolean(),
  operator: z.boolean(),
})
export type Account = z.infer<typeof account>

export const accountPatch = z.strictObject({
  name: z.optional(text(80)),
  timeZone: z.optional(timeZone),
  language: z.optional(language),
  theme: z.optional(z.enum(themes)),
})
export type AccountPatch = z.infer<typeof accountPatch>

export const passwordBody = z.strictObject({
  current: z.string().check(z.maxLength(200)),
  next: z.string().check(z.maxLength(200)),
})
export type PasswordBody = z.infer<typeof passwordBody>

/** A session of one's own, on some device. */
export const device = z.object({
  id,
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  createdAt: isoInstant,
  lastSeenAt: isoInstant,
})
export type Device = z.infer<typeof device>
export const devices = z.object({ items: z.array(device) })
export type Devices = z.infer<typeof devices>
