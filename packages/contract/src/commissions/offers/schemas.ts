import { offeredCommissionActions } from '@veranda/core/commissions/actions.ts'
import { changeOrderActions, changeOrderStates } from '@veranda/core/commissions/change-orders/change-order-states.ts'
import { negotiationStates } from '@veranda/core/commissions/offers/commission-states.ts'
import { briefLimits } from '@veranda/core/commissions/projects/brief.ts'
import * as z from 'zod/mini'
import { acceptanceLimits } from '../../assets/schemas.ts'
import {
  currency,
  hash,
  id,
  isoInstant,
  minorUnits,
  money,
  userSummary,
  text,
  multilineText,
} from '../../shared-schemas.ts'
import { milestone } from '../milestones/schemas.ts'
import { settlement } from '../settlements/schemas.ts'
import { expected, viewerRole } from '../schemas.ts'

export const rates = z.object({ clientFeeBasisPoints: z.int(), creatorFeeBasisPoints: z.int() })
const milestoneTermsFields = {
  title: z.string(),
  description: z.string(),
  amount: minorUnits.check(z.gte(1)),
  dueAt: isoInstant,
  /** Limits that each version of this milestone has to keep; none if absent. */
  limits: z.optional(z.nullable(acceptanceLimits)),
}
export const milestoneTerms = z.object({
  ...milestoneTermsFields,
  /** Review rounds of this milestone, where a change order set them; otherwise those of the offer. */
  reviewRounds: z.optional(z.int()),
})
export const offer = z.object({
  scope: z.string(),
  rights: z.enum(['full', 'exclusive-licence', 'non-exclusive-licence']),
  currency,
  milestones: z.array(milestoneTerms).check(z.minLength(1), z.maxLength(20)),
  reviewRounds: z.int().check(z.gte(0), z.lte(10)),
  reviewWindowDays: z.int().check(z.gte(3), z.lte(30)),
})
export type Offer = z.infer<typeof offer>

/** The amounts of both sides, shown to both before an offer is accepted. */
export const offerFees = z.object({
  price: money,
  clientFee: money,
  clientPays: money,
  creatorFee: money,
  creatorReceives: money,
  milestones: z.array(z.object({ clientPays: money, creatorReceives: money })),
})

export const offerVersion = z.object({
  id,
  number: z.int(),
  by: z.enum(['client', 'creator']),
  author: userSummary,
  hash,
  reason: z.nullable(z.string()),
  content: offer,
  rates,
  fees: offerFees,
  createdAt: isoInstant,
})
export type OfferVersion = z.infer<typeof offerVersion>

export const milestoneTermsBody = z.object({
  ...milestoneTermsFields,
  title: text(120),
  description: multilineText(2000, 0),
})
export const offerBody = z.strictObject({
  content: z.strictObject({
    ...offer.shape,
    scope: multilineText(8000),
    milestones: z.array(milestoneTermsBody).check(z.minLength(1), z.maxLength(20)),
  }),
  reason: z.nullable(multilineText(2000)),
  expected,
})
export type OfferBody = z.infer<typeof offerBody>

/** Names the exact version that an answer to a counter-offer makes current; any other is refused. */
export const offerRefBody = z.strictObject({ offerId: id, hash, expected })
export type OfferRefBody = z.infer<typeof offerRefBody>

/** Names the exact version that is accepted; any other is refused. */
export const acceptOfferBody = z.strictObject({ offerId: id, hash, terms: z.int(), expected })
export type AcceptOfferBody = z.infer<typeof acceptOfferBody>

/** A package service as it was offered when the client requested it. */
export const requestedService = z.object({
  title: z.string(),
  /** The terms of the package; missing where it was requested before descriptions were kept. */
  description: z.optional(z.string()),
  price: money,
  /** The price is for the whole package, or per hour. */
  unit: z.enum(['project', 'hour']),
  deliveryDays: z.nullable(z.int()),
  /** Rounds of changes that it includes; missing where it was requested before packages said so. */
  reviewRounds: z.optional(z.nullable(z.int())),
})
export type RequestedService = z.infer<typeof requestedService>

