import { allowedActions, type Party } from '../state-machine.ts'
import { type UserId } from '../ids.ts'
import { type Instant } from '../time/instant.ts'
import { type Deliverable, isSubmittable } from './deliverables/deliverable.ts'
import {
  canClaimRefund,
  canGiveNotice,
  canMoveDueDate,
  type DueProgress,
  type DueTerms,
} from './milestones/due-clock.ts'
import { hasRoundLeft } from './milestones/milestone.ts'
import {
  type MilestoneAction,
  milestoneActions,
  milestoneMachine,
  type MilestoneState,
} from './milestones/milestone-states.ts'
import { checkRequestTo, type CreatorForRequests, isExpired } from './offers/commission.ts'
import {
  type CommissionAction,
  commissionActions,
  commissionMachine,
  type CommissionState,
} from './offers/commission-states.ts'
import { changeKindOf } from './change-orders/contract.ts'
import { type SettleableMilestone, settlementKindOf } from './settlements/settlement.ts'
import { newPinActions, newPinActionsFor } from './pins/pin.ts'
import { checkCancellable, isReadyToComplete, type ProjectWork } from './projects/project.ts'
import { completingSideOf, type ProjectParties } from './projects/project-proposal.ts'
import {
  isEndedProject,
  offeredProjectActions,
  type OfferedProjectAction,
  projectMachine,
  type ProjectState,
} from './projects/project-states.ts'

/**
 * The actions below are sent with each aggregate and decide which buttons a viewer sees. They come from the state tables
 * and guards that the commands decide with; a guard on what the viewer enters (a version, a text, a date) is not among
 * them.
 */

/** A project as far as it decides who may end it. */
export type ProjectForActions = { readonly state: ProjectState; readonly isArchived: boolean } & ProjectWork &
  ProjectParties & {
    /** True while a proposal to complete it waits for an answer. */
    readonly isCompleting: boolean
  }

/**
 * Returns the viewer's actions on a project. Once work was released and none is open, those who have a part in it propose
 * to complete it; its client does so alone if no one else has. The client cancels it while nothing is agreed and no money is
 * in escrow. Each member archives one that has ended, and takes it back.
 */
export function projectActionsFor(
  project: ProjectForActions,
  viewer: { readonly id: UserId; readonly role: 'client' | 'creator' },
): OfferedProjectAction[] {
  const allowed = allowedActions(projectMachine, project.state, viewer.role)
  const isReady = isReadyToComplete(project)
  const hasCreators = project.creatorIds.length > 0
  const canPropose = hasCreators && !project.isCompleting && completingSideOf(project, viewer.id) !== undefined
  const isOffered = {
    'request-offer': allowed.includes('request-offer'),
    complete: allowed.includes('complete') && isReady && !hasCreators,
    'propose-completion': allowed.includes('complete-together') && isReady && canPropose,
    cancel: allowed.includes('cancel') && checkCancellable(project).ok,
    archive: isEndedProject(project.state) && !project.isArchived,
    unarchive: isEndedProject(project.state) && project.isArchived,
  }
  return offeredProjectActions.filter((action) => isOffered[action])
}

const refusedOnceExpired: readonly CommissionAction[] = [
  'accept-offer',
  'counter-offer',
  'accept-counter',
  'return-offer',
]

/** Returns the viewer's actions on a commission and its current offer. */
export function commissionActionsFor(
  commission: { readonly state: CommissionState; readonly expiresAt: Instant | null },
  viewer: Party,
  now: Instant,
): CommissionAction[] {
  return allowedActions(commissionMachine, commission.state, viewer).filter((action) => {
    const { expiresAt } = commission
    return !refusedOnceExpired.includes(action) || expiresAt === null || !isExpired({ expiresAt }, now)
  })
}

/**
 * The steps of a commission, `propose-settlement` and `propose-change-order`, which its sides sign together, and
 * `request-again`, which begins another project with the same creator.
 */
export const offeredCommissionActions = [
  ...commissionActions,
  'propose-settlement',
  'propose-change-order',
  'request-again',
] as const
export type OfferedCommissionAction = (typeof offeredCommissionActions)[number]

/**
 * Returns the viewer's actions on a commission, whether they may propose a settlement or a change order, and for the client of a completed
 * one whether its creator may be asked again, by the rule of the request itself. `creator` is undefined if there is no
 * creator to ask any longer.
 */
