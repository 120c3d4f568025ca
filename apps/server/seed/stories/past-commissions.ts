import { requestPayout } from '@veranda/contract/payments/routes.ts'
import { writeReview } from '@veranda/contract/reviews/routes.ts'
import type { ClientKey } from '../users/clients.ts'
import { type CreatorKey, creators } from '../users/creators.ts'
import type { SeedApi } from './seed-api.ts'
import { CommissionStory } from './commission-story.ts'
import { successCard } from './sandbox-cards.ts'
import type { Timeline } from './timeline.ts'

type PastCommission = {
  readonly client: ClientKey
  readonly creator: CreatorKey
  readonly title: string
  /** The work of the creator's portfolio that was delivered; by default the first. */
  readonly workIndex?: number
  readonly daysAgo: number
  readonly amount: number
  readonly clientStars: number
  readonly clientReview: string
  readonly creatorStars: number
  readonly creatorReview: string
}

const pastCommissions: readonly PastCommission[] = [
  {
    client: 'maya',
    creator: 'kenji',
    title: 'Shop stool',
    workIndex: 1,
    daysAgo: 150,
    amount: 64_000,
    clientStars: 5,
    clientReview:
      'The joints read correctly even from inside the stool. Kenji asked about the grain before I thought of it.',
    creatorStars: 5,
    creatorReview: 'Clear drawings and quick answers.',
  },
  {
    client: 'hana',
    creator: 'kenji',
    title: 'Prop desk',
    workIndex: 2,
    daysAgo: 120,
    amount: 52_000,
    clientStars: 5,
    clientReview: 'Measured to the millimetre, on time.',
    creatorStars: 5,
    creatorReview: 'Knew what the stage needed.',
  },
  {
    client: 'hana',
    creator: 'sofia',
    title: 'Winter scene',
    daysAgo: 140,
    amount: 380_000,
    clientStars: 5,
    clientReview: 'The sight lines saved us a rebuild.',
    creatorStars: 5,
    creatorReview: 'A producer who reads plans.',
  },
  {
    client: 'maya',
    creator: 'sofia',
    title: 'Archway for a fair',
    daysAgo: 95,
    amount: 210_000,
    clientStars: 4,
    clientReview: 'Beautiful light. One week late, told us early.',
    creatorStars: 4,
    creatorReview: 'Brief grew a little, and it was paid for.',
  },
  {
    client: 'idris',
    creator: 'tomas',
    title: 'Shipyard guide',
    daysAgo: 130,
    amount: 90_000,
    clientStars: 5,
    clientReview: 'Hands that point where they should.',
    creatorStars: 5,
    creatorReview: 'Good references, good pace.',
  },
  {
    client: 'idris',
    creator: 'amara',
    title: 'Dockside market',
    daysAgo: 110,
    amount: 260_000,
    clientStars: 5,
    clientReview: 'Runs on our oldest headset without a hitch.',
    creatorStars: 5,
    creatorReview: 'Budget for draws was clear from the start.',
  },
  {
    client: 'maya',
    creator: 'lucas',
    title: 'Desk lamp',
    workIndex: 1,
    daysAgo: 88,
    amount: 71_000,
    clientStars: 4,
    clientReview: 'The glass is lovely. Took one more round than planned.',
    creatorStars: 5,
    creatorReview: 'Precise feedback.',
  },
  {
    client: 'idris',
    creator: 'mei',
    title: 'Fire drill',
    daysAgo: 160,
    amount: 540_000,
    clientStars: 5,
    clientReview: 'Our staff finished the drill in half the time afterwards.',
    creatorStars: 5,
    creatorReview: 'They let us test with real people.',
  },
  {
    client: 'hana',
    creator: 'noor',
    title: 'Foyer sign',
    daysAgo: 75,
    amount: 98_000,
    clientStars: 5,
    clientReview: 'Two scripts, one voice.',
    creatorStars: 4,
    creatorReview: 'A late change, fairly handled.',
  },
  {
    client: 'hana',
    creator: 'oskar',
    title: 'Scanned propeller',
    daysAgo: 102,
    amount: 47_000,
    clientStars: 4,
    clientReview: 'Clean and light. Colours a touch cold.',
    creatorStars: 5,
    creatorReview: 'Sent excellent scans.',
  },
  {
    client: 'maya',
    creator: 'clara',
    title: 'Showroom sofa',
    daysAgo: 66,
    amount: 68_000,
    clientStars: 5,
    clientReview: 'The three finishes look like our workshop.',
    creatorStars: 5,
    creatorReview: 'A pleasure.',
  },
  {
    client: 'hana',
    creator: 'jonas',
    title: 'Archive room',
    daysAgo: 118,
    amount: 310_000,
    clientStars: 4,
    clientReview: 'Visitors find their way without a map.',
    creatorStars: 5,
    creatorReview: 'Decided quickly.',
  },
  {
    client: 'idris',
    creator: 'samir',
    title: 'Valve assembly',
    daysAgo: 84,
    amount: 240_000,
    clientStars: 5,
    clientReview: 'Every bolt comes off in the right order.',
    creatorStars: 5,
    creatorReview: 'Had the CAD in order.',
  },
  {
    client: 'hana',
    creator: 'ben',
    title: 'Rehearsal stage',
    daysAgo: 58,
    amount: 180_000,
    clientStars: 3,
    clientReview: 'Good cues, but the seats needed rework.',
    creatorStars: 4,
    creatorReview: 'Honest about what was missing.',
  },
  {
    client: 'idris',
    creator: 'marco',
    title: 'Works car',
    daysAgo: 92,
    amount: 330_000,
    clientStars: 5,
    clientReview: 'The doors open as the real ones do.',
    creatorStars: 5,
    creatorReview: 'Gave us a day with the car.',
  },
  {
    client: 'hana',
    creator: 'elif',
    title: 'Tea scene',
    daysAgo: 70,
    amount: 96_000,
    clientStars: 5,
    clientReview: 'You hear that the room is small.',
    creatorStars: 5,
    creatorReview: 'Trusted the process.',
  },
  {
    client: 'maya',
    creator: 'wei',
    title: 'Street for a film',
    daysAgo: 104,
    amount: 420_000,
    clientStars: 4,
    clientReview: 'Corners by hand indeed. Windows repeat in one block.',
    creatorStars: 5,
    creatorReview: 'Kept to the agreed rounds.',
  },
  {
    client: 'hana',
    creator: 'fatima',
    title: 'Tiled bathroom',
    daysAgo: 52,
    amount: 54_000,
    clientStars: 5,
    clientReview: 'No seam anywhere.',
    creatorStars: 5,
    creatorReview: 'Knows ornament.',
  },
]

