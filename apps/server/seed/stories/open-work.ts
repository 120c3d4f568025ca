import { cancelProject, declineCommission, withdrawCommission } from '@veranda/contract/commissions/routes.ts'
import type { Cast } from './cast.ts'
import { CommissionStory } from './commission.ts'
import { offerOf } from './offers.ts'
import { say, sayDirectly } from './talk.ts'
import { declinedCard, successCard } from './test-cards.ts'
import type { Timeline } from './timeline.ts'

/** Commissions under way, so that every state of the tables has somebody living in it. */
export function tellOpenWork(cast: Cast, timeline: Timeline): void {
  tellHarbourOfferedEarlier(cast, timeline)
  tellAvatarPack(cast, timeline)
  tellBenchToFund(cast, timeline)
  tellLampRequest(cast, timeline)
  tellMuseumChanges(cast, timeline)
  tellTrainingFunded(cast, timeline)
  tellLobbyCountered(cast, timeline)
  tellCraneApprovedByTime(cast, timeline)
  tellTowerDeclinedCard(cast, timeline)
  tellWhatCameToNothing(cast, timeline)
}

const harbour = (price: number, timeline: Timeline) =>
  offerOf('Harbour stage set: model, sight lines for 420 seats, three lighting moods.', 'EUR', [
    ['Sketch model', Math.round(price * 0.25), timeline.ahead(14), 'Blocks and sight lines.'],
    ['Full set', Math.round(price * 0.55), timeline.ahead(40), 'Final geometry and paint.'],
    ['Lighting', price - Math.round(price * 0.25) - Math.round(price * 0.55), timeline.ahead(52), 'Three moods.'],
  ])

let harbourStory: CommissionStory | undefined

function tellHarbourOfferedEarlier(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'maya', 'sofia')
  harbourStory = story
  timeline.at(timeline.ago(9, 9), async () => {
    await story.brief(
      'Harbour stage set',
      'A quay with two cranes for a small opera. We need to check every seat before the workshop starts.',
      ['Stage sets', 'Lighting'],
      { from: 350_000, to: 450_000, currency: 'EUR' },
    )
    await story.request('You were recommended by Hana. Would this fit your spring?')
  })
  timeline.at(timeline.ago(7, 15), () => story.offer(harbour(460_000, timeline)))
  timeline.at(timeline.ago(6, 10), () =>
    story.counter(harbour(400_000, timeline), 'Two moods would do if the price can come down.'),
  )
}

/** Sofia's third version, fresh this morning. */
export function tellHarbourOffer(cast: Cast, timeline: Timeline): void {
  timeline.at(timeline.minutesAgo(180), async () => {
    if (!harbourStory) throw new Error('the harbour was not told yet')
    await harbourStory.offer(
      harbour(420_000, timeline),
      'Three moods at a middle price; the cranes become one model used twice.',
    )
  })
}

function tellAvatarPack(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'maya', 'tomas')
  timeline.at(timeline.ago(12, 14), async () => {
    await story.brief('Avatar pack', 'Four avatars for our showroom guides.', ['Avatars'], {
      from: 200_000,
      to: 300_000,
      currency: 'USD',
    })
    await story.request('Four guides, one skeleton.')
  })
  timeline.at(timeline.ago(11, 16), () =>
    story.offer(
      offerOf('Four rigged avatars sharing one skeleton.', 'USD', [
        ['First avatar', 90_000, timeline.ahead(9)],
        ['Three more', 170_000, timeline.ahead(25)],
      ]),
    ),
  )
  timeline.at(timeline.ago(10, 12), async () => {
    await story.accept()
    await story.fund(1, successCard)
  })
  timeline.at(timeline.ago(8, 17), async () => {
    await story.start(1)
    await say(cast, story, 'tomas', 'Skeleton is done, hands next.')
  })
}

function tellBenchToFund(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'maya', 'clara')
  timeline.at(timeline.ago(6, 9), async () => {
    await story.brief('Garden bench', 'A bench in larch with two finishes.', ['Furniture'], null)
    await story.request('Same series as the side table.')
  })
  timeline.at(timeline.ago(5, 13), () =>
    story.offer(offerOf('Garden bench, two finishes.', 'EUR', [['Bench', 84_000, timeline.ahead(16)]])),
  )
  timeline.at(timeline.ago(2, 11), () => story.accept())
}

