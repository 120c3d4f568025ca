import * as z from 'zod/mini'
import { id, isoInstant } from '../shapes.ts'

/** Someone of the demo world whom one press signs in. */
export const demoPerson = z.object({
  id,
  name: z.string(),
  role: z.enum(['client', 'creator', 'admin']),
  email: z.string(),
  /** One line of who they are in the demo world. */
  about: z.string(),
  avatar: z.nullable(z.string()),
})
export type DemoPerson = z.infer<typeof demoPerson>
export const demoPeople = z.object({ items: z.array(demoPerson) })
export type DemoPeople = z.infer<typeof demoPeople>

export const enterBody = z.strictObject({ person: id })
export type EnterBody = z.infer<typeof enterBody>

export const clockState = z.object({ now: isoInstant, shiftMilliseconds: z.int() })
export type ClockState = z.infer<typeof clockState>

/** Move the clock forward by a length, or to a later moment. It never goes back. */
export const clockBody = z.strictObject({
  advanceMilliseconds: z.optional(z.int().check(z.gte(0), z.lte(400 * 86_400_000))),
  to: z.optional(isoInstant),
})
export type ClockBody = z.infer<typeof clockBody>

/** A mail that would have gone out if there were a mail server; kept for who it is to. */
export const keptMail = z.object({
  id,
  at: isoInstant,
  subject: z.string(),
  text: z.string(),
  calendar: z.nullable(z.object({ name: z.string(), content: z.string() })),
})
export type KeptMail = z.infer<typeof keptMail>
export const keptMails = z.object({ items: z.array(keptMail) })
export type KeptMails = z.infer<typeof keptMails>
