import { securityEventTypes } from '@veranda/core/accounts/security-events/security-event.ts'
import * as z from 'zod/mini'
import { id, isoInstant } from '../../shared-schemas.ts'

/** Something that happened to the user's account. */
export const securityEvent = z.object({
  id,
  type: z.enum(securityEventTypes),
  at: isoInstant,
  userAgent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  /** City and country of the IP address, in the user's language; null where they are not known. */
  location: z.nullable(z.string()),
  /** Failed attempts within a minute count together. */
  count: z.int(),
})
export type SecurityEvent = z.infer<typeof securityEvent>
export const securityEventsQuery = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(100))) })
export type SecurityEventsQuery = z.infer<typeof securityEventsQuery>
export const securityEventList = z.object({ items: z.array(securityEvent), next: z.nullable(z.string()) })
export type SecurityEventList = z.infer<typeof securityEventList>
