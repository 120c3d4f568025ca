import { socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { secondFactorMethods } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { securityEventTypes } from '@veranda/core/accounts/security-events/security-event.ts'
import { themes } from '@veranda/core/accounts/settings/theme.ts'
import * as z from 'zod/mini'
import { email, id, isoInstant, language, text, timeZone } from '../shared-schemas.ts'

export const roles = ['client', 'creator', 'admin'] as const
export const authProviders = ['email', ...socialProviders] as const
export type AuthProvider = (typeof authProviders)[number]

/** The signed-in user, as stored under `user_data`. */
export const user = z.object({
  id,
  firstName: z.string(),
  name: z.string(),
  /** Always verified; null for a user of a provider that gave none. */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  avatar: z.nullable(z.string()),
  createdAt: isoInstant,
  lastLogin: isoInstant,
  authProvider: z.enum(authProviders),
})
export type User = z.infer<typeof user>

/** The token to store under `auth_token` (worthless without the session cookie) and its user. */
export const session = z.object({ user, token: z.string(), expiresAt: isoInstant })
export type Session = z.infer<typeof session>

/** The first factor was right, and the browser now holds a cookie with which a second one finishes the sign-in. */
const secondFactorNeeded = z.object({
  secondFactor: z.object({ methods: z.array(z.enum(secondFactorMethods)) }),
})

/** A session, or what is missing for one. */
export const signInReply = z.union([session, secondFactorNeeded])
export type SignInReply = z.infer<typeof signInReply>

export const loginBody = z.strictObject({
  email,
  password: z.string().check(z.maxLength(200)),
})
export type LoginBody = z.infer<typeof loginBody>

/** `sid` is the session to end: with the cookie of another one, nothing happens. Without it, the cookie's session. */
export const logoutBody = z.strictObject({ sid: z.optional(id) })
export type LogoutBody = z.infer<typeof logoutBody>

export const accessToken = z.object({ token: z.string(), expiresAt: isoInstant })
export type AccessToken = z.infer<typeof accessToken>

/** The user's own account with the settings that only they see. */
export const account = z.object({
  ...user.shape,
  timeZone: z.string(),
  language,
  theme: z.enum(themes),
  /** True when this user has a public page or an hourly service, whatever their role. */
  offersServices: z.boolean(),
  admin: z.boolean(),
  /** The version of the terms that the user agreed to, when a newer one is in force. */
  outdatedTerms: z.nullable(z.int()),
  /** When the account is deleted; null while no deletion is scheduled. In the past when something keeps it. */
  deletionAt: z.nullable(isoInstant),
})
export type Account = z.infer<typeof account>

export const changeAccountBody = z.strictObject({
  name: z.optional(text(80)),
  timeZone: z.optional(timeZone),
  language: z.optional(language),
  theme: z.optional(z.enum(themes)),
})
export type ChangeAccountBody = z.infer<typeof changeAccountBody>

/** The version that the user has read, which has to be the one in force. */
export const agreeToTermsBody = z.strictObject({ version: z.int() })
export type AgreeToTermsBody = z.infer<typeof agreeToTermsBody>

/** The square part of the picture that is shown, in pixels of the picture as displayed. */
const avatarCrop = z.strictObject({
  left: z.int().check(z.gte(0)),
  top: z.int().check(z.gte(0)),
  size: z.int().check(z.gte(1)),
})

/** The stored image of an upload by the user, and its crop; without one, the largest square in the middle. */
export const changeAvatarBody = z.strictObject({ fileId: id, crop: z.optional(avatarCrop) })
export type ChangeAvatarBody = z.infer<typeof changeAvatarBody>

export const changePasswordBody = z.strictObject({
  /** Left out by a user who has none yet and has just reauthenticated. */
  current: z.optional(z.string().check(z.maxLength(200))),
  next: z.string().check(z.maxLength(200)),
})
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

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

/** Something that happened to the user's account. */
export const securityEvent = z.object({
  id,
  type: z.enum(securityEventTypes),
  at: isoInstant,
  userAgent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  /** Failed attempts within a minute count together. */
  count: z.int(),
})
export type SecurityEvent = z.infer<typeof securityEvent>
export const securityEventsQuery = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(100))) })
export type SecurityEventsQuery = z.infer<typeof securityEventsQuery>
export const securityEventList = z.object({ items: z.array(securityEvent), next: z.nullable(z.string()) })
export type SecurityEventList = z.infer<typeof securityEventList>
