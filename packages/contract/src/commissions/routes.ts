import { route } from '../route.ts'
import type { IdParams, PageQuery } from '../shared-schemas.ts'
import type { RequestChangesBody, AddDeliverableBody, VersionRefBody } from './deliverables/schemas.ts'
import type { AcceptOfferBody, OfferBody, OfferRefBody, Commission, RequestCommissionBody } from './offers/schemas.ts'
import type { ExpectedBody, ReasonBody } from './schemas.ts'
import type {
  FundMilestoneBody,
  Milestone,
  MoveDueDateBody,
  RefundMilestoneBody,
  RequestExtensionBody,
} from './milestones/schemas.ts'
import type { AcceptChangeOrderBody, CounterChangeOrderBody, ProposeChangeOrderBody } from './change-orders/schemas.ts'
import type { CounterSettlementBody, ProposeSettlementBody } from './settlements/schemas.ts'
import type { ActivityPage, OpenProjectBody, Project, ProjectList, ProjectQuery } from './projects/schemas.ts'

export const listProjects = route<{ query: ProjectQuery; reply: ProjectList }>('GET', '/projects')
export const openProject = route<{ body: OpenProjectBody; reply: Project }>('POST', '/projects')
export const readProject = route<{ params: IdParams; reply: Project }>('GET', '/projects/:id')
export const cancelProject = route<{ params: IdParams; body: ReasonBody; reply: Project }>(
  'POST',
  '/projects/:id/cancel',
)
export const completeProject = route<{ params: IdParams; body: ExpectedBody; reply: Project }>(
  'POST',
  '/projects/:id/complete',
)
/** Proposes to the others who have a part in a project to complete it now. */
export const makeProjectProposal = route<{ params: IdParams; body: ExpectedBody; reply: Project }>(
  'POST',
  '/projects/:id/proposals',
)
export const acceptProjectProposal = route<{ params: IdParams; body: ExpectedBody; reply: Project }>(
  'POST',
  '/project-proposals/:id/accept',
)
export const declineProjectProposal = route<{ params: IdParams; body: ReasonBody; reply: Project }>(
  'POST',
  '/project-proposals/:id/decline',
)
export const withdrawProjectProposal = route<{ params: IdParams; body: ExpectedBody; reply: Project }>(
  'POST',
  '/project-proposals/:id/withdraw',
)
/** Takes a project that has ended out of the reader's own lists. */
export const archiveProject = route<{ params: IdParams; reply: Project }>('POST', '/projects/:id/archive')
export const unarchiveProject = route<{ params: IdParams; reply: Project }>('POST', '/projects/:id/unarchive')
export const listActivity = route<{ params: IdParams; query: PageQuery; reply: ActivityPage }>(
  'GET',
  '/projects/:id/activity',
)

export const requestCommission = route<{ body: RequestCommissionBody; reply: Commission }>('POST', '/commissions')
export const readCommission = route<{ params: IdParams; reply: Commission }>('GET', '/commissions/:id')
/** Makes the creator's offer, first or edited; an edited one must be accepted again. */
export const makeOffer = route<{ params: IdParams; body: OfferBody; reply: Commission }>(
  'POST',
  '/commissions/:id/offers',
)
export const counterOffer = route<{ params: IdParams; body: OfferBody; reply: Commission }>(
  'POST',
  '/commissions/:id/counter-offers',
)
/** Agrees to the counter-offer, which the client must then accept. */
export const acceptCounter = route<{ params: IdParams; body: OfferRefBody; reply: Commission }>(
  'POST',
  '/commissions/:id/accept-counter',
)
/** Goes back to the version that the counter-offer counters, which the client must then accept. */
export const returnOffer = route<{ params: IdParams; body: OfferRefBody; reply: Commission }>(
  'POST',
  '/commissions/:id/return-offer',
)
export const acceptOffer = route<{ params: IdParams; body: AcceptOfferBody; reply: Commission }>(
  'POST',
  '/commissions/:id/accept',
)
export const declineCommission = route<{ params: IdParams; body: ReasonBody; reply: Commission }>(
  'POST',
  '/commissions/:id/decline',
)
export const withdrawCommission = route<{ params: IdParams; body: ReasonBody; reply: Commission }>(
  'POST',
  '/commissions/:id/withdraw',
)

