import { changeProfile, addPortfolioItem, addPackageService } from '@veranda/contract/talent/routes.ts'
import { answerWorkConsent, askWorkConsent, listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { changeListing, readListing } from '@veranda/contract/talent/listing/routes.ts'
import { listConversations, markConversationRead } from '@veranda/contract/conversations/routes.ts'
import { markAllRead } from '@veranda/contract/notifications/routes.ts'
import { socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { skipImageVariants } from '../src/platform/assets/variants/make-missing-variants.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { instant } from '@veranda/core/time/instant.ts'
import type { App } from '../src/app.ts'
import type { MovableClock } from '../src/platform/clock/clock.ts'
import { endDemoSessions, createDemoUser } from '../src/features/accounts/sign-in/create-demo-user.ts'
import { addIdentity } from '../src/features/accounts/social/identity.repository.ts'
import { knownSandboxUser } from '../src/gateways/identity/sandbox-users.ts'
import { transact } from '../src/platform/db/transact.ts'
import { clients } from './users/clients.ts'
import { type CreatorKey, creators } from './users/creators.ts'
import { type DemoWorldSize, portfolioOf } from './users/works.ts'
import { SeedRunner } from './seed-runner.ts'
import { addLatestHarbourOffer, addOpenCommissions } from './stories/open-commissions.ts'
import { addPastCommissions, addPayouts } from './stories/past-commissions.ts'
import { addLatestVersion, addReadingChair } from './stories/reading-chair.ts'
import { addBookings } from './stories/bookings.ts'
import { Timeline } from './stories/timeline.ts'

/** Password of every demo user, for signing in without the one-click buttons. */
export const demoPassword = 'veranda demo world'

/**
 * Seeds the demo world through the real use cases, with times relative to the machine's clock, and resets the app's
 * clock at the end. A small world has the same users and stories with fewer models.
 */
export async function seedDemoWorld(app: App, clock: MovableClock, size: DemoWorldSize): Promise<void> {
  const now = instant(Date.now())
  const timeline = new Timeline(now)
  const runner = new SeedRunner(app, clock, size)
  try {
    await runStories(app, runner, timeline, size)
    await runner.advanceTo(instant(Date.now()))
    await runner.runUntilIdle()
  } finally {
    await runner.stop()
  }
  if (size === 'small') await skipImageVariants(app.deps)
  await endDemoSessions(app.deps)
  clock.setShift(0)
}

async function runStories(app: App, runner: SeedRunner, timeline: Timeline, size: DemoWorldSize): Promise<void> {
  const { api } = runner
  addClients(app, runner, timeline)
  for (const [index, { key }] of creators.entries()) {
    addCreator(app, runner, timeline, { key, days: 240 - index * 2, size })
  }
  addPastCommissions(api, timeline)
  addPayouts(api, timeline)
  const chair = addReadingChair(api, timeline)
  addOpenCommissions(api, timeline)
  addBookings(api, timeline)
  timeline.schedule(timeline.minutesAgo(200), () => agreeToPublicWorks(runner))
  timeline.schedule(timeline.minutesAgo(190), () => markAllAsRead(runner))
  addLatestHarbourOffer(api, timeline)
  addLatestVersion(api, timeline, chair)
  for (const { at, run } of timeline.stepsInOrder()) {
    await runner.advanceTo(at)
    await run()
    await runner.runUntilIdle()
  }
}

function addClients(app: App, runner: SeedRunner, timeline: Timeline): void {
  for (const [index, client] of clients.entries()) {
    timeline.schedule(timeline.daysAgo(260 - index * 3, 9), async () => {
      const { name, email, timeZone, about } = client
      const body = {
        name,
        email,
        password: demoPassword,
        role: 'client',
        terms: currentTermsVersion,
        timeZone,
        language: 'en',
      } as const
      const user = await createDemoUser(app.deps, body, { about })
      runner.addUser(client.key, user)
      // Whom the sandbox's providers know.
      if (email === knownSandboxUser.email) await linkKnownSandboxUser(app, user.id)
      await runner.addPortrait(client.key)
    })
  }
}

/** Lets the stand-in for the providers sign a demo user in. */
async function linkKnownSandboxUser({ deps }: App, userId: UserId): Promise<void> {
  const { subject } = knownSandboxUser
  await transact(deps, async (tx) => {
    for (const provider of socialProviders) await addIdentity({ tx, deps }, userId, { provider, subject })
  })
}

/** Creators with a one-click button on the sign-in screen, in addition to the clients. */
const oneClickCreators: readonly CreatorKey[] = ['kenji', 'sofia', 'tomas']

type CreatorStart = { readonly key: CreatorKey; readonly days: number; readonly size: DemoWorldSize }

function addCreator(app: App, runner: SeedRunner, timeline: Timeline, { key, days, size }: CreatorStart): void {
  const creator = creators.find((one) => one.key === key)
  if (!creator) return
  const { api } = runner
  timeline.schedule(timeline.daysAgo(days, 10), async () => {
    const { name, email, timeZone, headline, about, skills, languages, services } = creator
    const body = {
      name,
      email,
      password: demoPassword,
      role: 'creator',
      terms: currentTermsVersion,
      timeZone,
      language: 'en',
    } as const
    runner.addUser(
      key,
      await createDemoUser(app.deps, body, { about: oneClickCreators.includes(key) ? headline : null }),
    )
    await runner.runUntilIdle()
    await api.callAs(key, changeProfile, {
      body: { headline, about, skills: [...skills], languages: [...languages], timeZone, accepting: 'open' },
    })
    for (const { amount, currency, ...service } of services) {
      await api.callAs(key, addPackageService, { body: { ...service, price: { amount, currency } } })
    }
    for (const { title, asset, picture, hasModel } of portfolioOf(key, size)) {
      const assetId = hasModel ? await api.uploadAsset(key, asset, 'profile') : null
      const fileId = await api.uploadImage(key, `${key}-${picture}.webp`, { asset, picture })
      await api.callAs(key, addPortfolioItem, { body: { title, description: '', fileId, assetId } })
    }
    await api.callAs(key, changeListing, { body: { listed: true } })
    await runner.addPortrait(key)
  })
  // Open while the stories request work; the real value is set only at the end.
  timeline.schedule(timeline.daysAgo(1, 6), async () => {
    if (creator.accepting !== 'open') await api.callAs(key, changeProfile, { body: { accepting: creator.accepting } })
  })
}

/** Lets creators ask about what they made for clients, and the clients allow it. */
async function agreeToPublicWorks(runner: SeedRunner): Promise<void> {
  const { api } = runner
  for (const { key } of creators) {
    const { works } = await api.callAs(key, readListing)
    for (const { id, clients: askedFor } of works) {
      for (const { projectId } of askedFor) {
        await api.callAs(key, askWorkConsent, { params: { id }, body: { projectId } })
      }
    }
  }
  for (const user of runner.userKeys()) {
    const { items } = await api.callAs(user, listWorkConsents)
    for (const { id, version } of items) {
      await api.callAs(user, answerWorkConsent, { params: { id }, body: { answer: 'grant', expected: version } })
    }
  }
}

/** Marks everything as read for every user, so that only later messages and notifications are unread. */
async function markAllAsRead(runner: SeedRunner): Promise<void> {
  for (const user of runner.userKeys()) {
    const { items } = await runner.api.callAs(user, listConversations, { query: { limit: 100 } })
    for (const { id, head } of items) {
      await runner.api.callAs(user, markConversationRead, { params: { id }, body: { seq: head } })
    }
    await runner.api.callAs(user, markAllRead)
  }
}
