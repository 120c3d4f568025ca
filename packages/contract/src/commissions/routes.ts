import { route } from '../route.ts'
import type { IdParams, PageQuery } from '../shapes.ts'
import type { ChangesBody, DeliverableBody, VersionBody } from './deliverable-schemas.ts'
import type { AcceptBody, OfferBody } from './offer-schemas.ts'
import type {
  ActivityPage,
  BriefBody,
  Commission,
  ExpectedBody,
  FundBody,
  Milestone,
  Project,
  ProjectList,
  ProjectQuery,
  ReasonBody,
  RequestBody,
} from './schemas.ts'

export const listProjects = route<{ query: ProjectQuery; reply: ProjectList }>('GET', '/projects')
export const openProject = route<{ body: BriefBody; reply: Project }>('POST', '/projects')
export const readProject = route<{ params: IdParams; reply: Project }>('GET', '/projects/:id')
export const cancelProject = route<{ params: IdParams; body: ReasonBody; reply: Project }>(
  'POST',
  '/projects/:id/cancel',
)
export const listActivity = route<{ params: IdParams; query: PageQuery; reply: ActivityPage }>(
  'GET',
  '/projects/:id/activity',
)

export const requestCommission = route<{ body: RequestBody; reply: Commission }>('POST', '/commissions')
export const readCommission = route<{ params: IdParams; reply: Commission }>('GET', '/commissions/:id')
/** The creator's offer, first or edited; an edited one must be accepted anew. */
export const makeOffer = route<{ params: IdParams; body: OfferBody; reply: Commission }>(
  'POST',
  '/commissions/:id/offers',
)
export const counterOffer = route<{ params: IdParams; body: OfferBody; reply: Commission }>(
  'POST',
  '/commissions/:id/counter-offers',
)
export const acceptOffer = route<{ params: IdParams; body: AcceptBody; reply: Commission }>(
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

/** Starts one attempt to pay. The money arrives by the payment provider's webhook. */
export const fundMilestone = route<{ params: IdParams; body: FundBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/fund',
)
export const startMilestone = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/start',
)
export const addDeliverable = route<{ params: IdParams; body: DeliverableBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/deliverables',
)
export const submitMilestone = route<{ params: IdParams; body: VersionBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/submit',
)
export const withdrawSubmission = route<{ params: IdParams; body: ExpectedBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/withdraw',
)
export const requestChanges = route<{ params: IdParams; body: ChangesBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/request-changes',
)
/** Releases the protected funds in the same step. */
export const approveMilestone = route<{ params: IdParams; body: VersionBody; reply: Milestone }>(
  'POST',
  '/milestones/:id/approve',
)
