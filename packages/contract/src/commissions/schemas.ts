import { chargeStates } from '@veranda/core/payments/charge-states.ts'
import * as z from 'zod/mini'
import { acceptanceLimits } from '../works/schemas.ts'
import { currency, id, isoInstant, minor, money, page, pageQuery, person, text } from '../shapes.ts'
import { changeRound, deliverable } from './deliverable-schemas.ts'
import { expected, offerVersion } from './offer-schemas.ts'

export const projectStates = ['draft', 'open', 'active', 'paused', 'completed', 'archived', 'cancelled'] as const
export const commissionStates = [
  'requested',
  'offered',
  'countered',
  'accepted',
  'active',
  'completed',
  'cancelled',
  'declined',
  'withdrawn',
  'expired',
] as const
export const milestoneStates = [
  'draft',
  'awaiting_funding',
  'funding',
  'funded',
  'in_progress',
  'submitted',
  'changes_requested',
  'approved',
  'released',
  'disputed',
  'refunding',
  'refund_failed',
  'refunded',
  'split',
  'cancelled',
] as const
/** The part that the reader has in the thing. */
export const part = z.enum(['client', 'creator', 'guest'])

export const milestone = z.object({
  id,
  commissionId: id,
  number: z.int(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  state: z.enum(milestoneStates),
  price: money,
  clientPays: money,
  creatorReceives: money,
  dueAt: isoInstant,
  /** Where the money stands; null before it is funded. */
  money: z.nullable(
    z.object({
      place: z.enum(['charging', 'protected', 'pending', 'available', 'refunded']),
      amount: money,
      /** When it moves on by itself, if it does. */
      movesAt: z.nullable(isoInstant),
    }),
  ),
  /** The running or last attempt to pay; only for the client. */
  charge: z.nullable(
    z.object({
      id,
      state: z.enum(chargeStates),
      failure: z.nullable(z.string()),
      expiresAt: isoInstant,
    }),
  ),
  reviewEndsAt: z.nullable(isoInstant),
  round: z.int(),
  rounds: z.int(),
  limits: z.nullable(acceptanceLimits),
  deliverables: z.array(deliverable),
  changes: z.array(changeRound),
  history: z.array(z.object({ state: z.enum(milestoneStates), at: isoInstant })),
})
export type Milestone = z.infer<typeof milestone>

export const commission = z.object({
  id,
  projectId: id,
  version: z.int(),
  state: z.enum(commissionStates),
  client: person,
  creator: person,
  part,
  message: z.string(),
  offers: z.array(offerVersion),
  currentOfferId: z.nullable(id),
  acceptedOfferId: z.nullable(id),
  expiresAt: z.nullable(isoInstant),
  milestones: z.array(milestone),
  /** The conversation of its two parties. */
  conversationId: z.nullable(id),
  createdAt: isoInstant,
  completedAt: z.nullable(isoInstant),
})
export type Commission = z.infer<typeof commission>

export const waiting = z.object({
  /** Stable within one answer; names the thing and the verb. */
  key: z.string(),
  verb: z.enum([
    'answer-request',
    'answer-offer',
    'answer-counter-offer',
    'fund',
    'confirm-payment',
    'start',
    'deliver',
    'review-version',
    'rework',
    'review-person',
  ]),
  projectId: id,
  projectTitle: z.string(),
  commissionId: z.nullable(id),
  milestoneId: z.nullable(id),
  subject: z.string(),
  other: person,
  amount: z.nullable(money),
  by: z.nullable(isoInstant),
  /** What happens by itself when nobody acts. */
  otherwise: z.nullable(z.enum(['expires', 'approves', 'cancels'])),
})
export type Waiting = z.infer<typeof waiting>

export const projectSummary = z.object({
  id,
  title: z.string(),
  state: z.enum(projectStates),
  part,
  client: person,
  creators: z.array(person),
  price: z.nullable(money),
  milestonesDone: z.int(),
  milestonesTotal: z.int(),
  waitingOnMe: z.int(),
  updatedAt: isoInstant,
})
export type ProjectSummary = z.infer<typeof projectSummary>
export const projectList = page(projectSummary)
export type ProjectList = z.infer<typeof projectList>
export const projectQuery = z.object({
  ...pageQuery.shape,
  state: z.optional(z.enum(projectStates)),
  q: z.optional(z.string().check(z.maxLength(120))),
})
export type ProjectQuery = z.infer<typeof projectQuery>

export const project = z.object({
  id,
  version: z.int(),
  title: z.string(),
  brief: z.string(),
  skills: z.array(z.string()),
  state: z.enum(projectStates),
  part,
  budget: z.nullable(z.object({ from: minor, to: minor, currency })),
  client: person,
  commissions: z.array(commission),
  conversationId: z.nullable(id),
  waiting: z.array(z.object({ ...waiting.shape, onMe: z.boolean() })),
  createdAt: isoInstant,
})
export type Project = z.infer<typeof project>

/** A thing that happened, as the project's activity shows it; `name` is a key of the catalogue `activity`. */
export const activity = z.object({
  id: z.string(),
  name: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  by: z.nullable(person),
  milestoneId: z.nullable(id),
  at: isoInstant,
})
export type Activity = z.infer<typeof activity>
export const activityPage = page(activity)
export type ActivityPage = z.infer<typeof activityPage>

// Commands

export const briefBody = z.strictObject({
  title: text(120),
  brief: text(8000),
  skills: z._default(z.array(text(40)).check(z.maxLength(20)), []),
  budget: z.nullable(z.strictObject({ from: minor.check(z.gte(0)), to: minor.check(z.gte(1)), currency })),
})
export type BriefBody = z.input<typeof briefBody>

/** Asks one creator for an offer on one's own project. */
export const requestBody = z.strictObject({ projectId: id, creatorId: id, message: text(4000, 0) })
export type RequestBody = z.infer<typeof requestBody>

export const reasonBody = z.strictObject({ reason: text(2000, 0), expected })
export type ReasonBody = z.infer<typeof reasonBody>

export const expectedBody = z.strictObject({ expected })
export type ExpectedBody = z.infer<typeof expectedBody>

/** `method` is a token of a payment method from `GET /payments/methods`; card numbers never reach us. */
export const fundBody = z.strictObject({ method: z.string().check(z.minLength(1), z.maxLength(100)), expected })
export type FundBody = z.infer<typeof fundBody>
