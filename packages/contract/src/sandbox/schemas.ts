import * as z from 'zod/mini'
import { email, id, isoInstant, language } from '../shared-schemas.ts'

/** A user of the demo data who can be signed in with one click. */
export const demoUser = z.object({
  id,
  name: z.string(),
  role: z.enum(['client', 'creator', 'admin']),
  email: z.string(),
  /** One line about their role in the demo data. */
  about: z.string(),
  avatar: z.nullable(z.string()),
})
export type DemoUser = z.infer<typeof demoUser>
export const demoUsers = z.object({ items: z.array(demoUser) })
export type DemoUsers = z.infer<typeof demoUsers>

/** With the language of the page, which becomes that of the demo user. */
export const demoSignInBody = z.strictObject({ userId: id, language: z.optional(language) })
export type DemoSignInBody = z.infer<typeof demoSignInBody>

export const clockState = z.object({ now: isoInstant, offsetMs: z.int() })
export type ClockState = z.infer<typeof clockState>

/** Moves the clock forward by a duration, or to a later time. It never goes back. */
export const clockBody = z.strictObject({
  advanceMs: z.optional(z.int().check(z.gte(0), z.lte(400 * 86_400_000))),
  to: z.optional(isoInstant),
})
export type ClockBody = z.infer<typeof clockBody>

/** A mail that a mail server would have sent; kept for its recipient. */
export const sandboxMail = z.object({
  id,
  at: isoInstant,
  subject: z.string(),
  text: z.string(),
  calendar: z.nullable(z.object({ name: z.string(), content: z.string() })),
})
export type SandboxMail = z.infer<typeof sandboxMail>
export const sandboxMails = z.object({ items: z.array(sandboxMail) })
export type SandboxMails = z.infer<typeof sandboxMails>

export const sandboxMailToBody = z.strictObject({ email })
export type SandboxMailToBody = z.infer<typeof sandboxMailToBody>