export function offeredCommissionActionsFor(
  commission: Parameters<typeof commissionActionsFor>[0] & {
    readonly clientId: UserId
    readonly creator: CreatorForRequests | undefined
    readonly milestones: readonly SettleableMilestone[]
    /** True while a settlement waits for an answer. */
    readonly isSettling: boolean
    /** True while a change order waits for an answer. */
    readonly isChanging: boolean
  },
  viewer: Party,
  now: Instant,
): OfferedCommissionAction[] {
  const { state, clientId, creator, milestones, isSettling, isChanging } = commission
  const steps: OfferedCommissionAction[] = commissionActionsFor(commission, viewer, now)
  const canSettle = state === 'active' && !isSettling && milestones.some((one) => settlementKindOf(one) !== undefined)
  if (canSettle) steps.push('propose-settlement')
  const canChange = state === 'active' && !isChanging && milestones.some((one) => changeKindOf(one) !== 'fixed')
  if (canChange) steps.push('propose-change-order')
  const canAsk = viewer === 'client' && state === 'completed' && creator && checkRequestTo(creator, clientId).ok
  return canAsk ? [...steps, 'request-again'] : steps
}

/** A milestone as far as it decides what may be done with its versions. */
export type MilestoneForVersions = {
  readonly state: MilestoneState
  readonly round: number
  /** The number of review rounds, agreed and added. */
  readonly rounds: number
  readonly frozen: boolean
}

/** A milestone as far as it decides who may do what. */
export type MilestoneForActions = MilestoneForVersions &
  DueProgress &
  DueTerms & {
    readonly roundRequested: boolean
    /** The sum that the creator may still give back of what was released, in minor units, and until when. */
    readonly returnable?: { readonly amount: number; readonly until: Instant } | undefined
  }

/** The steps of a milestone, and `follow-payment`, which opens the payment that is under way. */
export const offeredMilestoneActions = [...milestoneActions, 'follow-payment'] as const
export type OfferedMilestoneAction = (typeof offeredMilestoneActions)[number]

/** Returns the viewer's actions on a milestone. Only the client who pays may follow the payment. */
export function milestoneActionsFor(
  milestone: MilestoneForActions,
  viewer: Party,
  now: Instant,
): OfferedMilestoneAction[] {
  const steps = stepsOf(milestone, viewer).filter((action) => {
    switch (action) {
      case 'request-extension':
        return milestone.clock.extension === null && canMoveDueDate(milestone, milestone, now)
      case 'move-due-date':
        return canMoveDueDate(milestone, milestone, now)
      case 'grant-extension':
      case 'decline-extension':
        return milestone.clock.extension !== null
      case 'give-notice':
        return canGiveNotice(milestone, milestone, now)
      case 'claim-refund':
        return canClaimRefund(milestone, now)
      // The same acts as `refund` and `claim-refund`, which the command tells apart by what was released before.
      case 'refund-rest':
      case 'claim-rest':
        return false
      case 'refund-released':
        return milestone.returnable !== undefined && milestone.returnable.amount > 0 && now < milestone.returnable.until
      case 'request-round':
        return !hasRoundLeft(milestone) && !milestone.roundRequested
      default:
        return true
    }
  })
  return viewer === 'client' && milestone.state === 'funding' ? [...steps, 'follow-payment'] : steps
}

/** The steps of both sides that move money, and that a chargeback stops; others have conditions of their own. */
const stoppedByFreeze: readonly MilestoneAction[] = ['fund', 'refund', 'refund-part', 'refund-rest', 'refund-released']

function stepsOf(milestone: MilestoneForVersions, viewer: Party): MilestoneAction[] {
  return allowedActions(milestoneMachine, milestone.state, viewer).filter((action) => {
    if (action === 'request-changes') return hasRoundLeft(milestone)
    return !milestone.frozen || !stoppedByFreeze.includes(action)
  })
}

const versionSteps = [
  'submit',
  'withdraw-submission',
  'request-changes',
  'approve',
] as const satisfies MilestoneAction[]
export const deliverableActions = [...versionSteps, ...newPinActions] as const
export type DeliverableAction = (typeof deliverableActions)[number]

/** Returns the viewer's actions on one version: the milestone's, as far as they concern this version, and new pins. */
export function deliverableActionsFor(
  deliverable: Pick<Deliverable, 'state'>,
  milestone: MilestoneForVersions,
  viewer: Party,
): DeliverableAction[] {
  const allowed = stepsOf(milestone, viewer)
  const steps = versionSteps.filter((action) => {
    if (!allowed.includes(action)) return false
    return action === 'submit' ? isSubmittable(deliverable) : deliverable.state === 'submitted'
  })
  return [...steps, ...newPinActionsFor(viewer)]
}
