import { deliverableActions } from '@veranda/core/commissions/actions.ts'
import * as z from 'zod/mini'
import { assetSummary, deliverableFile, limitCheck } from '../../assets/schemas.ts'
import { hash, id, isoInstant, multilineText } from '../../shared-schemas.ts'
import { expected } from '../schemas.ts'

export const deliverable = z.object({
  id,
  number: z.int(),
  hash,
  notes: z.string(),
  files: z.array(deliverableFile),
  assets: z.array(assetSummary),
  /** Every limit of the milestone, and whether this version keeps it. */
  limits: z.array(limitCheck),
  state: z.enum(['draft', 'submitted', 'withdrawn', 'changes_requested', 'approved']),
  createdAt: isoInstant,
  /** Steps that the viewer may take on this version now, and how they may set pins on it. */
  actions: z.array(z.enum(deliverableActions)),
})
export type Deliverable = z.infer<typeof deliverable>

export const changeRound = z.object({
  round: z.int(),
  deliverableId: id,
  dueAt: isoInstant,
  at: isoInstant,
  /** `pinId` of an item requested by a pin, `message` of an item taken from the project's chat. */
  items: z.array(
    z.object({
      id,
      text: z.string(),
      pinId: z.nullable(id),
      message: z.nullable(z.object({ id, seq: z.int() })),
    }),
  ),
})

export const addDeliverableBody = z.strictObject({
  notes: multilineText(8000),
  fileIds: z._default(z.array(id).check(z.maxLength(20)), []),
  /** The creator's own ready assets; together with the images at least one. */
  assetIds: z._default(z.array(id).check(z.maxLength(20)), []),
  /** The version will be submitted at once; one that breaks an agreed limit is then not created. */
  submit: z._default(z.boolean(), false),
})
export type AddDeliverableBody = z.input<typeof addDeliverableBody>

/** Names one version by id and hash, never "latest". */
export const versionRefBody = z.strictObject({ deliverableId: id, hash, expected })
export type VersionRefBody = z.infer<typeof versionRefBody>

/**
 * One round of changes from open pins and written items, on one exact version. `messages` links items, by index, to
 * messages of the project's chat.
 */
export const requestChangesBody = z.strictObject({
  deliverableId: id,
  hash,
  pinIds: z._default(z.array(id).check(z.maxLength(50)), []),
  items: z.array(multilineText(2000)).check(z.maxLength(50)),
  messages: z._default(z.array(z.strictObject({ item: z.int().check(z.gte(0)), id })).check(z.maxLength(50)), []),
  expected,
})
export type RequestChangesBody = z.input<typeof requestChangesBody>