/** Adds finished commissions with reviews by both sides; the ratings in the search come from these. */
export function addPastCommissions(api: SeedApi, timeline: Timeline): void {
  for (const [index, commission] of pastCommissions.entries()) addPastCommission(api, timeline, commission, index)
}

function addPastCommission(api: SeedApi, timeline: Timeline, commission: PastCommission, index: number): void {
  const seed = creators.find(({ key }) => key === commission.creator)
  if (!seed) return
  const story = new CommissionStory(api, commission.client, commission.creator)
  const currency = seed.services[0].currency
  const picture = { asset: api.portfolioWork(commission.creator, commission.workIndex ?? 0), picture: index % 3 }
  const ago = (days: number, hour: number) => timeline.daysAgo(commission.daysAgo - days, hour)
  timeline.schedule(ago(0, 9), async () => {
    await story.openProject(
      commission.title,
      `${commission.title}, to be seen at true scale before it is made.`,
      seed.skills.slice(0, 2),
      null,
    )
    await story.requestCommission('Would you take this on?')
  })
  timeline.schedule(ago(1, 11), () =>
    story.makeOffer({
      scope: `${commission.title}: model, materials and two rounds of review.`,
      rights: 'full',
      currency,
      milestones: [
        {
          title: commission.title,
          description: 'Model with materials, delivered as pictures and files.',
          amount: commission.amount,
          dueAt: new Date(timeline.daysAgo(commission.daysAgo - 14, 18)).toISOString(),
        },
      ],
      reviewRounds: 2,
      reviewWindowDays: 14,
    }),
  )
  timeline.schedule(ago(2, 10), async () => {
    await story.acceptOffer()
    await story.fund(1, successCard)
  })
  timeline.schedule(ago(9, 15), () =>
    story.submitVersion(
      1,
      'First and final look. Turntable and close views.',
      `${commission.creator}-${index}.webp`,
      picture,
    ),
  )
  timeline.schedule(ago(11, 12), () => story.approve(1))
  timeline.schedule(ago(12, 9), async () => {
    const params = { id: story.commissionId }
    await api.callAs(commission.client, writeReview, {
      params,
      body: { stars: commission.clientStars, text: commission.clientReview },
    })
    await api.callAs(commission.creator, writeReview, {
      params,
      body: { stars: commission.creatorStars, text: commission.creatorReview },
    })
  })
}

/** Pays out some of the earnings, so that every figure of the payments screen has entries behind it. */
export function addPayouts(api: SeedApi, timeline: Timeline): void {
  const payouts = [
    { creator: 'kenji', days: 70, amount: 90_000 },
    { creator: 'sofia', days: 60, amount: 300_000 },
  ] as const
  for (const { creator, days, amount } of payouts) {
    timeline.schedule(timeline.daysAgo(days, 13), async () => {
      await api.stepUp(creator)
      await api.callAs(creator, requestPayout, { body: { amount, currency: 'EUR' } })
    })
  }
}
