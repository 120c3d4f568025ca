import { requestPayout } from '@veranda/contract/payments/routes.ts'
import { writeReview } from '@veranda/contract/reviews/routes.ts'
import type { ClientKey } from '../people/clients.ts'
import { type CreatorKey, creators } from '../people/creators.ts'
import type { Cast } from './cast.ts'
import { CommissionStory } from './commission.ts'
import { successCard } from './test-cards.ts'
import type { Timeline } from './timeline.ts'

type Past = {
  readonly client: ClientKey
  readonly creator: CreatorKey
  readonly title: string
  readonly days: number
  readonly amount: number
  readonly stars: number
  readonly said: string
  readonly answered: number
  readonly heard: string
}

const past: readonly Past[] = [
  {
    client: 'maya',
    creator: 'kenji',
    title: 'Folding stool',
    days: 150,
    amount: 64_000,
    stars: 5,
    said: 'The joints read correctly even from inside the stool. Kenji asked about the grain before I thought of it.',
    answered: 5,
    heard: 'Clear drawings and quick answers.',
  },
  {
    client: 'hana',
    creator: 'kenji',
    title: 'Prop table',
    days: 120,
    amount: 52_000,
    stars: 5,
    said: 'Measured to the millimetre, on time.',
    answered: 5,
    heard: 'Knew what the stage needed.',
  },
  {
    client: 'hana',
    creator: 'sofia',
    title: 'Winter scene',
    days: 140,
    amount: 380_000,
    stars: 5,
    said: 'The sight lines saved us a rebuild.',
    answered: 5,
    heard: 'A producer who reads plans.',
  },
  {
    client: 'maya',
    creator: 'sofia',
    title: 'Fair stand',
    days: 95,
    amount: 210_000,
    stars: 4,
    said: 'Beautiful light. One week late, told us early.',
    answered: 4,
    heard: 'Brief grew a little, and it was paid for.',
  },
  {
    client: 'idris',
    creator: 'tomas',
    title: 'Welder avatar',
    days: 130,
    amount: 90_000,
    stars: 5,
    said: 'Hands that point where they should.',
    answered: 5,
    heard: 'Good references, good pace.',
  },
  {
    client: 'idris',
    creator: 'amara',
    title: 'Dockside lobby',
    days: 110,
    amount: 260_000,
    stars: 5,
    said: 'Runs on our oldest headset without a hitch.',
    answered: 5,
    heard: 'Budget for draws was clear from the start.',
  },
  {
    client: 'maya',
    creator: 'lucas',
    title: 'Desk lamp',
    days: 88,
    amount: 71_000,
    stars: 4,
    said: 'The glass is lovely. Took one more round than planned.',
    answered: 5,
    heard: 'Precise feedback.',
  },
  {
    client: 'idris',
    creator: 'mei',
    title: 'Fire drill',
    days: 160,
    amount: 540_000,
    stars: 5,
    said: 'Our staff finished the drill in half the time afterwards.',
    answered: 5,
    heard: 'They let us test with real people.',
  },
  {
    client: 'hana',
    creator: 'noor',
    title: 'Foyer signs',
    days: 75,
    amount: 98_000,
    stars: 5,
    said: 'Two scripts, one voice.',
    answered: 4,
    heard: 'A late change, fairly handled.',
  },
  {
    client: 'hana',
    creator: 'oskar',
    title: 'Scanned masks',
    days: 102,
    amount: 47_000,
    stars: 4,
    said: 'Clean and light. Colours a touch cold.',
    answered: 5,
    heard: 'Sent excellent scans.',
  },
  {
    client: 'maya',
    creator: 'clara',
    title: 'Side table',
    days: 66,
    amount: 68_000,
    stars: 5,
    said: 'The three finishes look like our workshop.',
    answered: 5,
    heard: 'A pleasure.',
  },
  {
    client: 'hana',
    creator: 'jonas',
    title: 'Archive hall',
    days: 118,
    amount: 310_000,
    stars: 4,
    said: 'Visitors find their way without a map.',
    answered: 5,
    heard: 'Decided quickly.',
  },
  {
    client: 'idris',
    creator: 'samir',
    title: 'Pump assembly',
    days: 84,
    amount: 240_000,
    stars: 5,
    said: 'Every bolt comes off in the right order.',
    answered: 5,
    heard: 'Had the CAD in order.',
  },
  {
    client: 'hana',
    creator: 'ben',
    title: 'Rehearsal cues',
    days: 58,
    amount: 180_000,
    stars: 3,
    said: 'Good cues, but the seats needed rework.',
    answered: 4,
    heard: 'Honest about what was missing.',
  },
  {
    client: 'idris',
    creator: 'marco',
    title: 'Forklift',
    days: 92,
    amount: 330_000,
    stars: 5,
    said: 'The mast moves as the real one does.',
    answered: 5,
    heard: 'Gave us a day with the machine.',
  },
  {
    client: 'hana',
    creator: 'elif',
    title: 'Tea room',
    days: 70,
    amount: 96_000,
    stars: 5,
    said: 'You hear that the room is small.',
    answered: 5,
    heard: 'Trusted the process.',
  },
  {
    client: 'maya',
    creator: 'wei',
    title: 'Street for a film',
    days: 104,
    amount: 420_000,
    stars: 4,
    said: 'Corners by hand indeed. Windows repeat in one block.',
    answered: 5,
    heard: 'Kept to the agreed rounds.',
  },
  {
    client: 'hana',
    creator: 'fatima',
    title: 'Carved screens',
    days: 52,
    amount: 54_000,
    stars: 5,
    said: 'No seam anywhere.',
    answered: 5,
    heard: 'Knows ornament.',
  },
]

