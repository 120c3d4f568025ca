import * as z from 'zod/mini'
import { deliveredFile } from '../files/schemas.ts'
import { limitCheck, workSummary } from '../works/schemas.ts'
import { hash, id, isoInstant, text } from '../shapes.ts'
import { expected } from './offer-schemas.ts'

export const deliverable = z.object({
  id,
  number: z.int(),
  hash,
  notes: z.string(),
  files: z.array(deliveredFile),
  works: z.array(workSummary),
  /** Every limit of the milestone and whether this version keeps it. */
  limits: z.array(limitCheck),
  state: z.enum(['draft', 'submitted', 'withdrawn', 'changes_requested', 'approved']),
  createdAt: isoInstant,
})
export type Deliverable = z.infer<typeof deliverable>

export const changeRound = z.object({
  round: z.int(),
  deliverableId: id,
  dueAt: isoInstant,
  at: isoInstant,
  /** `pinId` of what was asked for by a pin, `message` of what was first said in the project's chat. */
  items: z.array(
    z.object({
      id,
      text: z.string(),
      pinId: z.nullable(id),
      message: z.nullable(z.object({ id, seq: z.int() })),
    }),
  ),
})

export const deliverableBody = z.strictObject({
  notes: text(8000),
  fileIds: z._default(z.array(id).check(z.maxLength(20)), []),
  /** One's own works that are ready; together with the pictures at least one thing. */
  works: z._default(z.array(id).check(z.maxLength(20)), []),
  /** It is to be submitted at once; one that does not keep the agreed limits is then not even made. */
  submits: z._default(z.boolean(), false),
})
export type DeliverableBody = z.input<typeof deliverableBody>

/** Names one version by id and hash, never "latest". */
export const versionBody = z.strictObject({ deliverableId: id, hash, expected })
export type VersionBody = z.infer<typeof versionBody>

export const changesBody = z.strictObject({
  deliverableId: id,
  hash,
  items: z.array(text(2000)).check(z.minLength(1), z.maxLength(50)),
  expected,
})
export type ChangesBody = z.infer<typeof changesBody>
