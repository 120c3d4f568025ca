import { disputeReasons, evidenceLimits, maxDisputeText } from '@veranda/core/commissions/disputes/dispute.ts'
import { disputeActions, disputeStates, disputeTermsStates } from '@veranda/core/commissions/disputes/dispute-states.ts'
import { deliverableStates } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { milestoneStates } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { pinStates } from '@veranda/core/commissions/pins/pin.ts'
import * as z from 'zod/mini'
import { adminReason } from '../../admin/schemas.ts'
import { attachment } from '../../assets/schemas.ts'
import { hash, id, isoInstant, minorUnits, money, multilineText, userSummary } from '../../shared-schemas.ts'
import { expected } from '../schemas.ts'

const side = z.enum(['client', 'creator'])

/** Parts of the disputed price, in minor units: to the creator, and back to the client. */
const shares = z.object({ release: minorUnits, refund: minorUnits })

/** The statement of one side with all that it shows, frozen when it was sent; `hash` is of its canonical text. */
const evidence = z.object({
  side,
  author: userSummary,
  at: isoInstant,
  hash,
  text: z.string(),
  files: z.array(attachment),
  versions: z.array(z.object({ id, number: z.int(), hash, state: z.enum(deliverableStates) })),
  pins: z.array(
    z.object({
      id,
      number: z.int(),
      state: z.enum(pinStates),
      isChange: z.boolean(),
      author: z.string(),
      text: z.string(),
    }),
  ),
  messages: z.array(z.object({ id, author: z.string(), text: z.string(), at: isoInstant, isDirect: z.boolean() })),
})
export type DisputeEvidence = z.infer<typeof evidence>

/** Terms that one side offered. */
const disputeTerms = z.object({
  id,
  by: side,
  shares,
  reason: z.string(),
  state: z.enum(disputeTermsStates),
  offeredAt: isoInstant,
  endedAt: z.nullable(isoInstant),
})

/** The product's own record of the milestone, gathered for both sides and the admin alike. */
const caseFile = z.object({
  /** The versions of the contract. */
  offers: z.array(z.object({ number: z.int(), by: side, hash, at: isoInstant, isAccepted: z.boolean() })),
  /** The versions that were handed in, with the agreed limits that each does not keep. */
  versions: z.array(
    z.object({
      id,
      number: z.int(),
      hash,
      state: z.enum(deliverableStates),
      at: isoInstant,
      unmetLimits: z.array(z.string()),
    }),
  ),
  rounds: z.array(
    z.object({ round: z.int(), version: z.int(), items: z.array(z.string()), at: isoInstant, dueAt: isoInstant }),
  ),
  pins: z.object({ open: z.int(), fixed: z.int(), gone: z.int(), declined: z.int() }),
  /** The states of the milestone, in order. */
  history: z.array(z.object({ state: z.enum(milestoneStates), at: isoInstant })),
  /** Meetings of the two that were booked, with the minutes that each was there. */
  meetings: z.array(
    z.object({
      id,
      title: z.string(),
      at: isoInstant,
      state: z.string(),
      clientMinutes: z.int(),
      creatorMinutes: z.int(),
    }),
  ),
})

const share = z.object({ price: minorUnits, clientFee: minorUnits, creatorFee: minorUnits })

const disputeFields = {
  id,
  state: z.enum(disputeStates),
  version: z.int(),
  milestoneId: id,
  commissionId: id,
  projectId: id,
  title: z.string(),
  project: z.string(),
  client: userSummary,
  creator: userSummary,
  opener: side,
  reason: z.enum(disputeReasons),
  /** The disputed part of the price. */
  amount: money,
  /** The shares that the opener asks for. */
  wish: shares,
  /** The price of the milestone with both fees, and what was refunded or released of it: sums of shares follow from both. */
  agreed: share,
  allocated: share,
  openedAt: isoInstant,
  answerBy: isoInstant,
  mediationEndsAt: isoInstant,
  decideBy: isoInstant,
  endedAt: z.nullable(isoInstant),
  isAnswered: z.boolean(),
  evidence: z.array(evidence),
  /** Latest first. */
  terms: z.array(disputeTerms),
  /** The shares that the end gave; the rest returned to the escrow. Null before it. */
  award: z.nullable(shares),
  /** The decision of an admin; it takes effect after `reviewUntil`, unless a review is asked for or both waive it. */
  decision: z.nullable(
    z.object({
      shares,
      reason: z.string(),
      at: isoInstant,
      reviewUntil: isoInstant,
      waivedBy: z.array(side),
    }),
  ),
  /** The review by a second admin that a side asked for. Without an outcome by `decideBy` the decision takes effect. */
  review: z.nullable(
    z.object({
      by: side,
      reason: z.string(),
      askedAt: isoInstant,
      decideBy: isoInstant,
      outcome: z.nullable(z.object({ reason: z.string() })),
    }),
  ),
  caseFile,
  actions: z.array(z.enum(disputeActions)),
}

export const dispute = z.object({ ...disputeFields, viewerRole: side })
export type Dispute = z.infer<typeof dispute>

/** A dispute as admins read it, with every ledger entry about the milestone. */
export const adminDispute = z.object({
  ...disputeFields,
  decidedBy: z.nullable(userSummary),
  reviewedBy: z.nullable(userSummary),
  confirmedBy: z.nullable(userSummary),
  /** A decision above the limit that waits for a second admin; the two sides do not see it. */
  pending: z.nullable(z.object({ by: userSummary, shares, reason: z.string(), at: isoInstant, expiresAt: isoInstant })),
  /** True if an admin other than the one who decided could decide a review. */
  hasSecondAdmin: z.boolean(),
  entries: z.array(
    z.object({
      transactionId: id,
      kind: z.string(),
      at: isoInstant,
      account: z.string(),
      debit: minorUnits,
      credit: minorUnits,
    }),
  ),
})
export type AdminDispute = z.infer<typeof adminDispute>

const references = z.array(id).check(z.maxLength(evidenceLimits.references))
const evidenceFields = {
  text: multilineText(evidenceLimits.text),
  assetIds: z.array(id).check(z.maxLength(evidenceLimits.files)),
  deliverableIds: references,
  pinIds: references,
  messageIds: references,
}
const sharesBody = { release: minorUnits, refund: minorUnits }

/** `amount` is the disputed part of the price; both shares of `wish` sum to it. `expected` is of the milestone. */
export const openDisputeBody = z.strictObject({
  amount: minorUnits,
  reason: z.enum(disputeReasons),
  wish: z.strictObject(sharesBody),
  ...evidenceFields,
  expected,
})
export type OpenDisputeBody = z.infer<typeof openDisputeBody>

export const answerDisputeBody = z.strictObject({ ...evidenceFields, expected })
export type AnswerDisputeBody = z.infer<typeof answerDisputeBody>

export const offerTermsBody = z.strictObject({ ...sharesBody, reason: multilineText(maxDisputeText, 0), expected })
export type OfferTermsBody = z.infer<typeof offerTermsBody>

export const decideDisputeBody = z.strictObject({ ...sharesBody, reason: adminReason, expected })
export type DecideDisputeBody = z.infer<typeof decideDisputeBody>

export const askReviewBody = z.strictObject({ reason: multilineText(maxDisputeText), expected })
export type AskReviewBody = z.infer<typeof askReviewBody>

export const pendingDecisionBody = z.strictObject({ reason: adminReason, expected })
export type PendingDecisionBody = z.infer<typeof pendingDecisionBody>
