import { cancelProject, declineCommission, withdrawCommission } from '@veranda/contract/commissions/routes.ts'
import type { SeedApi } from './seed-api.ts'
import { CommissionStory } from './commission-story.ts'
import { offerContent } from './offer-content.ts'
import { sendProjectMessage, sendDirectMessage } from './messages.ts'
import { declinedCard, successCard } from './sandbox-cards.ts'
import type { Timeline } from './timeline.ts'

/** Adds commissions in progress, so that every state of the state tables occurs in the demo world. */
export function addOpenCommissions(api: SeedApi, timeline: Timeline): void {
  addHarbourProject(api, timeline)
  addAvatarPack(api, timeline)
  addUnfundedBench(api, timeline)
  addLampRequest(api, timeline)
  addExhibitionWithChanges(api, timeline)
  addFundedTraining(api, timeline)
  addCounteredCanteen(api, timeline)
  addAutoApprovedCar(api, timeline)
  addDeclinedCardFoyer(api, timeline)
  addEndedCommissions(api, timeline)
}

const harbourOffer = (price: number, timeline: Timeline) =>
  offerContent('Harbour stage set: model, sight lines for 420 seats, three lighting moods.', 'EUR', [
    ['Sketch model', Math.round(price * 0.25), timeline.isoDaysAhead(14), 'Blocks and sight lines.'],
    ['Full set', Math.round(price * 0.55), timeline.isoDaysAhead(40), 'Final geometry and paint.'],
    [
      'Lighting',
      price - Math.round(price * 0.25) - Math.round(price * 0.55),
      timeline.isoDaysAhead(52),
      'Three moods.',
    ],
  ])

let harbourStory: CommissionStory | undefined

function addHarbourProject(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'maya', 'sofia')
  harbourStory = story
  timeline.schedule(timeline.daysAgo(9, 9), async () => {
    await story.openProject(
      'Harbour stage set',
      'A quay with two cranes for a small opera. We need to check every seat before the workshop starts.',
      ['Stage sets', 'Lighting'],
      { from: 350_000, to: 450_000, currency: 'EUR' },
    )
    await story.requestCommission('You were recommended by Hana. Would this fit your spring?')
  })
  timeline.schedule(timeline.daysAgo(7, 15), () => story.makeOffer(harbourOffer(460_000, timeline)))
  timeline.schedule(timeline.daysAgo(6, 10), () =>
    story.counterOffer(harbourOffer(400_000, timeline), 'Two moods would do if the price can come down.'),
  )
}

/** Adds Sofia's third offer version, three hours old. */
export function addLatestHarbourOffer(api: SeedApi, timeline: Timeline): void {
  timeline.schedule(timeline.minutesAgo(180), async () => {
    if (!harbourStory) throw new Error('the harbour project was not added before its latest offer')
    await harbourStory.makeOffer(
      harbourOffer(420_000, timeline),
      'Three moods at a middle price; the cranes become one model used twice.',
    )
  })
}

function addAvatarPack(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'maya', 'tomas')
  timeline.schedule(timeline.daysAgo(12, 14), async () => {
    await story.openProject('Avatar pack', 'Four avatars for our showroom guides.', ['Avatars'], {
      from: 200_000,
      to: 300_000,
      currency: 'USD',
    })
    await story.requestCommission('Four guides, one skeleton.')
  })
  timeline.schedule(timeline.daysAgo(11, 16), () =>
    story.makeOffer(
      offerContent('Four rigged avatars sharing one skeleton.', 'USD', [
        ['First avatar', 90_000, timeline.isoDaysAhead(9)],
        ['Three more', 170_000, timeline.isoDaysAhead(25)],
      ]),
    ),
  )
  timeline.schedule(timeline.daysAgo(10, 12), async () => {
    await story.acceptOffer()
    await story.fund(1, successCard)
  })
  timeline.schedule(timeline.daysAgo(8, 17), async () => {
    await story.start(1)
    await sendProjectMessage(api, story, 'tomas', 'Skeleton is done, hands next.')
  })
}

function addUnfundedBench(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'maya', 'clara')
  timeline.schedule(timeline.daysAgo(6, 9), async () => {
    await story.openProject('Garden bench', 'A bench in larch with two finishes.', ['Furniture'], null)
    await story.requestCommission('Same series as the side table.')
  })
  timeline.schedule(timeline.daysAgo(5, 13), () =>
    story.makeOffer(offerContent('Garden bench, two finishes.', 'EUR', [['Bench', 84_000, timeline.isoDaysAhead(16)]])),
  )
  timeline.schedule(timeline.daysAgo(2, 11), () => story.acceptOffer())
}