function tellLampRequest(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'maya', 'lucas')
  timeline.at(timeline.ago(1, 16), async () => {
    await story.brief('Showroom lamp', 'A floor lamp with a paper shade that glows honestly.', ['Lighting'], {
      from: 60_000,
      to: 90_000,
      currency: 'EUR',
    })
    await story.request('Shade in washi paper; can real time do that?')
  })
}

function tellMuseumChanges(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'hana', 'jonas')
  timeline.at(timeline.ago(30, 9), async () => {
    await story.brief(
      'Costume exhibition',
      'Forty costumes in one hall, seen before we rent it.',
      ['Exhibitions'],
      null,
    )
    await story.request('After the archive hall: the costumes.')
  })
  timeline.at(timeline.ago(29, 9), () =>
    story.offer(
      offerOf('One hall with forty costumes on stands.', 'EUR', [
        ['Hall', 180_000, timeline.ahead(3)],
        ['Hanging', 140_000, timeline.ahead(20)],
      ]),
    ),
  )
  timeline.at(timeline.ago(28, 9), async () => {
    await story.accept()
    await story.fund(1, successCard)
  })
  timeline.at(timeline.ago(9, 15), () =>
    story.deliver(1, 'Hall with stands and captions.', 'hall.png', { subject: 'workshop', hue: 30, variant: 4 }),
  )
  timeline.at(timeline.ago(7, 12), () =>
    story.askForChanges(1, [
      'Captions hang too low for a standing visitor.',
      'The exit must be visible from the middle.',
    ]),
  )
}

function tellTrainingFunded(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'idris', 'samir')
  timeline.at(timeline.ago(8, 8), async () => {
    await story.brief('Valve inspection', 'Training scene for inspecting a ballast valve.', ['Training', 'CAD'], null)
    await story.request('Like the pump, with a checklist.')
  })
  timeline.at(timeline.ago(7, 9), () =>
    story.offer(offerOf('Valve with checklist and order of steps.', 'GBP', [['Valve', 260_000, timeline.ahead(21)]])),
  )
  timeline.at(timeline.ago(5, 9), async () => {
    await story.accept()
    await story.fund(1, successCard)
  })
}

function tellLobbyCountered(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'idris', 'amara')
  timeline.at(timeline.ago(5, 8), async () => {
    await story.brief('Canteen', 'A canteen beside the lobby, for twelve people.', ['Worlds'], null)
    await story.request('It should open from the lobby.')
  })
  timeline.at(timeline.ago(4, 9), () =>
    story.offer(offerOf('Canteen for twelve, baked light.', 'EUR', [['Canteen', 190_000, timeline.ahead(24)]])),
  )
  timeline.at(timeline.ago(2, 9), () =>
    story.counter(
      offerOf('Canteen for twelve, baked light, one round.', 'EUR', [['Canteen', 170_000, timeline.ahead(24)]], {
        reviewRounds: 1,
      }),
      'One round is enough for us.',
    ),
  )
}

function tellCraneApprovedByTime(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'idris', 'marco')
  timeline.at(timeline.ago(60, 8), async () => {
    await story.brief('Harbour crane', 'A crane cabin for operators in training.', ['Vehicles'], null)
    await story.request('The cabin first.')
  })
  timeline.at(timeline.ago(59, 8), () =>
    story.offer(
      offerOf('Crane cabin with moving levers.', 'EUR', [
        ['Cabin', 280_000, new Date(timeline.ago(35, 17)).toISOString()],
        ['Jib', 220_000, timeline.ahead(10)],
      ]),
    ),
  )
  timeline.at(timeline.ago(58, 8), async () => {
    await story.accept()
    await story.fund(1, successCard)
  })
  // Nobody answers within the fourteen days of the review window: it approves itself.
  timeline.at(timeline.ago(40, 8), () =>
    story.deliver(1, 'Cabin with levers and seat.', 'cabin.png', { subject: 'tower', hue: 210, variant: 2 }),
  )
}

