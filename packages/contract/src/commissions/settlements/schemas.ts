import { maxSettlementReason } from '@veranda/core/commissions/settlements/settlement.ts'
import { settlementActions, settlementStates } from '@veranda/core/commissions/settlements/settlement-states.ts'
import * as z from 'zod/mini'
import { id, isoInstant, minorUnits, money, multilineText, userSummary } from '../../shared-schemas.ts'
import { expected } from '../schemas.ts'

/** A part of a price with what it is for each side, fees included; the client gets it, or pays it. */
const settledPart = z.object({ price: money, client: money, creator: money })

const lineFields = { milestoneId: id, /** The version of the milestone that the author saw. */ version: z.int() }
const settlementLine = z.discriminatedUnion('kind', [
  z.object({ ...lineFields, kind: z.literal('shares'), released: settledPart, refunded: settledPart }),
  z.object({ ...lineFields, kind: z.literal('cancel') }),
])
export type SettlementLine = z.infer<typeof settlementLine>

/** A proposal of one side to divide the escrow of milestones. Its terms never change. */
export const settlement = z.object({
  id,
  number: z.int(),
  version: z.int(),
  state: z.enum(settlementStates),
  by: z.enum(['client', 'creator']),
  author: userSummary,
  reason: z.string(),
  endsCommission: z.boolean(),
  lines: z.array(settlementLine),
  /** The proposal in whose place this one was made. */
  formerId: z.nullable(id),
  createdAt: isoInstant,
  expiresAt: isoInstant,
  endedAt: z.nullable(isoInstant),
  /** Why it was declined, which may be empty. */
  answer: z.string(),
  actions: z.array(z.enum(settlementActions)),
})
export type Settlement = z.infer<typeof settlement>

const lineBodyFields = { milestoneId: id, version: z.int().check(z.gte(0)) }
/** Both shares are parts of the price, in minor units; their fees follow. */
const settlementLineBody = z.discriminatedUnion('kind', [
  z.strictObject({ ...lineBodyFields, kind: z.literal('shares'), release: minorUnits, refund: minorUnits }),
  z.strictObject({ ...lineBodyFields, kind: z.literal('cancel') }),
])
const termsFields = {
  lines: z.array(settlementLineBody).check(z.maxLength(20)),
  endsCommission: z.boolean(),
  reason: multilineText(maxSettlementReason),
}
export const proposeSettlementBody = z.strictObject(termsFields)
export type ProposeSettlementBody = z.infer<typeof proposeSettlementBody>
/** `expected` is the version of the settlement that is countered. */
export const counterSettlementBody = z.strictObject({ ...termsFields, expected })
export type CounterSettlementBody = z.infer<typeof counterSettlementBody>
