import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { addHourlyService, changeSchedule, readSchedule } from '@veranda/contract/bookings/routes.ts'
import {
  acceptOffer,
  fundMilestone,
  makeOffer,
  openProject,
  readCommission,
  requestCommission,
} from '@veranda/contract/commissions/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import type { Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import type { ApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'

export const tokyo = 'Asia/Tokyo'
export const newYork = 'America/New_York'
export const reviewService = { title: 'Review at true scale', price: 6_000 }
export const commissionData = { project: 'Chair for the lobby', milestone: 'The chair in 3D', price: 80_000 }

/** Opens the creator's calendar from nine to five in New York every day, and adds an hourly service. */
export async function publishAvailability(creator: ApiClient): Promise<void> {
  await creator.call(changeAccount, { body: { timeZone: newYork } })
  const { version } = await creator.call(readSchedule)
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  await creator.call(changeSchedule, {
    body: { timeZone: newYork, weekly, overrides: [], absences: [], travels: [], expected: version },
  })
  await creator.call(addHourlyService, {
    body: {
      title: reviewService.title,
      description: '',
      price: { amount: reviewService.price, currency: 'EUR' },
      minutes: 60,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 10,
      noticeMinutes: 720,
      horizonDays: 90,
      incrementMinutes: 60,
      maxPerDay: null,
      maxPerWeek: null,
      confirmation: 'instant',
      policy: [{ hoursBefore: 24, refundPercent: 100 }],
    },
  })
}

/** Creates a commission with one funded milestone that requires a model within limits. */
export async function createFundedCommission(client: ApiClient, creator: ApiClient, now: number): Promise<Commission> {
  const { id: projectId } = await client.call(openProject, {
    body: {
      title: commissionData.project,
      brief: 'One chair, to be looked at before it is made.',
      skills: [],
      budget: null,
    },
  })
  const requested = await client.call(requestCommission, { body: { projectId, creatorId: creator.id, message: '' } })
  const offered = await creator.call(makeOffer, {
    params: { id: requested.id },
    body: {
      reason: null,
      expected: requested.version,
      content: {
        scope: 'A chair as a GLB, parts named.',
        rights: 'full',
        currency: 'EUR',
        reviewRounds: 2,
        reviewWindowDays: 14,
        milestones: [
          {
            title: commissionData.milestone,
            description: '',
            amount: commissionData.price,
            dueAt: new Date(now + 30 * 86_400_000).toISOString(),
            limits: {
              maxTriangles: 150_000,
              maxTextureEdge: 2_048,
              maxTextures: null,
              maxBytes: null,
              format: 'model',
              size: null,
              frameRate: 'green',
            },
          },
        ],
      },
    },
  })
  const offer = offered.offers.at(-1)
  if (!offer) throw new Error('the commission has no offer')
  const accepted = await client.call(acceptOffer, {
    params: { id: requested.id },
    body: { offerId: offer.id, hash: offer.hash, terms: currentTermsVersion, expected: offered.version },
  })
  const [first] = accepted.milestones
  if (!first) throw new Error('the commission has no milestone')
  await client.call(fundMilestone, {
    params: { id: first.id },
    body: { method: 'card_succeeds', expected: first.version },
  })
  return waitUntil('the milestone to be funded', async () => {
    const now = await client.call(readCommission, { params: { id: requested.id } })
    return now.milestones[0]?.state === 'funded' && now
  })
}

export function onlyMilestone({ milestones: [first] }: Commission): Milestone {
  if (!first) throw new Error('the commission has no milestone')
  return first
}
