import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { listProjects, readProject } from '@veranda/contract/commissions/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { listConversations, listMessages, readConversation } from '@veranda/contract/conversations/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listNotifications, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { loadAllCatalogues } from '@veranda/i18n/load-catalogue.ts'
import { call } from '../lib/api/call.ts'
import { cacheMaxAgeMs } from '../lib/build-settings.ts'
import { savesData } from '../lib/device/saves-data.ts'
import { currentLanguage, languageStore } from '../lib/i18n/language.ts'
import { sessionStore } from '../lib/session/session.ts'
import { readCachePrefix } from '../lib/worker-messages.ts'
import { startInstallOffer } from '../lib/service-worker/install-offer.ts'
import { startKeptReads } from '../lib/service-worker/kept-read-times.ts'
import { newVersionReady } from '../lib/service-worker/new-version.ts'
import { startServiceWorker } from '../lib/service-worker/register.ts'

/** Where the cache of a user's reads says when all of it was read last, in milliseconds since the epoch. */
const keptAtKey = '/kept-at'
/** The newest conversations and projects, which are the most likely to be opened. */
const maxDetails = 8
/** The pages of lists as the screens ask for them. */
const listSize = 20

let started = false

/** Registers the service worker, follows what it gives from its cache, and lets it keep what could be read offline. */
export function startServiceWorkerOnce(): void {
  if (started) return
  started = true
  startKeptReads()
  startInstallOffer()
  void startServiceWorker({
    onNewVersion: () => newVersionReady.set(true),
    onReady() {
      void keepReadsForOffline()
      void keepTexts()
      languageStore.subscribe(() => void keepTexts())
    },
  })
}

/** Loads all texts of the user's language, which the worker keeps then; those in English it has from the start. */
async function keepTexts(): Promise<void> {
  // Without a connection they are loaded at the next start.
  if (!savesData()) await loadAllCatalogues(currentLanguage()).catch(() => undefined)
}

/**
 * Reads what a user may want to see offline and has not opened, so that the service worker keeps it: at most once an
 * hour, in one tab, one after the other, and not for those who want to save data.
 */
async function keepReadsForOffline(): Promise<void> {
  const { user } = sessionStore.get()
  if (!user || savesData() || !('locks' in navigator)) return
  await navigator.locks.request('veranda-keep-reads', { ifAvailable: true }, async (lock) => {
    if (lock) await keepReadsOf(user.id)
  })
}

async function keepReadsOf(userId: string): Promise<void> {
  const cacheName = `${readCachePrefix}${userId}`
  const isSignedIn = () => sessionStore.get().user?.id === userId
  const keptAt = await (await caches.match(keptAtKey, { cacheName }))?.text()
  if (keptAt !== undefined && Date.now() - Number(keptAt) < cacheMaxAgeMs) return
  try {
    await readAll(isSignedIn)
  } catch {
    // Without a connection there is nothing to keep; the next start tries again.
    return
  }
  // A cache that is not there was deleted at a sign-out, or there is no worker that keeps anything.
  if (!isSignedIn() || !(await caches.has(cacheName))) return
  await (await caches.open(cacheName)).put(keptAtKey, new Response(String(Date.now())))
}

async function readAll(isSignedIn: () => boolean): Promise<void> {
  await call(readAccount)
  await call(readConfig)
  await call(readDashboard)
  const { items: conversations } = await call(listConversations, { query: {} })
  const { items: projects } = await call(listProjects, { query: { limit: listSize } })
  await call(listNotifications, { query: {} })
  await call(readPreferences)
  await call(listWorkConsents)
  await call(listBookings, { query: { when: 'upcoming', limit: listSize } })
  for (const { id } of conversations.slice(0, maxDetails)) {
    if (!isSignedIn()) return
    await call(readConversation, { params: { id } })
    await call(listMessages, { params: { id }, query: {} })
  }
  for (const { id } of projects.slice(0, maxDetails)) {
    if (!isSignedIn()) return
    await call(readProject, { params: { id } })
    await call(listConversations, { query: { projectId: id } })
  }
}