function addLampRequest(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'maya', 'lucas')
  timeline.schedule(timeline.daysAgo(1, 16), async () => {
    await story.openProject('Showroom lamp', 'A floor lamp with a paper shade that glows honestly.', ['Lighting'], {
      from: 60_000,
      to: 90_000,
      currency: 'EUR',
    })
    await story.requestCommission('Shade in washi paper; can real time do that?')
  })
}

function addExhibitionWithChanges(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'hana', 'jonas')
  timeline.schedule(timeline.daysAgo(30, 9), async () => {
    await story.openProject(
      'Script library',
      'A reading room for our old scripts, seen before we rent it.',
      ['Exhibitions'],
      null,
    )
    await story.requestCommission('After the archive: a room to read in.')
  })
  timeline.schedule(timeline.daysAgo(29, 9), () =>
    story.makeOffer(
      offerContent('One room with shelves, seats and captions.', 'EUR', [
        ['Room', 180_000, timeline.isoDaysAhead(3)],
        ['Captions', 140_000, timeline.isoDaysAhead(20)],
      ]),
    ),
  )
  timeline.schedule(timeline.daysAgo(28, 9), async () => {
    await story.acceptOffer()
    await story.fund(1, successCard)
  })
  timeline.schedule(timeline.daysAgo(9, 15), () =>
    story.submitVersion(1, 'Room with shelves and seats.', 'room.webp', {
      asset: api.portfolioWork('jonas', 0),
      picture: 0,
    }),
  )
  timeline.schedule(timeline.daysAgo(7, 12), () =>
    story.requestChanges(1, [
      'Captions hang too low for a standing visitor.',
      'The exit must be visible from the middle.',
    ]),
  )
}

function addFundedTraining(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'idris', 'samir')
  timeline.schedule(timeline.daysAgo(8, 8), async () => {
    await story.openProject(
      'Valve inspection',
      'Training scene for inspecting a ballast valve.',
      ['Training', 'CAD'],
      null,
    )
    await story.requestCommission('Like the valve before, with a checklist.')
  })
  timeline.schedule(timeline.daysAgo(7, 9), () =>
    story.makeOffer(
      offerContent('Valve with checklist and order of steps.', 'GBP', [['Valve', 260_000, timeline.isoDaysAhead(21)]]),
    ),
  )
  timeline.schedule(timeline.daysAgo(5, 9), async () => {
    await story.acceptOffer()
    await story.fund(1, successCard)
  })
}

function addCounteredCanteen(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'idris', 'amara')
  timeline.schedule(timeline.daysAgo(5, 8), async () => {
    await story.openProject('Canteen', 'A canteen beside the lobby, for twelve people.', ['Worlds'], null)
    await story.requestCommission('It should open from the lobby.')
  })
  timeline.schedule(timeline.daysAgo(4, 9), () =>
    story.makeOffer(
      offerContent('Canteen for twelve, baked light.', 'EUR', [['Canteen', 190_000, timeline.isoDaysAhead(24)]]),
    ),
  )
  timeline.schedule(timeline.daysAgo(2, 9), () =>
    story.counterOffer(
      offerContent(
        'Canteen for twelve, baked light, one round.',
        'EUR',
        [['Canteen', 170_000, timeline.isoDaysAhead(24)]],
        {
          reviewRounds: 1,
        },
      ),
      'One round is enough for us.',
    ),
  )
}

function addAutoApprovedCar(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'idris', 'marco')
  timeline.schedule(timeline.daysAgo(60, 8), async () => {
    await story.openProject('Harbour car', 'An electric car for drivers in training.', ['Vehicles'], null)
    await story.requestCommission('The bodywork first.')
  })
  timeline.schedule(timeline.daysAgo(59, 8), () =>
    story.makeOffer(
      offerContent('Car with doors that open and a cabin to sit in.', 'EUR', [
        ['Bodywork', 280_000, new Date(timeline.daysAgo(35, 17)).toISOString()],
        ['Cabin', 220_000, timeline.isoDaysAhead(10)],
      ]),
    ),
  )
  timeline.schedule(timeline.daysAgo(58, 8), async () => {
    await story.acceptOffer()
    await story.fund(1, successCard)
  })
  // The client does not respond within the 14 days of the review window, so the milestone is approved automatically.
  timeline.schedule(timeline.daysAgo(40, 8), () =>
    story.submitVersion(1, 'Bodywork with doors and wheels.', 'bodywork.webp', {
      asset: api.portfolioWork('marco', 0),
      picture: 0,
    }),
  )
}

