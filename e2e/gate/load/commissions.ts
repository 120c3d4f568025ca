import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { acceptTerms, offerTerms, openDispute, readDispute } from '@veranda/contract/commissions/disputes/routes.ts'
import {
  acceptOffer,
  addDeliverable,
  approveMilestone,
  fundMilestone,
  makeOffer,
  openProject,
  readCommission,
  refundMilestone,
  requestCommission,
  submitMilestone,
} from '@veranda/contract/commissions/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { confirmCharge } from '@veranda/contract/payments/routes.ts'
import { noisyPng } from '../../support/test-images.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import { CallRefused, type GateUser, ignoreCode } from './gate-user.ts'
import type { LoadClient } from './load-client.ts'
import { uploadWholeImage } from './uploads.ts'
import type { ReadRows } from '../checks/nothing-lost.ts'

const milestonesPerCommission = 8
const dayMs = 86_400_000
const readIntervalMs = 50
/** A payment that takes longer is looked at again in a later step. */
const paymentTimeoutMs = 1_000
/** With this many late payments, the load funds no further milestone. */
const maxLatePayments = 8
/** Endings of funded milestones, by turns. */
const endings = ['delivered', 'given back', 'delivered', 'disputed'] as const
/** Above 500.00, so that each approval asks for a step-up. */
const price = 60_000
/** The share of the creator after a dispute. */
const disputedRelease = 20_000

/** A milestone that was ordered. */
type Ordered = { commissionId: string; number: number }

/**
 * Runs milestones from funding to release: by turns with a card that succeeds and one that asks for a second factor.
 * The money of some is given back instead, or shared after a dispute. Every few milestones another commission is agreed.
 */
