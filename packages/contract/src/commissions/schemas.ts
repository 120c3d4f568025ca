import { chargeStates } from '@veranda/core/payments/charge-states.ts'
import * as z from 'zod/mini'
import { storedFile } from '../files/schemas.ts'
import { acceptanceLimits, limitCheck, workSummary } from '../works/schemas.ts'
import { currency, hash, id, isoInstant, minor, money, page, pageQuery, person, text } from '../shapes.ts'

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

/** The number of the row that a command expects to change; a stale one is refused with 409. */
const expected = z.int().check(z.gte(0))

// What a creator offers

export const rates = z.object({ clientFeeBasisPoints: z.int(), creatorFeeBasisPoints: z.int() })
export const milestoneTerms = z.object({
  title: text(120),
  description: text(2000, 0),
  amount: minor.check(z.gte(1)),
  dueAt: isoInstant,
  /** What each version of this milestone has to keep; none where it is left out. */
  limits: z.optional(z.nullable(acceptanceLimits)),
})
export const offerContent = z.object({
  scope: text(8000),
  rights: z.enum(['full', 'exclusive-licence', 'non-exclusive-licence']),
  currency,
  milestones: z.array(milestoneTerms).check(z.minLength(1), z.maxLength(20)),
  reviewRounds: z.int().check(z.gte(0), z.lte(10)),
  reviewWindowDays: z.int().check(z.gte(3), z.lte(30)),
})
export type OfferContent = z.infer<typeof offerContent>

/** Both sides' numbers, shown to both before anyone accepts. */
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
  author: person,
  hash,
  reason: z.nullable(z.string()),
  content: offerContent,
  rates,
  fees: offerFees,
  createdAt: isoInstant,
})
export type OfferVersion = z.infer<typeof offerVersion>

// What a creator delivers

export const deliverable = z.object({
  id,
  number: z.int(),
  hash,
  notes: z.string(),
  files: z.array(storedFile),
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

export const offerBody = z.strictObject({
  content: z.strictObject(offerContent.shape),
  reason: z.nullable(text(2000)),
  expected,
})
export type OfferBody = z.infer<typeof offerBody>

/** Names the exact version that is agreed to; any other one is refused. */
export const acceptBody = z.strictObject({ offerId: id, hash, terms: z.int(), expected })
export type AcceptBody = z.infer<typeof acceptBody>

export const reasonBody = z.strictObject({ reason: text(2000, 0), expected })
export type ReasonBody = z.infer<typeof reasonBody>

export const expectedBody = z.strictObject({ expected })
export type ExpectedBody = z.infer<typeof expectedBody>

/** `method` is a token of a payment method from `GET /payments/methods`; card numbers never reach us. */
export const fundBody = z.strictObject({ method: z.string().check(z.minLength(1), z.maxLength(100)), expected })
export type FundBody = z.infer<typeof fundBody>

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