function addDeclinedCardFoyer(api: SeedApi, timeline: Timeline): void {
  const story = new CommissionStory(api, 'hana', 'leila')
  timeline.schedule(timeline.daysAgo(4, 8), async () => {
    await story.openProject('Opera foyer', 'A walk through the foyer after the rebuilding.', ['Architecture'], null)
    await story.requestCommission('From the entrance to the first balcony.')
  })
  timeline.schedule(timeline.daysAgo(3, 8), () =>
    story.makeOffer(
      offerContent('Foyer with stairs and balcony.', 'USD', [['Foyer', 330_000, timeline.isoDaysAhead(30)]]),
    ),
  )
  timeline.schedule(timeline.daysAgo(1, 9), async () => {
    await story.acceptOffer()
    await story.fund(1, declinedCard)
  })
}

function addEndedCommissions(api: SeedApi, timeline: Timeline): void {
  const declined = new CommissionStory(api, 'hana', 'elif')
  timeline.schedule(timeline.daysAgo(20, 9), async () => {
    await declined.openProject('Green room', 'A green room with honest acoustics.', ['Interiors'], null)
    await declined.requestCommission('Would you model how it sounds?')
  })
  timeline.schedule(timeline.daysAgo(19, 9), async () => {
    const { version } = await declined.read()
    await api.callAs('elif', declineCommission, {
      params: { id: declined.commissionId },
      body: { reason: 'Fully booked until spring, sorry.', expected: version },
    })
  })
  const withdrawn = new CommissionStory(api, 'hana', 'fatima')
  timeline.schedule(timeline.daysAgo(18, 9), async () => {
    await withdrawn.openProject('Carved doors', 'Two doors with carving.', ['PBR materials'], null)
    await withdrawn.requestCommission('Two doors, one pattern.')
  })
  timeline.schedule(timeline.daysAgo(17, 9), async () => {
    const { version } = await withdrawn.read()
    await api.callAs('hana', withdrawCommission, {
      params: { id: withdrawn.commissionId },
      body: { reason: 'The doors were cut from the set.', expected: version },
    })
  })
  timeline.schedule(timeline.daysAgo(16, 9), async () => {
    const project = withdrawn.projectId
    const { version } = await withdrawn.readProject()
    await api.callAs('hana', cancelProject, {
      params: { id: project },
      body: { reason: 'Cut from the set.', expected: version },
    })
  })
  const expired = new CommissionStory(api, 'hana', 'rosa')
  timeline.schedule(timeline.daysAgo(35, 9), async () => {
    await expired.openProject('Chorus costumes', 'Twenty costumes from two patterns.', ['Garments'], null)
    await expired.requestCommission('Two patterns, five colours.')
  })
  timeline.schedule(timeline.daysAgo(34, 9), () =>
    expired.makeOffer(offerContent('Twenty costumes.', 'EUR', [['Costumes', 150_000, timeline.isoDaysAhead(20)]])),
  )
  // Accepted but not funded within seven days: the commission expires together with its milestone.
  const unfunded = new CommissionStory(api, 'idris', 'oskar')
  timeline.schedule(timeline.daysAgo(14, 9), async () => {
    await unfunded.openProject(
      'Propeller scan',
      'A scan of a bent propeller, for the assessors.',
      ['Photogrammetry'],
      null,
    )
    await unfunded.requestCommission('Only the blades matter.')
  })
  timeline.schedule(timeline.daysAgo(13, 9), () =>
    unfunded.makeOffer(
      offerContent('Propeller, closed and unwrapped.', 'EUR', [['Propeller', 52_000, timeline.isoDaysAhead(9)]]),
    ),
  )
  timeline.schedule(timeline.daysAgo(12, 9), () => unfunded.acceptOffer())
  const waiting = new CommissionStory(api, 'idris', 'mei')
  timeline.schedule(timeline.daysAgo(2, 7), async () => {
    await waiting.openProject('Lifeboat drill', 'Launching a lifeboat, step by step.', ['Training'], null)
    await waiting.requestCommission('We can wait for your next opening.')
  })
  timeline.schedule(timeline.daysAgo(3, 14), () =>
    sendDirectMessage(api, 'hana', 'idris', 'Did the avatars from Tomás work on your headsets?'),
  )
  timeline.schedule(timeline.daysAgo(3, 15), () =>
    sendDirectMessage(api, 'idris', 'hana', 'Yes, all four ran well. Ask for the light hands.'),
  )
}
