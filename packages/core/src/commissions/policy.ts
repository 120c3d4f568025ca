import { type Party, actionsOf } from '../machine.ts'
import { type CommissionAction, type CommissionState, commissionMachine } from './commission-states.ts'
import { type MilestoneAction, type MilestoneState, milestoneMachine } from './milestone-states.ts'
import { type ProjectAction, type ProjectState, projectMachine } from './project-states.ts'

/** Who looks: one of the parties, or a guest, who may do nothing. */
export type Viewer = Party | 'guest'

type InState<State> = { readonly state: State }

/** What the viewer may do with a milestone now, by the table that the server decides with. */
export function actionsFor(milestone: InState<MilestoneState>, viewer: Viewer): MilestoneAction[] {
  return actionsOf(milestoneMachine, milestone.state, viewer)
}

/** What the viewer may do with a commission now. */
export function commissionActionsFor(commission: InState<CommissionState>, viewer: Viewer): CommissionAction[] {
  return actionsOf(commissionMachine, commission.state, viewer)
}

/** What the viewer may do with a project now. */
export function projectActionsFor(project: InState<ProjectState>, viewer: Viewer): ProjectAction[] {
  return actionsOf(projectMachine, project.state, viewer)
}

type MilestoneCheck = (milestone: InState<MilestoneState>, viewer: Viewer) => boolean
type CommissionCheck = (commission: InState<CommissionState>, viewer: Viewer) => boolean

const can =
  (action: MilestoneAction): MilestoneCheck =>
  (milestone, viewer) =>
    actionsFor(milestone, viewer).includes(action)

const canDeal =
  (action: CommissionAction): CommissionCheck =>
  (commission, viewer) =>
    commissionActionsFor(commission, viewer).includes(action)

/** Each says whether the viewer may take that step on the milestone in its present state. */
export const canFund = can('fund')
export const canStart = can('start')
export const canSubmit = can('submit')
export const canWithdrawSubmission = can('withdraw-submission')
export const canApprove = can('approve')

/** Whether the viewer may send the submission back: in the right state and with a round left. */
export function canRequestChanges(
  milestone: InState<MilestoneState> & { readonly round: number; readonly rounds: number },
  viewer: Viewer,
): boolean {
  return milestone.round < milestone.rounds && actionsFor(milestone, viewer).includes('request-changes')
}

/** Whether the viewer may add a version: the creator, once it is funded and while none is before the client. */
export const canAddDeliverable: MilestoneCheck = (milestone, viewer) =>
  viewer === 'creator' && (canStart(milestone, viewer) || canSubmit(milestone, viewer))

/** Each says whether the viewer may take that step on the commission in its present state. */
export const canMakeOffer = canDeal('make-offer')
export const canCounterOffer = canDeal('counter-offer')
export const canAcceptOffer = canDeal('accept-offer')
export const canAcceptCounter = canDeal('accept-counter')
export const canReturnOffer = canDeal('return-offer')
export const canDecline = canDeal('decline')
export const canWithdraw = canDeal('withdraw')

/** Whether the viewer may cancel the project in its present state (money held still refuses it). */
export function canCancelProject(project: InState<ProjectState>, viewer: Viewer): boolean {
  return projectActionsFor(project, viewer).includes('cancel')
}
