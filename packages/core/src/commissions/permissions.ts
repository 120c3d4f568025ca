import { type Party, allowedActions } from '../state-machine.ts'
import { type CommissionAction, type CommissionState, commissionMachine } from './offers/commission-states.ts'
import { type MilestoneAction, type MilestoneState, milestoneMachine } from './milestones/milestone-states.ts'
import { type ProjectAction, type ProjectState, projectMachine } from './projects/project-states.ts'

/** The viewer: one of the parties, or a guest, who has no actions. */
export type Viewer = Party | 'guest'

type WithState<State> = { readonly state: State }

/** Returns the viewer's actions on a milestone, from the state table that the server decides with. */
export function milestoneActionsFor(milestone: WithState<MilestoneState>, viewer: Viewer): MilestoneAction[] {
  return allowedActions(milestoneMachine, milestone.state, viewer)
}

/** Returns the viewer's actions on a commission. */
export function commissionActionsFor(commission: WithState<CommissionState>, viewer: Viewer): CommissionAction[] {
  return allowedActions(commissionMachine, commission.state, viewer)
}

/** Returns the viewer's actions on a project. */
export function projectActionsFor(project: WithState<ProjectState>, viewer: Viewer): ProjectAction[] {
  return allowedActions(projectMachine, project.state, viewer)
}

type MilestonePermission = (milestone: WithState<MilestoneState>, viewer: Viewer) => boolean
type CommissionPermission = (commission: WithState<CommissionState>, viewer: Viewer) => boolean

const milestonePermission =
  (action: MilestoneAction): MilestonePermission =>
  (milestone, viewer) =>
    milestoneActionsFor(milestone, viewer).includes(action)

const commissionPermission =
  (action: CommissionAction): CommissionPermission =>
  (commission, viewer) =>
    commissionActionsFor(commission, viewer).includes(action)

/** Return whether the viewer may take that action on the milestone in its current state. */
export const canFund = milestonePermission('fund')
export const canStart = milestonePermission('start')
export const canSubmit = milestonePermission('submit')
export const canWithdrawSubmission = milestonePermission('withdraw-submission')
export const canApprove = milestonePermission('approve')

/** Returns whether the viewer may request changes: in the right state and with a round left. */
export function canRequestChanges(
  milestone: WithState<MilestoneState> & { readonly round: number; readonly rounds: number },
  viewer: Viewer,
): boolean {
  return milestone.round < milestone.rounds && milestoneActionsFor(milestone, viewer).includes('request-changes')
}

/** Returns whether the viewer may add a version: the creator, once funded and while none is submitted. */
export const canAddDeliverable: MilestonePermission = (milestone, viewer) =>
  viewer === 'creator' && (canStart(milestone, viewer) || canSubmit(milestone, viewer))

/** Return whether the viewer may take that action on the commission in its current state. */
export const canMakeOffer = commissionPermission('make-offer')
export const canCounterOffer = commissionPermission('counter-offer')
export const canAcceptOffer = commissionPermission('accept-offer')
export const canAcceptCounter = commissionPermission('accept-counter')
export const canReturnOffer = commissionPermission('return-offer')
export const canDeclineCommission = commissionPermission('decline')
export const canWithdrawCommission = commissionPermission('withdraw')

/** Returns whether the viewer may cancel the project in its current state. Money in escrow is checked separately. */
export function canCancelProject(project: WithState<ProjectState>, viewer: Viewer): boolean {
  return projectActionsFor(project, viewer).includes('cancel')
}
