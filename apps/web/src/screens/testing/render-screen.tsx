import { cleanup, configure, render } from '@testing-library/react'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { type User } from '@veranda/contract/accounts/schemas.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { deleteDB } from 'idb'
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { routes } from '../../app/router.tsx'
import '../../app/shell/shell.tsx'
import { openMessageQueue } from '../../features/conversations/messages/send-queue.ts'
import { queryCache } from '../../lib/api/query.ts'
import { saveSession, sessionStore } from '../../lib/session/session.ts'
import { type ContractServer } from '../../lib/testing/contract-server.ts'
import { maya, now, sampleConfig } from '../../lib/testing/samples.ts'
import { tokenExpiringIn } from '../../lib/testing/replies.ts'

// How long an assertion waits for a state that never comes; a loaded machine needs more than the default second.
configure({ asyncUtilTimeout: 4000 })

/** Loads the code of a screen. Use it in `beforeAll`, so that no test waits for it. */
export async function loadScreen(path: string): Promise<void> {
  for (const { route } of matchRoutes(routes, path) ?? []) if (typeof route.lazy === 'function') await route.lazy()
}

/**
 * Renders the screen of an address in the real router, shell and providers, for a signed-in user. The server gets the
 * two handlers that every screen needs, and no question about works in public, which each project of a client asks for. There is no realtime connection.
 */
export function renderScreen(
  server: ContractServer,
  path: string,
  {
    user = maya,
    offersServices = user.role === 'creator',
    isAdmin = false,
    outdatedTerms = null,
    deletionAt = null,
  }: {
    user?: User
    offersServices?: boolean
    isAdmin?: boolean
    outdatedTerms?: number | null
    deletionAt?: string | null
  } = {},
) {
  const account: Account = {
    ...user,
    timeZone: 'Europe/Lisbon',
    language: 'en',
    theme: 'system',
    offersServices,
    admin: isAdmin,
    outdatedTerms,
    deletionAt,
  }
  server.reply(readAccount, account)
  server.reply(readConfig, sampleConfig)
  server.reply(listWorkConsents, { items: [] })
  // jsdom has no layout, so nothing is scrolled, no size changes and no media query matches.
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('ResizeObserver', SizeThatNeverChanges)
  Element.prototype.scrollTo = () => undefined
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }))
  Element.prototype.scrollIntoView = () => undefined
  // The realtime connection starts when the browser is idle, which it never is here.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: now })
  onTestFinished(async () => {
    cleanup()
    queryCache.clear()
    // A queue that is still opening could not be closed.
    if ('indexedDB' in globalThis) await openMessageQueue()
    // Queues are closed, and stores drop what they keep for the user.
    sessionStore.set({ status: 'out', user: null, reason: 'left' })
    sessionStore.set({ status: 'unknown', user: null })
    localStorage.clear()
    await databasesClosed()
  })
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  return { router, ...render(<RouterProvider router={router} />) }
}

class SizeThatNeverChanges implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * Resolves once the queues have closed their databases: deleting waits for open connections, and those for their
 * transactions. A transaction that outlives the test's document would be reported as an unhandled error.
 */
async function databasesClosed(): Promise<void> {
  if (!('indexedDB' in globalThis)) return
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await deleteDB(name)
}
