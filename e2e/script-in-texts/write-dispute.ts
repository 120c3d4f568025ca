import { reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import {
  answerDispute,
  askReview,
  decideDispute,
  decideReview,
  offerTerms,
  openDispute,
} from '@veranda/contract/commissions/disputes/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import type { ApiClient } from '../support/api-client.ts'
import { severalLines, type Write } from './payloads.ts'

export type DisputeWriters = {
  readonly maya: ApiClient
  readonly kenji: ApiClient
  readonly admin: ApiClient
  /** Reviews what the first one decides. */
  readonly secondAdmin: ApiClient
  /** Ends the mediation of a dispute, which takes 14 days. */
  readonly endMediation: (disputeId: string) => Promise<unknown>
}

const none = { assetIds: [], deliverableIds: [], pinIds: [], messageIds: [] }
const disputed = 1_000
const shares = { release: 400, refund: 600 }

/** Disputes a part of a funded milestone, up to the review of the decision. Returns the id of the dispute. */
export async function writeDispute(
  { maya, kenji, admin, secondAdmin, endMediation }: DisputeWriters,
  write: Write,
  milestone: Milestone,
): Promise<string> {
  const opened = await maya.call(openDispute, {
    params: { id: milestone.id },
    body: {
      ...none,
      amount: disputed,
      reason: 'other',
      wish: { release: 0, refund: disputed },
      text: write('dispute', severalLines),
      expected: milestone.version,
    },
  })
  const params = { id: opened.id }
  const answered = await kenji.call(answerDispute, {
    params,
    body: { ...none, text: write('dispute-answer', severalLines), expected: opened.version },
  })
  const offered = await kenji.call(offerTerms, {
    params,
    body: { ...shares, reason: write('dispute-terms', severalLines), expected: answered.version },
  })
  await endMediation(opened.id)
  for (const one of [admin, secondAdmin]) await one.call(reauthenticate, { body: { method: 'demo' } })
  const decided = await admin.call(decideDispute, {
    params,
    body: { ...shares, reason: write('dispute-decision', 1_000), expected: offered.version },
  })
  const asked = await maya.call(askReview, {
    params,
    body: { reason: write('dispute-review', severalLines), expected: decided.version },
  })
  await secondAdmin.call(decideReview, {
    params,
    body: { ...shares, reason: write('dispute-final', 1_000), expected: asked.version },
  })
  return opened.id
}
