import { milestoneActions, milestoneStates } from '@veranda/core/commissions/milestones/milestone-states.ts'
import {
  commissionActions,
  endedNegotiationStates,
  expiringStates,
} from '@veranda/core/commissions/offers/commission-states.ts'
import { projectActions, projectStates } from '@veranda/core/commissions/projects/project-states.ts'
import * as z from 'zod/mini'
import { acceptanceLimits } from '../assets/schemas.ts'
import { currency, id, isoInstant, minorUnits, money, page, pageQuery, userSummary, text } from '../shared-schemas.ts'
import { paymentAttempt } from '../payments/charges/schemas.ts'
import { changeRound, deliverable } from './deliverables/schemas.ts'
import { expected, offerVersion } from './offers/schemas.ts'

/** The viewer's role in the project or commission. */
export const viewerRole = z.enum(['client', 'creator', 'guest'])

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
  /** Status of the milestone's money; null before funding. */
  money: z.nullable(
    z.object({
      place: z.enum(['charging', 'protected', 'pending', 'available']),
      amount: money,
      /** Time of the next automatic move, if there is one. */
      movesAt: z.nullable(isoInstant),
    }),
  ),
  /** The running or last payment attempt; only for the client. */
  charge: z.nullable(paymentAttempt),
  /** Page of the viewer's receipt; null before the release and for guests. */
  receiptUrl: z.nullable(z.string()),
  reviewEndsAt: z.nullable(isoInstant),
  round: z.int(),
  rounds: z.int(),
  limits: z.nullable(acceptanceLimits),
  deliverables: z.array(deliverable),
  changes: z.array(changeRound),
  history: z.array(z.object({ state: z.enum(milestoneStates), at: isoInstant })),
  /** Steps that the viewer may take now. */
  actions: z.array(z.enum(milestoneActions)),
})
export type Milestone = z.infer<typeof milestone>

const commissionFields = {
  id,
  projectId: id,
  version: z.int(),
  client: userSummary,
  creator: userSummary,
  viewerRole,
  message: z.string(),
  offers: z.array(offerVersion),
  currentOfferId: z.nullable(id),
  /** The version that the current one counters; `return-offer` goes back to it. */
  formerOfferId: z.nullable(id),
  acceptedOfferId: z.nullable(id),
  milestones: z.array(milestone),
  /** The conversation of the two parties. */
  conversationId: z.nullable(id),
  createdAt: isoInstant,
  /** Steps that the viewer may take now, on the commission and its current offer. */
  actions: z.array(z.enum(commissionActions)),
}
export const commission = z.discriminatedUnion('state', [
  z.object({
    ...commissionFields,
    state: z.enum(expiringStates),
    /** Expiry of the request or offer, or after acceptance of the time to fund. */
    expiresAt: isoInstant,
    completedAt: z.null(),
  }),
  z.object({ ...commissionFields, state: z.literal('completed'), expiresAt: z.null(), completedAt: isoInstant }),
  z.object({
    ...commissionFields,
    state: z.enum(['active', 'cancelled', ...endedNegotiationStates]),
    expiresAt: z.null(),
    completedAt: z.null(),
  }),
])
export type Commission = z.infer<typeof commission>

export const pendingAction = z.object({
  /** Unique within one response; made of subject, action and party. */
  key: z.string(),
  action: z.enum([
    'answer-request',
    'answer-offer',
    'answer-counter-offer',
    'fund',
    'confirm-payment',
    'start',
    'deliver',
    'review-version',
    'rework',
    'write-review',
  ]),
  projectId: id,
  projectTitle: z.string(),
  commissionId: z.nullable(id),
  milestoneId: z.nullable(id),
  subject: z.string(),
  counterpart: userSummary,
  amount: z.nullable(money),
  dueAt: z.nullable(isoInstant),
  /** The outcome if no one acts in time. */
  onTimeout: z.nullable(z.enum(['expires', 'approves', 'cancels'])),
})
export type PendingAction = z.infer<typeof pendingAction>

export const projectSummary = z.object({
  id,
  title: z.string(),
  state: z.enum(projectStates),
  viewerRole,
  client: userSummary,
  creators: z.array(userSummary),
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
  viewerRole,
  budget: z.nullable(z.object({ from: minorUnits, to: minorUnits, currency })),
  client: userSummary,
  commissions: z.array(commission),
  conversationId: z.nullable(id),
  pendingActions: z.array(z.object({ ...pendingAction.shape, onMe: z.boolean() })),
  /** Steps that the viewer may take now. */
  actions: z.array(z.enum(projectActions)),
  createdAt: isoInstant,
})
export type Project = z.infer<typeof project>

/** An entry of the project's activity; `name` is a message key of the `activity` catalogue. */
export const activity = z.object({
  id: z.string(),
  name: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  by: z.nullable(userSummary),
  milestoneId: z.nullable(id),
  at: isoInstant,
})
export type Activity = z.infer<typeof activity>
export const activityPage = page(activity)
export type ActivityPage = z.infer<typeof activityPage>

// Commands

export const openProjectBody = z.strictObject({
  title: text(120),
  brief: text(8000),
  skills: z._default(z.array(text(40)).check(z.maxLength(20)), []),
  budget: z.nullable(z.strictObject({ from: minorUnits.check(z.gte(0)), to: minorUnits.check(z.gte(1)), currency })),
})
export type OpenProjectBody = z.input<typeof openProjectBody>

/** Asks one creator for an offer on the client's own project. */
export const requestCommissionBody = z.strictObject({ projectId: id, creatorId: id, message: text(4000, 0) })
export type RequestCommissionBody = z.infer<typeof requestCommissionBody>

export const reasonBody = z.strictObject({ reason: text(2000, 0), expected })
export type ReasonBody = z.infer<typeof reasonBody>

export const expectedBody = z.strictObject({ expected })
export type ExpectedBody = z.infer<typeof expectedBody>

/** `method` is a payment method token from `GET /payments/methods`; card numbers never reach this server. */
export const fundMilestoneBody = z.strictObject({
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  expected,
})
export type FundMilestoneBody = z.infer<typeof fundMilestoneBody>