/** A proposal of one side to change the contract, to be signed by the other. Its terms never change. */
export const changeOrder = z.object({
  id,
  number: z.int(),
  version: z.int(),
  state: z.enum(changeOrderStates),
  by: z.enum(['client', 'creator']),
  author: userSummary,
  reason: z.string(),
  /** Of the canonical text of `content`: what the other side signs. */
  hash,
  /** The contract that was in force when it was proposed, and the whole contract as it will be. */
  before: offer,
  content: offer,
  /** For each milestone of `content` its index in `before`; null for a new one. */
  origins: z.array(z.nullable(z.int())),
  rates,
  fees: offerFees,
  /** The payments of the client to come, for milestones that are not funded, fees included. */
  clientPaysLater: money,
  /** The payments of the client within days of signing, because prices of funded milestones rise, fees included. */
  topUps: money,
  /** The change order in whose place this one was made. */
  formerId: z.nullable(id),
  createdAt: isoInstant,
  expiresAt: isoInstant,
  endedAt: z.nullable(isoInstant),
  /** Why it was declined, which may be empty. */
  answer: z.string(),
  actions: z.array(z.enum(changeOrderActions)),
})
export type ChangeOrder = z.infer<typeof changeOrder>

const commissionFields = {
  id,
  projectId: id,
  version: z.int(),
  client: userSummary,
  creator: userSummary,
  viewerRole,
  message: z.string(),
  /** The service that was requested, as it was offered then. */
  requestedService: z.nullable(requestedService),
  offers: z.array(offerVersion),
  currentOfferId: z.nullable(id),
  /** The version that the current one counters; `return-offer` goes back to it. */
  formerOfferId: z.nullable(id),
  milestones: z.array(milestone),
  /** Proposals to divide the escrow of its milestones, newest first; at most one is open. */
  settlements: z.array(settlement),
  /** Proposals to change the contract, newest first; at most one is open. */
  changeOrders: z.array(changeOrder),
  /** The conversation of the two parties. */
  conversationId: z.nullable(id),
  createdAt: isoInstant,
  /** Steps that the viewer may take now, on the commission and its current offer. */
  actions: z.array(z.enum(offeredCommissionActions)),
}
export const commission = z.discriminatedUnion('state', [
  z.object({
    ...commissionFields,
    state: z.enum(negotiationStates),
    acceptedOfferId: z.null(),
    /** Expiry of the request or offer. */
    expiresAt: isoInstant,
  }),
  z.object({
    ...commissionFields,
    state: z.literal('accepted'),
    acceptedOfferId: id,
    /** Expiry of the time to fund. */
    expiresAt: isoInstant,
  }),
  z.object({
    ...commissionFields,
    state: z.enum(['active', 'completed', 'cancelled']),
    acceptedOfferId: id,
    expiresAt: z.null(),
  }),
  z.object({
    ...commissionFields,
    state: z.literal('expired'),
    /** Null if it expired before an offer was accepted. */
    acceptedOfferId: z.nullable(id),
    expiresAt: z.null(),
  }),
  z.object({
    ...commissionFields,
    state: z.enum(['declined', 'withdrawn']),
    acceptedOfferId: z.null(),
    expiresAt: z.null(),
    /** The side that declined or withdrew, and its reason, which may be empty. */
    ended: z.object({ by: z.enum(['client', 'creator']), reason: z.string() }),
  }),
])
export type Commission = z.infer<typeof commission>

/** Asks one creator for an offer on the client's own project. */
export const requestCommissionBody = z.strictObject({
  projectId: id,
  creatorId: id,
  message: multilineText(4000, 0),
  /** The creator's package service that is meant. */
  serviceId: z.optional(id),
  /** More of the client's own ready assets, added to the brief of the project. */
  assetIds: z.optional(z.array(id).check(z.maxLength(briefLimits.files))),
})
export type RequestCommissionBody = z.infer<typeof requestCommissionBody>
