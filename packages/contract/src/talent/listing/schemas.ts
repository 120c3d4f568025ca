import { handleLength } from '@veranda/core/talent/listing/handle.ts'
import {
  listedWorkActions,
  workConsentQuestions,
  workConsentStates,
} from '@veranda/core/talent/consents/work-consent.ts'
import * as z from 'zod/mini'
import { id, withoutHiddenCharacters } from '../../shared-schemas.ts'

/** A portfolio item and why strangers see it or not. */
export const listedWork = z.object({
  id,
  title: z.string(),
  image: z.string(),
  /** Strangers see it while the creator is listed: every client who has a say agreed. */
  isPublic: z.boolean(),
  /** The projects it was made for; `state` is null until the client was asked. */
  clients: z.array(
    z.object({
      projectId: id,
      project: z.string(),
      client: z.string(),
      state: z.nullable(z.enum(workConsentStates)),
      /** The steps that the creator may take with this client now. */
      actions: z.array(z.enum(workConsentQuestions)),
    }),
  ),
  /** The steps that the creator may take with the work now: naming one of their projects that it was made for. */
  actions: z.array(z.enum(listedWorkActions)),
})

/** The creator's own choice about being shown to strangers. */
export const listing = z.object({
  /** The current handle; null before the first save. */
  handle: z.nullable(z.string()),
  /** A free handle made from the name. */
  suggestion: z.string(),
  listed: z.boolean(),
  /** Why an admin took the page down; null if none did. */
  unlistedReason: z.nullable(z.string()),
  /** The creator's own projects, for naming the client of a work. */
  projects: z.array(z.object({ id, title: z.string(), client: z.string() })),
  works: z.array(listedWork),
})
export type Listing = z.infer<typeof listing>

export const listingPatch = z.strictObject({
  listed: z.optional(z.boolean()),
  /** Its rules are in the core. */
  handle: z.optional(z.string().check(z.maxLength(4 * handleLength.max), withoutHiddenCharacters('one'))),
})
export type ListingPatch = z.infer<typeof listingPatch>
