import { changeAccount } from '@veranda/contract/accounts/routes.ts'
import { addSession, changeSchedule, readSchedule } from '@veranda/contract/bookings/routes.ts'
import {
  acceptOffer,
  fundMilestone,
  makeOffer,
  openProject,
  readCommission,
  requestCommission,
} from '@veranda/contract/commissions/routes.ts'
import type { Commission, Milestone } from '@veranda/contract/commissions/schemas.ts'
import type { Caller } from '../support/person.ts'
import { until } from '../support/until.ts'

export const tokyo = 'Asia/Tokyo'
export const newYork = 'America/New_York'
export const review = { title: 'Review at true scale', price: 6_000 }
export const piece = { project: 'Chair for the lobby', milestone: 'The chair in 3D', price: 80_000 }

/** The creator works nine to five in New York, every day, and can be booked for an hour. */
export async function openHours(creator: Caller): Promise<void> {
  await creator.call(changeAccount, { body: { timeZone: newYork } })
  const { version } = await creator.call(readSchedule)
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  await creator.call(changeSchedule, {
    body: { timeZone: newYork, weekly, overrides: [], absences: [], travels: [], expected: version },
  })
  await creator.call(addSession, {
    body: {
      title: review.title,
      description: '',
      price: { amount: review.price, currency: 'EUR' },
      minutes: 60,
      bufferBefore: 0,
      bufferAfter: 10,
      noticeMinutes: 720,
      horizonDays: 90,
      incrementMinutes: 60,
      perDay: null,
      perWeek: null,
      confirmation: 'at-once',
      policy: [{ hoursBefore: 24, refundPercent: 100 }],
    },
  })
}

/** A commission of one funded milestone whose versions have to be a model of a certain size. */
export async function agreeAndFund(client: Caller, creator: Caller, now: number): Promise<Commission> {
  const { id: projectId } = await client.call(openProject, {
    body: { title: piece.project, brief: 'One chair, to be looked at before it is made.', skills: [], budget: null },
  })
  const asked = await client.call(requestCommission, { body: { projectId, creatorId: creator.id, message: '' } })
  const offered = await creator.call(makeOffer, {
    params: { id: asked.id },
    body: {
      reason: null,
      expected: asked.version,
      content: {
        scope: 'A chair as a GLB, parts named.',
        rights: 'full',
        currency: 'EUR',
        reviewRounds: 2,
        reviewWindowDays: 14,
        milestones: [
          {
            title: piece.milestone,
            description: '',
            amount: piece.price,
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
  if (!offer) throw new Error('there is no offer')
  const accepted = await client.call(acceptOffer, {
    params: { id: asked.id },
    body: { offerId: offer.id, hash: offer.hash, terms: 1, expected: offered.version },
  })
  const [first] = accepted.milestones
  if (!first) throw new Error('there is no milestone')
  await client.call(fundMilestone, {
    params: { id: first.id },
    body: { method: 'card_succeeds', expected: first.version },
  })
  return until('the milestone to be funded', async () => {
    const now = await client.call(readCommission, { params: { id: asked.id } })
    return now.milestones[0]?.state === 'funded' && now
  })
}

export function onlyMilestone({ milestones: [first] }: Commission): Milestone {
  if (!first) throw new Error('there is no milestone')
  return first
}
