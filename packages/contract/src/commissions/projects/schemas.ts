import { offeredProjectActions, projectStates } from '@veranda/core/commissions/projects/project-states.ts'
import { offeredProjectProposalActions } from '@veranda/core/commissions/projects/project-proposal-states.ts'
import { pendingActionSteps, pendingActionKinds } from '@veranda/core/commissions/pending-actions.ts'
import { briefLimits } from '@veranda/core/commissions/projects/brief.ts'
import * as z from 'zod/mini'
import {
  currency,
  id,
  isoInstant,
  minorUnits,
  money,
  page,
  pageQuery,
  userSummary,
  text,
  multilineText,
} from '../../shared-schemas.ts'
import { attachment } from '../../assets/schemas.ts'
import { commission } from '../offers/schemas.ts'
import { viewerRole } from '../schemas.ts'

export const pendingAction = z.object({
  /** Unique within one response; made of subject, action and party. */
  key: z.string(),
  action: z.enum(pendingActionKinds),
  /** The viewer's steps that end the wait; none while it waits on the other side. */
  actions: z.array(z.enum(pendingActionSteps)),
  projectId: id,
  projectTitle: z.string(),
  commissionId: z.nullable(id),
  milestoneId: z.nullable(id),
  subject: z.string(),
  counterpart: userSummary,
  amount: z.nullable(money),
  /** `onTimeout` is what happens by itself if no one acts in time. */
  deadline: z.nullable(z.object({ at: isoInstant, onTimeout: z.optional(z.enum(['expires', 'approves', 'cancels'])) })),
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
  /** The client's bank has taken a payment of it back. */
  isFrozen: z.boolean(),
  pendingOnMe: z.int(),
  /** The picture of the newest version that the viewer may see; null before there is one. */
  thumbnail: z.nullable(z.string()),
  updatedAt: isoInstant,
})
export type ProjectSummary = z.infer<typeof projectSummary>
export const projectList = page(projectSummary)
export type ProjectList = z.infer<typeof projectList>
export const projectQuery = z.object({
  ...pageQuery.shape,
  state: z.optional(z.enum(projectStates)),
  /** Lists the projects that the reader has archived, and no others; without it the others. */
  archived: z.optional(z.literal('true')),
  q: z.optional(z.string().check(z.maxLength(120))),
})
export type ProjectQuery = z.infer<typeof projectQuery>

/** A proposal to complete the project now, which everyone it asks has to agree to. */
const projectProposal = z.object({
  id,
  version: z.int(),
  state: z.enum(['open', 'declined']),
  author: userSummary,
  asked: z.array(z.object({ user: userSummary, hasConsented: z.boolean() })),
  declinedBy: z.nullable(userSummary),
  /** Why it was declined, which may be empty. */
  answer: z.string(),
  createdAt: isoInstant,
  actions: z.array(z.enum(offeredProjectProposalActions)),
})
export type ProjectProposal = z.infer<typeof projectProposal>

export const project = z.object({
  id,
  version: z.int(),
  title: z.string(),
  brief: z.string(),
  /** Files that the client attached to the brief, in order. */
  files: z.array(attachment),
  skills: z.array(z.string()),
  state: z.enum(projectStates),
  viewerRole,
  budget: z.nullable(z.object({ from: minorUnits, to: minorUnits, currency })),
  client: userSummary,
  commissions: z.array(commission),
  /** Creators of these commissions who are not asked again: a request to them is open, or they are at work. */
  askedCreatorIds: z.array(id),
  conversationId: z.nullable(id),
  /** The address of the project's room, from the first agreement on. */
  roomUrl: z.nullable(z.string()),
  pendingActions: z.array(z.object({ ...pendingAction.shape, onMe: z.boolean() })),
  /**
   * Null until work is released and nothing is open with any creator; then when the project completes by itself, null if
   * it does not, and the newest proposal to complete it now, open or declined.
   */
  ending: z.nullable(
    z.object({
      completesAt: z.nullable(isoInstant),
      /** Those besides the viewer who have a part in the work, and whom a proposal of the viewer asks. */
      others: z.array(userSummary),
      proposal: z.nullable(projectProposal),
    }),
  ),
  /** True once the viewer has archived it, which the other members do not see. */
  isArchived: z.boolean(),
  /** Steps that the viewer may take now. */
  actions: z.array(z.enum(offeredProjectActions)),
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

export const openProjectBody = z.strictObject({
  title: text(120),
  brief: multilineText(8000),
  skills: z._default(z.array(text(40)).check(z.maxLength(20)), []),
  budget: z.nullable(z.strictObject({ from: minorUnits.check(z.gte(0)), to: minorUnits.check(z.gte(1)), currency })),
  /** The client's own ready assets, attached to the brief. */
  assetIds: z._default(z.array(id).check(z.maxLength(briefLimits.files)), []),
})
export type OpenProjectBody = z.input<typeof openProjectBody>
