import { changeProfile, addPiece, addService } from '@veranda/contract/talent/routes.ts'
import { listConversations, markConversationRead } from '@veranda/contract/conversations/routes.ts'
import { markAllRead } from '@veranda/contract/notifications/routes.ts'
import { currentTerms } from '@veranda/core/accounts/terms.ts'
import { instant } from '@veranda/core/time/instant.ts'
import type { App } from '../src/app.ts'
import type { MovableClock } from '../src/clock.ts'
import { endDemoSessions, makeDemoPerson } from '../src/features/accounts/make-demo-person.ts'
import { clients } from './people/clients.ts'
import { type CreatorKey, creators } from './people/creators.ts'
import { Stage } from './stage.ts'
import { tellHarbourOffer, tellOpenWork } from './stories/open-work.ts'
import { tellPastWork, tellPayouts } from './stories/past-work.ts'
import { tellLatest, tellReadingChair } from './stories/reading-chair.ts'
import { tellSessions } from './stories/sessions.ts'
import { Timeline } from './stories/timeline.ts'

/** Everybody's password in the demo world, beside the one-press entry. */
export const demoPassword = 'veranda demo world'

/** Tells the whole demo world through the real use cases, relative to the machine's time, and leaves the clock there. */
export async function tellWorld(app: App, clock: MovableClock): Promise<void> {
  const now = instant(Date.now())
  const timeline = new Timeline(now)
  const stage = new Stage(app, clock)
  const { cast } = stage
  meetClients(app, stage, timeline)
  for (const [index, { key }] of creators.entries()) meetCreator(app, stage, timeline, key, 240 - index * 2)
  tellPastWork(cast, timeline)
  tellPayouts(cast, timeline)
  const chair = tellReadingChair(cast, timeline)
  tellOpenWork(cast, timeline)
  tellSessions(cast, timeline)
  timeline.at(timeline.minutesAgo(190), () => readEverything(stage))
  tellHarbourOffer(cast, timeline)
  tellLatest(cast, timeline, chair)
  for (const { at, act } of timeline.inOrder()) {
    await stage.advanceTo(at)
    await act()
    await stage.settle()
  }
  await stage.advanceTo(instant(Date.now()))
  await stage.settle()
  await endDemoSessions(app.deps)
  clock.setShift(0)
}

function meetClients(app: App, stage: Stage, timeline: Timeline): void {
  for (const [index, client] of clients.entries()) {
    timeline.at(timeline.ago(260 - index * 3, 9), async () => {
      const { name, email, timeZone, about } = client
      const body = {
        name,
        email,
        password: demoPassword,
        role: 'client',
        terms: currentTerms,
        timeZone,
        language: 'en',
      } as const
      stage.add(client.key, await makeDemoPerson(app.deps, body, { about }))
    })
  }
}

/** Those whom the sign-in screen offers for one press, beside the clients. */
const entered: readonly CreatorKey[] = ['kenji', 'sofia', 'tomas']

function meetCreator(app: App, stage: Stage, timeline: Timeline, key: CreatorKey, days: number): void {
  const creator = creators.find((one) => one.key === key)
  if (!creator) return
  const { cast } = stage
  timeline.at(timeline.ago(days, 10), async () => {
    const { name, email, timeZone, headline, about, skills, languages, services, subject, hue } = creator
    const body = {
      name,
      email,
      password: demoPassword,
      role: 'creator',
      terms: currentTerms,
      timeZone,
      language: 'en',
    } as const
    stage.add(key, await makeDemoPerson(app.deps, body, { about: entered.includes(key) ? headline : null }))
    await stage.settle()
    await cast.as(key, changeProfile, {
      body: { headline, about, skills: [...skills], languages: [...languages], timeZone, accepting: 'open' },
    })
    for (const { amount, currency, ...service } of services) {
      await cast.as(key, addService, { body: { ...service, price: { amount, currency } } })
    }
    for (const variant of [0, 1, 2]) {
      const title = pieceTitles[subject][variant] ?? pieceTitles[subject][0]
      const workId = variant === 0 ? await cast.uploadWork(key, pieceWorks[subject], 'profile') : null
      const drawn = { subject, hue: hue + variant * 24, variant }
      const fileId = workId
        ? await cast.uploadPictureOf(key, workId)
        : await cast.upload(key, `${key}-${variant}.png`, drawn)
      await cast.as(key, addPiece, { body: { title, description: '', fileId, workId } })
    }
  })
  // Open while the stories ask for work, as the page says today only at the end.
  timeline.at(timeline.ago(1, 6), async () => {
    if (creator.accepting !== 'open') await cast.as(key, changeProfile, { body: { accepting: creator.accepting } })
  })
}

/** The first piece of each portfolio opens in three dimensions. */
const pieceWorks = {
  chair: 'reading-chair-v1.glb',
  stage: 'small-library.glb',
  avatar: 'helmet.glb',
  garden: 'kinetic-mobile.glb',
  lamp: 'desk-lamp.glb',
  workshop: 'small-library.glb',
  tower: 'knot-study.glb',
} as const

const pieceTitles = {
  chair: ['Three-rail chair', 'Stool with back', 'Dining chair'],
  stage: ['Small library', 'Quay at night', 'Empty hall'],
  avatar: ['Diving helmet', 'Welder', 'Stagehand'],
  garden: ['Kinetic mobile', 'Courtyard', 'Orchard path'],
  lamp: ['Desk lamp', 'Paper lamp', 'Lantern'],
  workshop: ['Small library', 'Green room', 'Studio'],
  tower: ['Knot study', 'Stepped house', 'Plinth'],
} as const

/** Everybody has read all there is, so that what comes after is what is new. */
async function readEverything(stage: Stage): Promise<void> {
  for (const person of stage.everybody()) {
    const { items } = await stage.cast.as(person, listConversations, { query: { limit: 100 } })
    for (const { id, head } of items) {
      await stage.cast.as(person, markConversationRead, { params: { id }, body: { seq: head } })
    }
    await stage.cast.as(person, markAllRead)
  }
}
