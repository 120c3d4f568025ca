import { socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import * as z from 'zod/mini'
import { isoInstant, language } from '../shared-schemas.ts'

/** The public configuration of this installation. */
export const publicConfig = z.object({
  mode: z.enum(['sandbox', 'production']),
  version: z.string(),
  demoEntry: z.boolean(),
  /** True where users can read the mail that was kept for them instead of being sent. */
  mailPage: z.boolean(),
  /** True where that mail can also be read signed out, by address: a sandbox that only its own machine can reach. */
  openMailbox: z.boolean(),
  /** False when this installation takes no payments: every paid route refuses with `payments.off`. */
  payments: z.boolean(),
  /** The providers that users can sign in with. */
  socialProviders: z.array(z.enum(socialProviders)),
  /** The current version of the terms. */
  terms: z.int(),
  languages: z.array(language),
  /** The server's clock, for countdowns. */
  now: isoInstant,
  pushKey: z.nullable(z.string()),
})
export type PublicConfig = z.infer<typeof publicConfig>