function tellTowerDeclinedCard(cast: Cast, timeline: Timeline): void {
  const story = new CommissionStory(cast, 'hana', 'leila')
  timeline.at(timeline.ago(4, 8), async () => {
    await story.brief('Opera foyer', 'A walk through the foyer after the rebuilding.', ['Architecture'], null)
    await story.request('From the entrance to the first balcony.')
  })
  timeline.at(timeline.ago(3, 8), () =>
    story.offer(offerOf('Foyer with stairs and balcony.', 'USD', [['Foyer', 330_000, timeline.ahead(30)]])),
  )
  timeline.at(timeline.ago(1, 9), async () => {
    await story.accept()
    await story.fund(1, declinedCard)
  })
}

function tellWhatCameToNothing(cast: Cast, timeline: Timeline): void {
  const declined = new CommissionStory(cast, 'hana', 'elif')
  timeline.at(timeline.ago(20, 9), async () => {
    await declined.brief('Green room', 'A green room with honest acoustics.', ['Interiors'], null)
    await declined.request('Would you model how it sounds?')
  })
  timeline.at(timeline.ago(19, 9), async () => {
    const { version } = await declined.read()
    await cast.as('elif', declineCommission, {
      params: { id: declined.commissionId },
      body: { reason: 'Fully booked until spring, sorry.', expected: version },
    })
  })
  const withdrawn = new CommissionStory(cast, 'hana', 'fatima')
  timeline.at(timeline.ago(18, 9), async () => {
    await withdrawn.brief('Carved doors', 'Two doors with carving.', ['PBR materials'], null)
    await withdrawn.request('Two doors, one pattern.')
  })
  timeline.at(timeline.ago(17, 9), async () => {
    const { version } = await withdrawn.read()
    await cast.as('hana', withdrawCommission, {
      params: { id: withdrawn.commissionId },
      body: { reason: 'The doors were cut from the set.', expected: version },
    })
  })
  timeline.at(timeline.ago(16, 9), async () => {
    const project = withdrawn.projectId
    const { version } = await withdrawn.readProject()
    await cast.as('hana', cancelProject, {
      params: { id: project },
      body: { reason: 'Cut from the set.', expected: version },
    })
  })
  const expired = new CommissionStory(cast, 'hana', 'rosa')
  timeline.at(timeline.ago(35, 9), async () => {
    await expired.brief('Chorus costumes', 'Twenty costumes from two patterns.', ['Garments'], null)
    await expired.request('Two patterns, five colours.')
  })
  timeline.at(timeline.ago(34, 9), () =>
    expired.offer(offerOf('Twenty costumes.', 'EUR', [['Costumes', 150_000, timeline.ahead(20)]])),
  )
  // Agreed, but never funded within seven days: it lapses, and its milestone with it.
  const unfunded = new CommissionStory(cast, 'idris', 'oskar')
  timeline.at(timeline.ago(14, 9), async () => {
    await unfunded.brief('Propeller scan', 'A scan of a bent propeller, for the assessors.', ['Photogrammetry'], null)
    await unfunded.request('Only the blades matter.')
  })
  timeline.at(timeline.ago(13, 9), () =>
    unfunded.offer(offerOf('Propeller, closed and unwrapped.', 'EUR', [['Propeller', 52_000, timeline.ahead(9)]])),
  )
  timeline.at(timeline.ago(12, 9), () => unfunded.accept())
  const waiting = new CommissionStory(cast, 'idris', 'mei')
  timeline.at(timeline.ago(2, 7), async () => {
    await waiting.brief('Lifeboat drill', 'Launching a lifeboat, step by step.', ['Training'], null)
    await waiting.request('We can wait for your next opening.')
  })
  timeline.at(timeline.ago(3, 14), () =>
    sayDirectly(cast, 'hana', 'idris', 'Did the avatars from Tomás work on your headsets?'),
  )
  timeline.at(timeline.ago(3, 15), () =>
    sayDirectly(cast, 'idris', 'hana', 'Yes, all four ran well. Ask for the light hands.'),
  )
}