/** Proposes to divide the escrow of milestones, which the other side signs; nothing moves before. */
export const proposeSettlement = route<{ params: IdParams; body: ProposeSettlementBody; reply: Commission }>(
  'POST',
  '/commissions/:id/settlements',
)
/** Signs the open settlement, which moves the money of all of its lines at once. */
export const acceptSettlement = route<{ params: IdParams; body: ExpectedBody; reply: Commission }>(
  'POST',
  '/settlements/:id/accept',
)
/** Puts another proposal in the place of the open one. */
export const counterSettlement = route<{ params: IdParams; body: CounterSettlementBody; reply: Commission }>(
  'POST',
  '/settlements/:id/counter',
)
export const declineSettlement = route<{ params: IdParams; body: ReasonBody; reply: Commission }>(
  'POST',
  '/settlements/:id/decline',
)
export const withdrawSettlement = route<{ params: IdParams; body: ExpectedBody; reply: Commission }>(
  'POST',
  '/settlements/:id/withdraw',
)
/** Proposes another version of the contract, for the other side to sign. */
export const proposeChangeOrder = route<{ params: IdParams; body: ProposeChangeOrderBody; reply: Commission }>(
  'POST',
  '/commissions/:id/change-orders',
)
/** Signs the open change order, which puts its contract in force. */
export const acceptChangeOrder = route<{ params: IdParams; body: AcceptChangeOrderBody; reply: Commission }>(
  'POST',
  '/change-orders/:id/accept',
)
/** Puts another change order in the place of the open one. */
export const counterChangeOrder = route<{ params: IdParams; body: CounterChangeOrderBody; reply: Commission }>(
  'POST',
  '/change-orders/:id/counter',
)
export const declineChangeOrder = route<{ params: IdParams; body: ReasonBody; reply: Commission }>(
  'POST',
  '/change-orders/:id/decline',
)
export const withdrawChangeOrder = route<{ params: IdParams; body: ExpectedBody; reply: Commission }>(
  'POST',
  '/change-orders/:id/withdraw',
)

/** Starts one payment attempt for a top-up. The money arrives by the payment provider's webhook. */
export const fundTopUp = route<{ params: IdParams; body: FundMilestoneBody; reply: Milestone }>(
  'POST',
  '/top-ups/:id/fund',
)
/** Starts one payment attempt. The money arrives by the payment provider's webhook. */
export const fundMilestone = route<{ params: IdParams; body: FundMilestoneBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/fund',
)
export const startMilestone = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/start',
)
export const addDeliverable = route<{ params: IdParams; body: AddDeliverableBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/deliverables',
)
/** Gives a part of the escrow back to the client, or all of it. */
export const refundMilestone = route<{ params: IdParams; body: RefundMilestoneBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/refund',
)
export const submitMilestone = route<{ params: IdParams; body: VersionRefBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/submit',
)
export const withdrawSubmission = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/withdraw',
)
/** Sends the version back with the selected pins and written items, as one round of changes. */
export const requestChanges = route<{ params: IdParams; body: RequestChangesBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/request-changes',
)
/** Releases the escrow in the same step. */
export const approveMilestone = route<{ params: IdParams; body: VersionRefBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/approve',
)
/** Asks the client for a later due date. */
export const requestExtension = route<{ params: IdParams; body: RequestExtensionBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/request-extension',
)
export const grantExtension = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/grant-extension',
)
export const declineExtension = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/decline-extension',
)
/** Moves the due date to a later one, without a request. */
export const moveDueDate = route<{ params: IdParams; body: MoveDueDateBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/move-due-date',
)
/** Announces that the client of an overdue milestone will take the escrow back. */
export const giveNotice = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/give-notice',
)
/** Takes the whole escrow back once the notice ran out. */
export const claimRefund = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/claim-refund',
)
export const addRound = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/add-round',
)
export const requestRound = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/request-round',
)