export async function makeCommissionClient(
  client: GateUser,
  creator: GateUser,
  now: () => number,
  acknowledged: Acknowledgements,
  rows: ReadRows,
): Promise<LoadClient> {
  const fileId = await uploadWholeImage(creator, noisyPng(24), rows)
  let waiting: Ordered[] = []
  /** Payments that had no outcome in time: they get their second factor when it is asked for, and may run out of time. */
  let late: Ordered[] = []
  let turn = 0
  let fundedCount = 0

  const agree = async () => {
    const { id: projectId } = await client.call(openProject, {
      body: { title: 'Under load', brief: 'Something to look at.', skills: [], budget: null },
    })
    const requested = await client.call(requestCommission, { body: { projectId, creatorId: creator.id, message: '' } })
    const offered = await creator.call(makeOffer, {
      params: { id: requested.id },
      body: {
        reason: null,
        expected: requested.version,
        content: {
          scope: 'A picture for each milestone.',
          rights: 'full',
          currency: 'EUR',
          reviewRounds: 1,
          reviewWindowDays: 14,
          milestones: Array.from({ length: milestonesPerCommission }, (_, index) => ({
            title: `Picture ${index + 1}`,
            description: '',
            amount: price,
            dueAt: new Date(now() + (index + 30) * dayMs).toISOString(),
          })),
        },
      },
    })
    const offer = offered.offers.at(-1)
    if (!offer) throw new Error('the commission has no offer')
    const accepted = await client.call(acceptOffer, {
      params: { id: requested.id },
      body: { offerId: offer.id, hash: offer.hash, terms: currentTermsVersion, expected: offered.version },
    })
    waiting = accepted.milestones.map(({ number }) => ({ commissionId: accepted.id, number }))
  }

  const read = async (one: Ordered): Promise<Milestone> => {
    const { milestones } = await client.call(readCommission, { params: { id: one.commissionId } })
    const found = milestones.find(({ number }) => number === one.number)
    if (!found) throw new Error('the milestone is gone')
    return found
  }

  /** Returns the milestone once its payment has an outcome; undefined when that takes too long. */
  const readSettled = async (one: Ordered) => {
    for (const deadline = Date.now() + paymentTimeoutMs; Date.now() < deadline;) {
      const milestone = await read(one)
      if (milestone.state !== 'funding') return milestone
      await sleep(readIntervalMs)
    }
    return undefined
  }

  /** Gives the second factor of a payment; returns false while it is not asked for. */
  const confirm = async (one: Ordered) => {
    const { charge, state } = await read(one)
    if (state !== 'funding') return true
    if (charge?.state !== 'needs_confirmation') return false
    await client
      .call(confirmCharge, { params: { id: charge.id }, body: { code: '123456' } })
      .catch(ignoreCode('charge.expired'))
    return true
  }

  const confirmInTime = async (one: Ordered) => {
    for (const deadline = Date.now() + paymentTimeoutMs; Date.now() < deadline;) {
      if (await confirm(one)) return
      await sleep(readIntervalMs)
    }
  }

  /** Submits a version of a funded milestone, and approves it. */
  const deliver = async (one: Ordered, { id }: Milestone) => {
    const added = await creator.call(addDeliverable, {
      params: { id },
      body: { notes: 'Here it is.', fileIds: [fileId] },
    })
    const draft = added.deliverables.find(({ state }) => state === 'draft')
    if (!draft) throw new Error('the version was not saved')
    const reference = { deliverableId: draft.id, hash: draft.hash }
    const submitted = await creator.call(submitMilestone, {
      params: { id },
      body: { ...reference, expected: added.version },
    })
    try {
      await client.call(approveMilestone, { params: { id }, body: { ...reference, expected: submitted.version } })
    } catch (error) {
      // The clock was moved beyond the review window, which approves by itself.
      if (error instanceof CallRefused && (await read(one)).state === 'released') return
      throw error
    }
    acknowledged.releases.push({ milestoneId: id })
  }

  /** Gives the money of a funded milestone back. */
  const giveBack = async ({ id, version }: Milestone) => {
    await creator.call(refundMilestone, { params: { id }, body: { amount: price, reason: '', expected: version } })
    acknowledged.refunds.push({ milestoneId: id })
  }

  /** Opens a dispute about the whole escrow, which both end by sharing it. */
  const dispute = async ({ id, version }: Milestone) => {
    const evidence = { text: 'Nothing was delivered.', assetIds: [], deliverableIds: [], pinIds: [], messageIds: [] }
    const wish = { release: 0, refund: price }
    const opened = await client.call(openDispute, {
      params: { id },
      body: { amount: price, reason: 'not-delivered', wish, ...evidence, expected: version },
    })
    const params = { id: opened.id }
    /** Acts on the dispute as it is now; its dates may pass between the two calls when the clock is moved. */
    const act = async (call: (expected: number) => Promise<unknown>) => {
      const { version: expected } = await client.call(readDispute, { params })
      await call(expected).catch(async (error: unknown) => {
        if (!(error instanceof CallRefused)) throw error
        await call((await client.call(readDispute, { params })).version)
      })
    }
    const terms = { release: disputedRelease, refund: price - disputedRelease, reason: '' }
    await act((expected) => creator.call(offerTerms, { params, body: { ...terms, expected } }))
    await act((expected) => client.call(acceptTerms, { params, body: { expected } }))
    acknowledged.disputes.push({ milestoneId: id })
  }

  const finishFunded = async (one: Ordered, milestone: Milestone) => {
    const ending = endings[fundedCount % endings.length]
    fundedCount += 1
    if (ending === 'given back') return giveBack(milestone)
    return ending === 'disputed' ? dispute(milestone) : deliver(one, milestone)
  }

  /** Goes on with the payments that were late; one that ran out of time is made again. */
  const resumeLate = async () => {
    for (const one of late) {
      await confirm(one)
      const milestone = await read(one)
      if (milestone.state === 'funding') continue
      late = late.filter((other) => other !== one)
      if (milestone.state === 'awaiting_funding') waiting.push(one)
      if (milestone.state === 'funded') await finishFunded(one, milestone)
    }
  }

  return {
    name: 'commissions',
    mayOnlyRead: true,
    async step() {
      await resumeLate()
      if (late.length >= maxLatePayments) return sleep(paymentTimeoutMs)
      if (waiting.length === 0) await agree()
      const [one] = waiting.splice(0, 1)
      if (!one) return
      turn += 1
      const { id, version } = await read(one)
      const method = turn % 2 === 0 ? 'card_second_factor' : 'card_succeeds'
      await client.call(fundMilestone, { params: { id }, body: { method, expected: version } })
      acknowledged.fundings.push({ milestoneId: id })
      if (method === 'card_second_factor') await confirmInTime(one)
      const settled = await readSettled(one)
      if (settled?.state === 'funded') await finishFunded(one, settled)
      else late.push(one)
    },
    finish: resumeLate,
    leave: () => undefined,
    findFaults: async () => [],
  }
}