/** Finished commissions with reviews by both sides: where the ratings in the search come from. */
export function tellPastWork(cast: Cast, timeline: Timeline): void {
  for (const [index, work] of past.entries()) tell(cast, timeline, work, index)
}

function tell(cast: Cast, timeline: Timeline, work: Past, index: number): void {
  const seed = creators.find(({ key }) => key === work.creator)
  if (!seed) return
  const story = new CommissionStory(cast, work.client, work.creator)
  const currency = seed.services[0].currency
  const picture = { subject: seed.subject, hue: seed.hue + 20, variant: index }
  const ago = (days: number, hour: number) => timeline.ago(work.days - days, hour)
  timeline.at(ago(0, 9), async () => {
    await story.brief(
      work.title,
      `${work.title}, to be seen at true scale before it is made.`,
      seed.skills.slice(0, 2),
      null,
    )
    await story.request('Would you take this on?')
  })
  timeline.at(ago(1, 11), () =>
    story.offer({
      scope: `${work.title}: model, materials and two rounds of review.`,
      rights: 'full',
      currency,
      milestones: [
        {
          title: work.title,
          description: 'Model with materials, delivered as pictures and files.',
          amount: work.amount,
          dueAt: new Date(timeline.ago(work.days - 14, 18)).toISOString(),
        },
      ],
      reviewRounds: 2,
      reviewWindowDays: 14,
    }),
  )
  timeline.at(ago(2, 10), async () => {
    await story.accept()
    await story.fund(1, successCard)
  })
  timeline.at(ago(9, 15), () =>
    story.deliver(1, 'First and final look. Turntable and close views.', `${work.creator}-${index}.png`, picture),
  )
  timeline.at(ago(11, 12), () => story.approve(1))
  timeline.at(ago(12, 9), async () => {
    const params = { id: story.commissionId }
    await cast.as(work.client, writeReview, { params, body: { stars: work.stars, text: work.said } })
    await cast.as(work.creator, writeReview, { params, body: { stars: work.answered, text: work.heard } })
  })
}

/** Some of the earnings have been paid out, so that the numbers of the payment screen all have something behind them. */
export function tellPayouts(cast: Cast, timeline: Timeline): void {
  const payouts = [
    { creator: 'kenji', days: 70, amount: 90_000 },
    { creator: 'sofia', days: 60, amount: 300_000 },
  ] as const
  for (const { creator, days, amount } of payouts) {
    timeline.at(timeline.ago(days, 13), async () => {
      await cast.as(creator, requestPayout, { body: { amount, currency: 'EUR' } })
    })
  }
}
