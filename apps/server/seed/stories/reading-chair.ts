import { listNotifications, markRead } from '@veranda/contract/notifications/routes.ts'
import type { SeedApi } from './seed-api.ts'
import { CommissionStory, type PinAnchor } from './commission-story.ts'
import { offerContent } from './offer-content.ts'
import { sendProjectMessage, sendDirectMessage } from './messages.ts'
import { successCard } from './sandbox-cards.ts'
import type { Timeline } from './timeline.ts'

/**
 * Limits that both sides agreed on for the model: dimensions in millimetres, and a smooth frame rate on any headset.
 */
const chairLimits = {
  maxTriangles: 60_000,
  maxTextureEdge: 1_024,
  maxTextures: 4,
  maxBytes: 5 * 1_048_576,
  format: 'model',
  size: { x: 540, y: 861, z: 568, tolerance: 3 },
  frameRate: 'green',
} as const

/** Adds the project of the demo tour: four milestones, the second with version 2 waiting for the client's review. */
export function addReadingChair(api: SeedApi, timeline: Timeline): CommissionStory {
  const story = new CommissionStory(api, 'maya', 'kenji')
  timeline.schedule(timeline.daysAgo(27, 9), async () => {
    await sendDirectMessage(
      api,
      'maya',
      'kenji',
      'Hello Kenji, I saw your folding stool again today. Do you have room for a chair next month?',
    )
  })
  timeline.schedule(timeline.daysAgo(27, 11), () =>
    sendDirectMessage(api, 'kenji', 'maya', 'Hello Maya, gladly. Is it the one with the three back rails?'),
  )
  timeline.schedule(timeline.daysAgo(27, 11.2), () =>
    sendDirectMessage(api, 'maya', 'kenji', 'That one. I would like to see it at true scale before I cut the oak.'),
  )
  timeline.schedule(timeline.daysAgo(26, 10), async () => {
    await story.openProject(
      'Reading chair',
      'An oak reading chair with three back rails and a wool cushion. I want to stand in front of it at true scale before I cut the wood, and use the same model for the shop.',
      ['Furniture', 'Product models'],
      { from: 250_000, to: 350_000, currency: 'EUR' },
    )
    await story.requestCommission('As we talked: the chair with the three rails. Drawings are in the workshop folder.')
  })
  timeline.schedule(timeline.daysAgo(25, 9), () =>
    story.makeOffer(
      offerContent('Reading chair: drawings to a finished model with materials, for headset and web.', 'EUR', [
        [
          'Blockout at true scale',
          60_000,
          new Date(timeline.daysAgo(18, 17)).toISOString(),
          'Proportions to stand in front of.',
        ],
        ['Model and materials', 100_000, timeline.isoDaysAhead(4), 'Final geometry, oak and wool.', chairLimits],
        ['Shop set', 80_000, timeline.isoDaysAhead(18), 'Six pictures and a light web version.'],
        ['Assembly view', 50_000, timeline.isoDaysAhead(30), 'Exploded view for the workshop.'],
      ]),
    ),
  )
  timeline.schedule(timeline.daysAgo(24, 16), async () => {
    await story.acceptOffer()
    await story.fund(1, successCard)
  })
  timeline.schedule(timeline.daysAgo(23, 9), async () => {
    await sendProjectMessage(api, story, 'kenji', 'Thank you, I start today.')
    await story.start(1)
  })
  timeline.schedule(timeline.daysAgo(19, 14), () =>
    story.submitVersion(1, 'Blockout, seat at 440 mm, back at 102 degrees.', 'blockout.webp', {
      asset: 'reading-chair-v1.glb',
      picture: 1,
    }),
  )
  timeline.schedule(timeline.daysAgo(18, 10), () => story.approve(1))
  timeline.schedule(timeline.daysAgo(17, 10), () => story.fund(2, successCard))
  timeline.schedule(timeline.daysAgo(4, 15), () =>
    story.submitVersion(
      2,
      'Version 1: joints, rails and cushion. Oak is still a placeholder tone.',
      'version-1.webp',
      { asset: 'reading-chair-v1.glb', picture: 0 },
      'reading-chair-v1.glb',
    ),
  )
  timeline.schedule(timeline.daysAgo(3, 9.5), async () => {
    await story.addPin(2, onTopRail, 'The top rail of the back sits 12 mm lower than agreed.', true)
    await story.addPin(2, onCushion, 'Is this the wool of the sample you sent? It looks finer here.', false)
    await story.addPin(2, onFoot, 'Please keep this edge of the foot, it is exactly right.', false)
  })
  timeline.schedule(timeline.daysAgo(3, 10), async () => {
    await story.requestChanges(2, ['The oak reads too cold in evening light.'])
    await sendProjectMessage(
      api,
      story,
      'maya',
      'Two small things, listed in the round. The proportions are right now.',
    )
  })
  timeline.schedule(timeline.daysAgo(3, 11), () =>
    sendProjectMessage(api, story, 'kenji', 'All clear. The rail is my mistake, I measured from the seat top.'),
  )
  return story
}

const onTopRail: PinAnchor = {
  part: 'Top rail',
  position: { x: 0.06, y: 0.8303, z: -0.2895 },
  normal: { x: 0, y: 0.9781, z: -0.2079 },
  eye: [0.75, 1.25, 0.95],
  target: [0, 0.68, -0.15],
}
const onCushion: PinAnchor = {
  part: 'Cushion',
  position: { x: -0.08, y: 0.49, z: 0.06 },
  normal: { x: 0, y: 1, z: 0 },
  eye: [-0.5, 1.1, 1.1],
  target: [-0.04, 0.48, 0.05],
}
const onFoot: PinAnchor = {
  part: 'Front leg right',
  position: { x: 0.23, y: 0.03, z: 0.235 },
  normal: { x: 0, y: 0, z: 1 },
  eye: [0.62, 0.3, 1.0],
  target: [0.2, 0.12, 0.2],
}

/** Adds what Maya finds when she opens the app: version 2 and three messages about it. */
export function addLatestVersion(api: SeedApi, timeline: Timeline, story: CommissionStory): void {
  timeline.schedule(timeline.minutesAgo(95), () =>
    story.submitVersion(
      2,
      'Version 2: top rail raised by 12 mm, oak warmer by two steps. Everything else is as it was.',
      'version-2.webp',
      { asset: 'reading-chair-v2.glb', picture: 0 },
      'reading-chair-v2.glb',
    ),
  )
  timeline.schedule(timeline.minutesAgo(94), async () => {
    await story.fixPin(2, 1, 'Raised by 12 mm. Compare the versions, the map shows nothing else moved.')
    await story.replyToPin(2, 2, 'creator', 'The same wool, woven tighter. I can loosen it if you like.')
  })
  // She has read the two pin replies, but not yet opened the version.
  timeline.schedule(timeline.minutesAgo(80), async () => {
    const { items } = await api.callAs('maya', listNotifications, { query: { limit: 20 } })
    for (const { _id: id, data } of items) {
      if (data['pinId'] !== undefined) await api.callAs('maya', markRead, { params: { id } })
    }
  })
  const messages: readonly (readonly [number, string])[] = [
    [42, 'Version 2 is up. The rail sits where the drawing has it.'],
    [41, 'Turn it towards the evening light once, the oak is what changed most after the rail.'],
    [38, 'Tell me when you have stood in front of it.'],
  ]
  for (const [minutes, text] of messages)
    timeline.schedule(timeline.minutesAgo(minutes), () => sendProjectMessage(api, story, 'kenji', text))
}
