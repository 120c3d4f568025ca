import { socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import * as z from 'zod/mini'
import { id, isoInstant } from '../shared-schemas.ts'

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
