import * as contract from '@veranda/contract/commissions/routes.ts'
import { changesBody, deliverableBody, versionBody } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { acceptBody, offerBody } from '@veranda/contract/commissions/offer-schemas.ts'
import {
  activityPage,
  briefBody,
  commission,
  expectedBody,
  fundBody,
  milestone,
  project,
  projectList,
  projectQuery,
  reasonBody,
  requestBody,
} from '@veranda/contract/commissions/schemas.ts'
import { idParams, pageQuery } from '@veranda/contract/shapes.ts'
import { serve } from '../../http/serve.ts'
import { everybodySignedIn, signedIn, signedInAs } from '../../http/who.ts'
import { addDeliverable } from './deliverables/add-deliverable.ts'
import { approveMilestone } from './milestones/approve-milestone.ts'
import { fundMilestone } from './milestones/fund-milestone.ts'
import { requestChanges } from './milestones/request-changes.ts'
import { startMilestone } from './milestones/start-milestone.ts'
import { submitMilestone } from './milestones/submit-milestone.ts'
import { withdrawSubmission } from './milestones/withdraw-submission.ts'
import { acceptOffer } from './offers/accept-offer.ts'
import { counterOffer } from './offers/counter-offer.ts'
import { declineCommission } from './offers/decline-commission.ts'
import { makeOffer } from './offers/make-offer.ts'
import { readCommission } from './offers/read-commission.ts'
import { requestCommission } from './offers/request-commission.ts'
import { withdrawCommission } from './offers/withdraw-commission.ts'
import { cancelProject } from './projects/cancel-project.ts'
import { listActivity } from './projects/list-activity.ts'
import { listProjects } from './projects/list-projects.ts'
import { openProject } from './projects/open-project.ts'
import { readProject } from './projects/read-project.ts'

const inProject = signedInAs('Whoever is in the project; absent for everybody else.')
const owner = signedInAs('The client whose project it is; absent for everybody else.')
const both = signedInAs('The client and the creator of the commission; absent for everybody else.')
const client = signedInAs('The client of the commission alone; absent for strangers.')
const creator = signedInAs('The creator of the commission alone; absent for strangers.')
const whoWrote = signedInAs('Of the two of the commission whoever wrote what is on the table; absent for strangers.')
const whoRead = signedInAs(
  'Of the two of the commission whoever did not write what is on the table; absent for strangers.',
)
const params = idParams
/** Makes something new, moves money or binds to pay it, so that it must not happen twice. */
const once = { idempotency: 'required' } as const

/** A project is there for who is in it, a commission and its milestones for its two parties; absent for all others. */
export const commissionRoutes = [
  serve(contract.listProjects, { who: signedIn, query: projectQuery, reply: projectList }, (ctx) =>
    listProjects(ctx, ctx.query),
  ),
  serve(contract.openProject, { who: everybodySignedIn, body: briefBody, reply: project, ...once }, (ctx) =>
    openProject(ctx, ctx.body),
  ),
  serve(contract.readProject, { who: inProject, params, reply: project }, (ctx) => readProject(ctx, ctx.params.id)),
  serve(contract.cancelProject, { who: owner, params, body: reasonBody, reply: project }, (ctx) =>
    cancelProject(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.listActivity, { who: inProject, params, query: pageQuery, reply: activityPage }, (ctx) =>
    listActivity(ctx, ctx.params.id, ctx.query),
  ),

  serve(contract.requestCommission, { who: owner, body: requestBody, reply: commission, ...once }, (ctx) =>
    requestCommission(ctx, ctx.body),
  ),
  serve(contract.readCommission, { who: both, params, reply: commission }, (ctx) => readCommission(ctx, ctx.params.id)),
  serve(contract.makeOffer, { who: creator, params, body: offerBody, reply: commission }, (ctx) =>
    makeOffer(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.counterOffer, { who: client, params, body: offerBody, reply: commission }, (ctx) =>
    counterOffer(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.acceptOffer, { who: client, params, body: acceptBody, reply: commission, ...once }, (ctx) =>
    acceptOffer(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineCommission, { who: whoRead, params, body: reasonBody, reply: commission }, (ctx) =>
    declineCommission(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawCommission, { who: whoWrote, params, body: reasonBody, reply: commission }, (ctx) =>
    withdrawCommission(ctx, ctx.params.id, ctx.body),
  ),

  serve(contract.fundMilestone, { who: client, params, body: fundBody, reply: milestone, ...once }, (ctx) =>
    fundMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.startMilestone, { who: creator, params, body: expectedBody, reply: milestone }, (ctx) =>
    startMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.addDeliverable, { who: creator, params, body: deliverableBody, reply: milestone }, (ctx) =>
    addDeliverable(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.submitMilestone, { who: creator, params, body: versionBody, reply: milestone }, (ctx) =>
    submitMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawSubmission, { who: creator, params, body: expectedBody, reply: milestone }, (ctx) =>
    withdrawSubmission(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.requestChanges, { who: client, params, body: changesBody, reply: milestone }, (ctx) =>
    requestChanges(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.approveMilestone, { who: client, params, body: versionBody, reply: milestone, ...once }, (ctx) =>
    approveMilestone(ctx, ctx.params.id, ctx.body),
  ),
]
