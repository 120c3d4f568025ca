import { offeredMilestoneActions } from '@veranda/core/commissions/actions.ts'
import { milestoneStates } from '@veranda/core/commissions/milestones/milestone-states.ts'
import * as z from 'zod/mini'
import { acceptanceLimits } from '../../assets/schemas.ts'
import { paymentAttempt } from '../../payments/charges/schemas.ts'
import { id, isoInstant, money } from '../../shared-schemas.ts'
import { changeRound, deliverable } from '../deliverables/schemas.ts'
import { expected } from '../schemas.ts'

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
  /** The steps that the viewer may take now. */
  actions: z.array(z.enum(offeredMilestoneActions)),
})
export type Milestone = z.infer<typeof milestone>

/** `method` is a payment method token from `GET /payments/methods`; card numbers never reach this server. */
export const fundMilestoneBody = z.strictObject({
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  expected,
})
export type FundMilestoneBody = z.infer<typeof fundMilestoneBody>
