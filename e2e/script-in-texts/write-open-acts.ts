import type { Asset } from '@veranda/contract/assets/schemas.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { addPin } from '@veranda/contract/commissions/pins/routes.ts'
import {
  acceptOffer,
  addDeliverable,
  fundMilestone,
  counterChangeOrder,
  counterSettlement,
  declineChangeOrder,
  declineSettlement,
  proposeChangeOrder,
  proposeSettlement,
  refundMilestone,
  requestExtension,
  makeOffer,
  openProject,
  readCommission,
  requestCommission,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import type { ApiClient } from '../support/api-client.ts'
import { stripedPng } from '../support/test-images.ts'
import { uploadImage } from '../support/upload.ts'
import { waitUntil } from '../support/wait-until.ts'
import { offerContent } from './offer-content.ts'
import { severalLines, type Write } from './payloads.ts'
import { type DisputeWriters, writeDispute } from './write-dispute.ts'
import { anchor } from './write-on-model.ts'

/** Milestones of which one is not funded, one is to start, one has a draft, and one is under review. */
const milestoneCount = 4

/** Leaves acts open that are taken in a dialog: an offer to answer, a project without a creator, and milestones; one more was disputed. */
export async function writeOpenActs(disputeWriters: DisputeWriters, url: string, write: Write, model: Promise<Asset>) {
  const { maya, kenji } = disputeWriters
  const [offered, wanted, running, disputed] = await Promise.all([
    offer(maya, kenji, write, 1),
    openOne(maya, write),
    offer(maya, kenji, write, milestoneCount),
    offer(maya, kenji, write, 1),
  ])
  const [milestone] = await fund(maya, disputed.id, (await accept(maya, disputed)).milestones)
  if (!milestone) throw new Error('there is no milestone to dispute')
  const disputeId = await writeDispute(disputeWriters, write, milestone)
  const milestones = await runMilestones(maya, kenji, url, write, running, await model)
  const contract = `/projects/${offered.projectId}?view=contract&commission=${offered.id}`
  return {
    offeredId: offered.id,
    offeredPath: contract,
    wantedProjectId: wanted.id,
    openProjectId: running.projectId,
    disputedProjectId: disputed.projectId,
    disputeId,
    ...milestones,
  }
}

const openOne = (maya: ApiClient, write: Write) =>
  maya.call(openProject, {
    body: { title: write('project-title'), brief: write('brief', severalLines), skills: [], budget: null },
  })

/** Requests a commission and makes an offer of some milestones. */
async function offer(maya: ApiClient, kenji: ApiClient, write: Write, count: number) {
  const { id: projectId } = await openOne(maya, write)
  const { id, version } = await maya.call(requestCommission, { body: { projectId, creatorId: kenji.id, message: '' } })
  return kenji.call(makeOffer, {
    params: { id },
    body: { content: offerContent(write, count), reason: null, expected: version },
  })
}

async function accept(
  maya: ApiClient,
  { id, offers, currentOfferId, version: expected }: Awaited<ReturnType<typeof offer>>,
) {
  const current = offers.find((one) => one.id === currentOfferId)
  if (!current) throw new Error('there is no offer to accept')
  const body = { offerId: current.id, hash: current.hash, terms: currentTermsVersion, expected }
  return maya.call(acceptOffer, { params: { id }, body })
}

/** Pays some milestones of a commission; returns them once they are funded. */
async function fund(maya: ApiClient, id: string, milestones: readonly Milestone[]): Promise<Milestone[]> {
  for (const { id: milestoneId, version: expected } of milestones)
    await maya.call(fundMilestone, { params: { id: milestoneId }, body: { method: 'card_succeeds', expected } })
  return waitUntil('the milestones to be funded', async () => {
    const found = (await maya.call(readCommission, { params: { id } })).milestones
    const funded = found.filter(({ state }) => state === 'funded')
    return funded.length === milestones.length && funded
  })
}

/** Accepts an offer of four milestones and brings three of them as far as an act of one side. */
async function runMilestones(
  maya: ApiClient,
  kenji: ApiClient,
  url: string,
  write: Write,
  offered: Awaited<ReturnType<typeof offer>>,
  model: Asset,
) {
  const { id } = offered
  const params = { id }
  const [unfunded, ...paid] = (await accept(maya, offered)).milestones
  const funded = await fund(maya, id, paid)
  const [, drafted, reviewed] = funded
  if (!unfunded || !drafted || !reviewed) throw new Error('a milestone is missing')
  const file = await uploadImage(kenji, url, `${write('file-name', 60)}.png`, stripedPng(64, 48, 8))
  const begun = await kenji.call(addDeliverable, {
    params: { id: drafted.id },
    body: { notes: write('version-notes', severalLines), fileIds: [file.id] },
  })
  const dueAt = new Date(Date.parse(begun.dueAt) + 86_400_000).toISOString()
  await kenji.call(requestExtension, {
    params: { id: drafted.id },
    body: { dueAt, reason: write('extension-reason'), expected: begun.version },
  })
  const reviewedParams = { id: reviewed.id }
  const added = await kenji.call(addDeliverable, {
    params: reviewedParams,
    body: { notes: write('version-notes', severalLines), fileIds: [], assetIds: [model.id] },
  })
  const version = added.deliverables[0]
  if (!version) throw new Error('there is no version to submit')
  const refunded = await kenji.call(refundMilestone, {
    params: reviewedParams,
    body: { amount: 100, reason: write('refund-reason', severalLines), expected: added.version },
  })
  await kenji.call(submitMilestone, {
    params: reviewedParams,
    body: { deliverableId: version.id, hash: version.hash, expected: refunded.version },
  })
  const text = write('pin', severalLines)
  await maya.call(addPin, {
    params: reviewedParams,
    body: { ...anchor(version.id, model.id, write('pin-part')), text, change: true },
  })
  // One settlement that was declined, one that was countered, and one that is open.
  const terms = async (reason: string) => {
    const { milestones } = await maya.call(readCommission, { params })
    const milestone = milestones.find(({ id }) => id === drafted.id)
    const line = { kind: 'shares' as const, milestoneId: drafted.id, version: milestone?.version ?? 0 }
    return { lines: [{ ...line, release: 100, refund: 100 }], endsCommission: false, reason }
  }
  const propose = async (reason: string) => {
    const { settlements } = await maya.call(proposeSettlement, { params, body: await terms(reason) })
    if (!settlements[0]) throw new Error('there is no settlement')
    return settlements[0]
  }
  const first = await propose(write('settlement-reason', severalLines))
  await kenji.call(declineSettlement, {
    params: { id: first.id },
    body: { reason: write('settlement-answer', severalLines), expected: first.version },
  })
  const second = await propose(write('settlement-reason', severalLines))
  await kenji.call(counterSettlement, {
    params: { id: second.id },
    body: { ...(await terms(write('settlement-counter', severalLines))), expected: second.version },
  })
  await changeContract(maya, kenji, write, id)
  return { unfundedId: unfunded.id, draftedId: drafted.id, reviewedId: reviewed.id }
}

/** Leaves one change order that was declined, one that was countered, and one that is open. */
async function changeContract(maya: ApiClient, kenji: ApiClient, write: Write, id: string): Promise<void> {
  const params = { id }
  const terms = async (reason: string) => {
    const { milestones } = await maya.call(readCommission, { params })
    const kept = milestones.map(({ id: milestoneId, version, agreed, title, description, dueAt, rounds, limits }) => {
      const own = { title, description, dueAt, limits, amount: agreed.price, reviewRounds: rounds }
      return { ...own, ref: { milestoneId, version } }
    })
    const added = {
      title: write('change-order-title'),
      description: write('change-order-description', severalLines),
      dueAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
      amount: 5_000,
      reviewRounds: 1,
      limits: null,
      ref: null,
    }
    const scope = write('change-order-scope', severalLines)
    return { scope, rights: 'full' as const, milestones: [...kept, added], dropped: [], reason }
  }
  const propose = async () => {
    const body = await terms(write('change-order-reason', severalLines))
    const { changeOrders } = await maya.call(proposeChangeOrder, { params, body })
    if (!changeOrders[0]) throw new Error('there is no change order')
    return changeOrders[0]
  }
  const first = await propose()
  await kenji.call(declineChangeOrder, {
    params: { id: first.id },
    body: { reason: write('change-order-answer', severalLines), expected: first.version },
  })
  const second = await propose()
  const body = await terms(write('change-order-counter', severalLines))
  await kenji.call(counterChangeOrder, { params: { id: second.id }, body: { ...body, expected: second.version } })
}
